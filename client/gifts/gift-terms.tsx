import { Chips } from '#client/catalogue/coffee/chips.tsx'
import { RHYTHM_OPTIONS, readRhythm } from '#client/ui/subscriptions/subscription-offer.ts'
import { GIFT_DELIVERIES } from '#contract/values/orders/gifts.ts'
import type { GiftDeliveries } from '#contract/values/orders/gifts.ts'
import type { Rhythm } from '#contract/values/orders/subscriptions.ts'
import { words } from './texts.ts'

type GiftTermsProps = {
  deliveries: GiftDeliveries
  everyWeeks: Rhythm
  setDeliveries: (deliveries: GiftDeliveries) => void
  setEveryWeeks: (weeks: Rhythm) => void
}

/** The choice of how many deliveries a gift has, and how often one comes. */
export function GiftTerms({ deliveries, everyWeeks, setDeliveries, setEveryWeeks }: GiftTermsProps) {
  return (
    <>
      <Chips
        legend={words.deliveries}
        chosen={String(deliveries)}
        options={GIFT_DELIVERIES.map((count) => ({
          value: String(count),
          text: words.deliveriesOf(count),
        }))}
        onChoose={(value) =>
          setDeliveries(GIFT_DELIVERIES.find((count) => String(count) === value) ?? deliveries)
        }
      />
      <Chips
        legend={words.rhythm}
        chosen={String(everyWeeks)}
        options={RHYTHM_OPTIONS.slice(1)}
        onChoose={(value) => setEveryWeeks(readRhythm(value) ?? everyWeeks)}
      />
    </>
  )
}
