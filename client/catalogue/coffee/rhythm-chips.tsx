import type { SubscriptionChoice } from '#client/guests/guest-cart.ts'
import { useCurrency, usePageState } from '#client/lib/page-state.ts'
import {
  priceForSubscriber,
  readRhythm,
  RHYTHM_OPTIONS,
} from '#client/ui/subscriptions/subscription-offer.ts'
import { PageLink } from '#client/ui/page-link.tsx'
import { pages } from '#contract/pages.ts'
import { formatPrice } from '#contract/values/money.ts'
import type { SubscriptionOffer } from '#contract/values/orders/subscriptions.ts'
import { words } from '../texts.ts'
import { Chips } from './chips.tsx'

const ROASTER = 'roaster'

type RhythmChipsProps = {
  id: string
  /** The price of a bag that is bought once. */
  price: string
  offer: SubscriptionOffer
  /** The kind of coffees from which the roaster can choose, if there are some. */
  kind: string | undefined
  chosen: SubscriptionChoice
  onChoose: (chosen: SubscriptionChoice) => void
}

/** The choice whether a coffee comes once or again and again, what a bag costs then, and who chooses the later coffees. */
export function RhythmChips({ id, price, offer, kind, chosen, onChoose }: RhythmChipsProps) {
  const currency = useCurrency()
  const { sendsMail } = usePageState().settings
  const { percentOff } = offer
  const cheaper = formatPrice(priceForSubscriber(price, offer, currency), currency)
  return (
    <div className="grid gap-2">
      <Chips
        legend={words.howOften}
        chosen={String(chosen.everyWeeks ?? '')}
        options={RHYTHM_OPTIONS}
        onChoose={(value) => onChoose({ ...chosen, everyWeeks: readRhythm(value) })}
      />
      <p className="small soft">
        {percentOff > 0 && `${words.subscriberPays(cheaper, percentOff)} `}
        {words.noTies}
      </p>
      {kind !== undefined && (
        <>
          <Chips
            legend={words.whichCoffee}
            chosen={chosen.roastersChoice ? ROASTER : ''}
            options={[
              { value: '', text: words.sameEachTime },
              { value: ROASTER, text: words.roastersChoice },
            ]}
            onChoose={(value) => onChoose({ ...chosen, roastersChoice: value === ROASTER || undefined })}
          />
          <p className="small soft">{words.roasterChooses(kind)}</p>
        </>
      )}
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
