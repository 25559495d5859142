import { useId, useRef, useState } from 'react'
import type { SubscriptionChoice } from '#client/guests/guest-cart.ts'
import { useCurrency, usePageState } from '#client/lib/page-state.ts'
import {
  priceForSubscriber,
  useRoastersChoice,
  useSubscriptionOffer,
} from '#client/ui/subscriptions/subscription-offer.ts'
import { Stepper } from '#client/ui/stepper/stepper.tsx'
import { useBarHeight } from '#client/ui/use-bar-height.ts'
import { DeliveryAhead } from '#client/ui/receipt/delivery-ahead.tsx'
import type { Product } from '#contract/catalogue.ts'
import { MAX_AT_ONCE } from '#contract/values/limits.ts'
import { BuyArea } from '../buy/buy-area.tsx'
import { GrindChips, useGrinds } from '../buy/grind-field.tsx'
import { WatchQuestion } from '../buy/watch-button.tsx'
import { words } from '../texts.ts'
import { RhythmChips } from './rhythm-chips.tsx'
import { SizeChips, SizePrice } from './sizes.tsx'

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
  const { offer, kind, chosen, price, choose } = useSubscription(size)
  return (
    <div className="buy-form">
      {sizes.length > 1 && <SizeChips sizes={sizes} chosen={size._id} onChoose={onChoose} />}
      {canChoose && <GrindChips grinding={grinding} />}
      {canChoose && (
        <Stepper key={size._id} label={words.count} count={count} max={max} onChange={setWanted} />
      )}
      {canChoose && offer && (
        <RhythmChips {...{ id: size._id, price: size.price, offer, kind, chosen }} onChoose={choose} />
      )}
      <div ref={bar} className="buy-bar">
        <SizePrice id={priceId} size={{ ...size, price }} />
        <BuyArea
          key={size._id}
          product={size}
          price={price}
          choice={{ grind: grinding.grind, ...chosen, count }}
          isWaiting={grinding.isUnknown}
          describedBy={priceId}
          onTakeFewer={setWanted}
        />
      </div>
      {left !== 0 && <DeliveryAhead />}
      <WatchQuestion product={size} />
    </div>
  )
}

/**
 * Returns how often the coffee is to come, once at first, and what a bag costs then. `kind` is that of the coffees from which the
 * roaster can choose.
 */
function useSubscription({ _id, price }: Product) {
  const offer = useSubscriptionOffer()
  const currency = useCurrency()
  const [{ everyWeeks, roastersChoice }, choose] = useState<SubscriptionChoice>({})
  const kind = useRoastersChoice(_id, Boolean(offer) && everyWeeks !== undefined) ?? undefined
  if (!offer || everyWeeks === undefined) return { offer, kind, chosen: {}, price, choose }
  const chosen = { everyWeeks, roastersChoice: kind === undefined ? undefined : roastersChoice }
  return { offer, kind, chosen, price: priceForSubscriber(price, offer, currency), choose }
}
