import { useCurrency } from '#client/lib/page-state.ts'
import { formatPrice } from '#contract/values/money.ts'

/** A price of the API, such as `12.50`, with the sign of the shop's currency: `$12.50`. */
export function Price({ price }: { price: string }) {
  return <span className="price">{formatPrice(price, useCurrency())}</span>
}
