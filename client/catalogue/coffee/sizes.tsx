import { grams, pricePerKilo } from '#contract/values/orders/grams.ts'
import { useCurrency } from '#client/lib/page-state.ts'
import { Price, PriceBefore } from '#client/ui/price.tsx'
import { words as uiWords } from '#client/ui/texts.ts'
import type { Product } from '#contract/catalogue.ts'
import { formatPrice } from '#contract/values/money.ts'
import { words } from '../texts.ts'
import { Chips } from './chips.tsx'

/** The price of a size, with its weight and the price of a kilogram. */
export function SizePrice({ id, size }: { id: string; size: Product }) {
  const { price, was, weight } = size
  const perKilo = pricePerKilo(size, useCurrency())
  return (
    <p id={id} className="size-price">
      <Price price={price} />
      {weight !== undefined && (
        <>
          <span className="sr-only">, </span>
          <span className="soft small">{`${grams(weight)}, ${perKilo}`}</span>
        </>
      )}
      <PriceBefore was={was} />
    </p>
  )
}

type SizeChipsProps = { sizes: readonly Product[]; chosen: string; onChoose: (id: string) => void }

/** The choice of a size. A size whose weight is unknown shows its name. */
export function SizeChips({ sizes, chosen, onChoose }: SizeChipsProps) {
  const currency = useCurrency()
  return (
    <Chips
      legend={words.size}
      chosen={chosen}
      onChoose={onChoose}
      options={sizes.map((size) => ({
        value: size._id,
        text: size.weight === undefined ? size.name : grams(size.weight),
        notes: [
          formatPrice(size.price, currency),
          (size.left === 0 ? uiWords.soldOut : pricePerKilo(size, currency)) ?? '',
        ].filter((note) => note !== ''),
        isOut: size.left === 0,
      }))}
    />
  )
}
