import { useCurrency } from '#client/lib/page-state.ts'
import {
  priceForSubscriber,
  readRhythm,
  RHYTHM_OPTIONS,
} from '#client/ui/subscriptions/subscription-offer.ts'
import { formatPrice } from '#contract/values/money.ts'
import type { Rhythm, SubscriptionOffer } from '#contract/values/orders/subscriptions.ts'
import { words } from '../texts.ts'
import { Chips } from './chips.tsx'

type RhythmChipsProps = {
  /** The price of a bag that is bought once. */
  price: string
  offer: SubscriptionOffer
  everyWeeks: Rhythm | undefined
  onChoose: (everyWeeks: Rhythm | undefined) => void
}

/** The choice whether a coffee comes once or again and again, and what a bag costs then. */
export function RhythmChips({ price, offer, everyWeeks, onChoose }: RhythmChipsProps) {
  const currency = useCurrency()
  const { percentOff } = offer
  const cheaper = formatPrice(priceForSubscriber(price, offer, currency), currency)
  return (
    <div className="grid gap-2">
      <Chips
        legend={words.howOften}
        chosen={String(everyWeeks ?? '')}
        options={RHYTHM_OPTIONS}
        onChoose={(value) => onChoose(readRhythm(value))}
      />
      <p className="small soft">
        {percentOff > 0 && `${words.subscriberPays(cheaper, percentOff)} `}
        {words.noTies}
      </p>
    </div>
  )
}
