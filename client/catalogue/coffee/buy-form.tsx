import { useId, useRef, useState } from 'react'
import { grams, pricePerKilo } from '#client/lib/packed-as.ts'
import { useCurrency, usePageState } from '#client/lib/page-state.ts'
import { Price, PriceBefore } from '#client/ui/price.tsx'
import { Stepper } from '#client/ui/stepper/stepper.tsx'
import { words as uiWords } from '#client/ui/texts.ts'
import { useBarHeight } from '#client/ui/use-bar-height.ts'
import type { Product } from '#contract/catalogue.ts'
import { MAX_AT_ONCE } from '#contract/values/limits.ts'
import { formatPrice } from '#contract/values/money.ts'
import { BuyArea } from '../buy/buy-area.tsx'
import { GrindChips, useGrinds } from '../buy/grind-field.tsx'
import { WatchQuestion } from '../buy/watch-button.tsx'
import { words } from '../texts.ts'
import { Chips } from './chips.tsx'
import { DeliveryAhead } from './delivery-ahead.tsx'

type BuyFormProps = { sizes: readonly Product[]; size: Product; onChoose: (id: string) => void }

/**
 * The choices of a coffee, and a bar with its price and the Buy button, which stays in the window. A demo shop has no
 * choice of a grind and of a quantity.
 */
export function BuyForm({ sizes, size, onChoose }: BuyFormProps) {
  const { demo } = usePageState().settings
  const grinding = useGrinds()
  const [wanted, setWanted] = useState(1)
  const priceId = useId()
  const bar = useRef<HTMLDivElement>(null)
  useBarHeight(bar, true)
  const { left } = size
  const max = Math.min(left ?? MAX_AT_ONCE, MAX_AT_ONCE)
  const count = Math.max(1, Math.min(wanted, max))
  const canChoose = !demo && left !== 0
  return (
    <div className="buy-form">
      {sizes.length > 1 && <SizeChips sizes={sizes} chosen={size._id} onChoose={onChoose} />}
      {canChoose && <GrindChips grinding={grinding} />}
      {canChoose && (
        <Stepper key={size._id} label={words.count} count={count} max={max} onChange={setWanted} />
      )}
      <div ref={bar} className="buy-bar">
        <SizePrice id={priceId} size={size} />
        <BuyArea
          key={size._id}
          product={size}
          choice={{ grind: grinding.grind, count }}
          isWaiting={grinding.isUnknown}
          describedBy={priceId}
          onTakeFewer={setWanted}
        />
      </div>
      {left === 0 ? <WatchQuestion product={size} /> : <DeliveryAhead />}
    </div>
  )
}

function SizePrice({ id, size }: { id: string; size: Product }) {
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
      {was && <span className="sr-only">, </span>}
      <PriceBefore was={was} />
    </p>
  )
}

type SizeChipsProps = { sizes: readonly Product[]; chosen: string; onChoose: (id: string) => void }

/** A size whose weight is unknown shows its name. */
function SizeChips({ sizes, chosen, onChoose }: SizeChipsProps) {
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
