import type { ReactNode } from 'react'
import { PageLink } from '#client/ui/page-link.tsx'
import { promiseText } from '#client/ui/receipt/promise-text.ts'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { pages } from '#contract/pages.ts'
import type { Offer, Quote } from '#contract/selling/checkout.ts'
import { deliveryPrice, words } from './texts.ts'
import { whyNoOffer } from './use-quote.ts'
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

type DeliveryChoiceProps = Pick<CheckoutState, 'way' | 'country' | 'offers' | 'offer'> & {
  quote: Quote
  /** Whether the quote for what is chosen now is still being loaded. */
  isLoading: boolean
  onChoose: (id: string) => void
}

/** The id of the group with the ways of delivery. It gets the focus after an address was chosen. */
export const DELIVERY = 'delivery'

export function DeliveryChoice(props: DeliveryChoiceProps) {
  const { quote, way, offers, offer, isLoading, onChoose } = props
  const legend = way === 'pickup' && offers.length > 0 ? words.pickup : words.delivery
  return (
    <Choices legend={legend} id={DELIVERY}>
      {offers.length === 0 && (isLoading ? <Skeleton className="h-16 w-full" /> : <NoOffer {...props} />)}
      {offers.map((one) => (
        <Choice key={one.id} name="delivery" checked={one.id === offer?.id} onChoose={() => onChoose(one.id)}>
          <OfferText offer={one} currency={quote.currency} />
        </Choice>
      ))}
    </Choices>
  )
}

function NoOffer({ quote, way, country }: DeliveryChoiceProps) {
  const why = whyNoOffer(quote, way, country)
  if (why === 'addressFirst' || why === 'notThere') return <p>{words[why]}</p>
  return (
    <p>
      {words[why]}{' '}
      <PageLink to={pages.contact} className="link">
        {words.writeToUs}
      </PageLink>
    </p>
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

type ChoiceProps = {
  name: string
  checked: boolean
  onChoose: () => void
  children: ReactNode
}

/** A radio button in a box with the text that describes the choice. The whole box is the label of the radio button. */
export function Choice({ name, checked, onChoose, children }: ChoiceProps) {
  return (
    <label className="choice">
      <input type="radio" name={name} checked={checked} onChange={onChoose} />
      <span className="flex-1 min-w-0">{children}</span>
    </label>
  )
}

/** A group of choices with a heading. It can get the focus when what was focused before has disappeared. */
export function Choices({ legend, id, children }: { legend: string; id?: string; children: ReactNode }) {
  return (
    <fieldset id={id} tabIndex={-1} className="choices">
      <legend>{legend}</legend>
      {children}
    </fieldset>
  )
}
