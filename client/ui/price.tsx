import { useCurrency } from '#client/lib/page-state.ts'
import { formatPrice } from '#contract/values/money.ts'
import { words } from './texts.ts'

/** A price of the API, such as `12.50`, with the sign of the shop's currency: `$12.50`. */
export function Price({ price }: { price: string }) {
  return <span className="price">{formatPrice(price, useCurrency())}</span>
}

/**
 * The price before a reduction, such as `was $15.00, lowest price of the 30 days before`. Nothing if the price is not
 * reduced. It follows the price, and screen readers read a comma between the two.
 */
export function PriceBefore({ was }: { was: string | undefined }) {
  const currency = useCurrency()
  if (was === undefined) return null
  return (
    <span className="soft small block">
      <span className="sr-only">, </span>
      {words.was} <s>{formatPrice(was, currency)}</s>, {words.lowestPrice}
    </span>
  )
}
