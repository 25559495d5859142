import { useState } from 'react'
import { usePageState } from '#client/lib/page-state.ts'
import type { Product } from '#contract/catalogue.ts'
import { BuyArea } from './buy-area.tsx'
import { CountField, GrindField } from './buy-fields.tsx'
import { useGrinds } from './use-grinds.ts'

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
