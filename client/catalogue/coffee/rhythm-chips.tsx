import { useCurrency, usePageState } from '#client/lib/page-state.ts'
import {
  priceForSubscriber,
  readRhythm,
  RHYTHM_OPTIONS,
} from '#client/ui/subscriptions/subscription-offer.ts'
import { PageLink } from '#client/ui/page-link.tsx'
import { pages } from '#contract/pages.ts'
import { formatPrice } from '#contract/values/money.ts'
import type { Rhythm, SubscriptionOffer } from '#contract/values/orders/subscriptions.ts'
import { words } from '../texts.ts'
import { Chips } from './chips.tsx'

type RhythmChipsProps = {
  id: string
  /** The price of a bag that is bought once. */
  price: string
  offer: SubscriptionOffer
  everyWeeks: Rhythm | undefined
  onChoose: (everyWeeks: Rhythm | undefined) => void
}

/** The choice whether a coffee comes once or again and again, and what a bag costs then. */
export function RhythmChips({ id, price, offer, everyWeeks, onChoose }: RhythmChipsProps) {
  const currency = useCurrency()
  const { sendsMail } = usePageState().settings
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
      {sendsMail && (
        <p className="small">
          <PageLink to={pages.newGift(id)} className="link">
            {words.asGift}
          </PageLink>
        </p>
      )}
    </div>
  )
}
