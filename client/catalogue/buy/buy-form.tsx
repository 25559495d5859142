import { useState } from 'react'
import { usePageState } from '#client/lib/page-state.ts'
import { OptionField } from '#client/ui/fields.tsx'
import type { Product } from '#contract/catalogue.ts'
import { MAX_AT_ONCE } from '#contract/values/limits.ts'
import { words } from '../texts.ts'
import { BuyArea } from './buy-area.tsx'
import { GrindField, useGrinds } from './grind-field.tsx'

/**
 * The Buy button of a product, and select boxes for the grind and for how many to add to the cart. A demo shop has only
 * the button.
 */
export function BuyForm({ product }: { product: Product }) {
  const { demo } = usePageState().settings
  const grinding = useGrinds()
  const [wanted, setWanted] = useState(1)
  const { left } = product
  const count = Math.max(1, Math.min(wanted, left ?? wanted))
  return (
    <div className="buy-form">
      {!demo && left !== 0 && (
        <div className="buy-fields">
          <GrindField grinding={grinding} />
          <CountField left={left} count={count} onChange={setWanted} />
        </div>
      )}
      <BuyArea
        product={product}
        choice={{ grind: grinding.grind, count }}
        isWaiting={grinding.isUnknown}
        onTakeFewer={setWanted}
      />
    </div>
  )
}

type CountFieldProps = {
  /** How many of the product are left in stock if only a few are, otherwise undefined. */
  left: number | undefined
  count: number
  onChange: (count: number) => void
}

/** The select box for how many of a product to add to the cart. It offers no more than are left in stock. */
function CountField({ left = MAX_AT_ONCE, count, onChange }: CountFieldProps) {
  const counts = Array.from({ length: Math.min(left, MAX_AT_ONCE) }, (_, index) => String(index + 1))
  return (
    <div className="count-field">
      <OptionField
        label={words.count}
        options={counts.map((text) => ({ value: text, text }))}
        value={String(count)}
        onChange={({ currentTarget }) => onChange(Number(currentTarget.value))}
      />
    </div>
  )
}
