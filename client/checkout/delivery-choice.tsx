import type { Offer } from '#contract/selling/checkout.ts'
import { Choice, Choices } from './choice.tsx'
import { promiseText } from '#client/ui/receipt/promise-text.ts'
import { deliveryPrice, words } from './texts.ts'
import type { CheckoutState, Way } from './use-quote.ts'

/** The question whether the order is sent or picked up. It is shown only if both are possible. */
export function WayChoice({ way, onChoose }: { way: Way; onChoose: (way: Way) => void }) {
  return (
    <Choices legend={words.way}>
      <div className="choice-pair">
        <Choice name="way" checked={way === 'parcel'} onChoose={() => onChoose('parcel')}>
          {words.send}
        </Choice>
        <Choice name="way" checked={way === 'pickup'} onChoose={() => onChoose('pickup')}>
          {words.pickUp}
        </Choice>
      </div>
    </Choices>
  )
}

type DeliveryChoiceProps = Pick<CheckoutState, 'way' | 'offers' | 'offer'> & {
  currency: string
  /** Whether an address is chosen, on which the prices of parcels depend. */
  hasAddress: boolean
  onChoose: (id: string) => void
}

/** The possible ways of delivery with their prices and promises. */
export function DeliveryChoice({ way, offers, offer, currency, hasAddress, onChoose }: DeliveryChoiceProps) {
  const legend = way === 'pickup' ? words.pickup : words.delivery
  return (
    <Choices legend={legend}>
      {offers.length === 0 && <p>{hasAddress ? words.notThere : words.addressFirst}</p>}
      {offers.map((one) => (
        <Choice key={one.id} name="delivery" checked={one.id === offer?.id} onChoose={() => onChoose(one.id)}>
          <OfferText offer={one} currency={currency} />
        </Choice>
      ))}
    </Choices>
  )
}

function OfferText({ offer, currency }: { offer: Offer; currency: string }) {
  const promise = promiseText(offer)
  return (
    <>
      <span className="spread">
        <span className="font-semibold">{offer.name}</span>
        <span className="price">{deliveryPrice(offer.price, currency)}</span>
      </span>
      {promise && <span className="block">{promise}</span>}
      {offer.note && <span className="small block whitespace-pre-line">{offer.note}</span>}
    </>
  )
}
