import { useSession } from '#client/identity/session.tsx'
import { usePageState } from '#client/lib/page-state.ts'
import { ButtonLink } from '#client/ui/button.tsx'
import { PageLink } from '#client/ui/page-link.tsx'
import { promiseText } from '#client/ui/receipt/promise-text.ts'
import { pages } from '#contract/pages.ts'
import type { PaymentState } from '#contract/payments.ts'
import { weekdayText } from '#contract/values/dates/date-texts.ts'
import { dayOfNext, rhythmText } from '#contract/values/orders/subscriptions.ts'
import type { PlacedCheckout } from '#contract/selling/checkout.ts'
import { AddressLines } from '../address-choice.tsx'
import { returnWords as words, subscriptionWords } from '../texts.ts'
import { OrderedItems } from './ordered-items.tsx'
import { ToOrder } from './to-order.tsx'

type DetailsProps = { placed: PlacedCheckout; payment: PaymentState }

/** When and where the order arrives, what was bought, what comes next, and where the customer can go. */
export function PlacedDetails({ placed, payment }: DetailsProps) {
  const { checkout } = placed
  const { orderId } = payment
  const { method, promise, gift } = checkout
  const { sendsMail } = usePageState().settings
  const text = promiseText({ kind: method.kind, promise })
  return (
    <>
      {(text || sendsMail) && (
        <p className="text-lg">
          {[text && `${text}.`, sendsMail && words.next[gift ? 'gift' : method.kind]]
            .filter(Boolean)
            .join(' ')}
        </p>
      )}
      <Subscribed {...{ placed, payment }} />
      {!gift && <GoesTo checkout={checkout} />}
      {orderId !== undefined && <OrderedItems orderId={orderId} checkout={checkout} />}
      <p className="cluster">
        <ButtonLink to={pages.home}>{words.home}</ButtonLink>
        <ToOrder orderId={orderId} tone="quiet" />
      </p>
      <Invitation />
    </>
  )
}

/** The address to which an order is sent, or where it is picked up. */
function GoesTo({ checkout: { method, addressLines } }: Pick<DetailsProps['placed'], 'checkout'>) {
  const isPickup = method.kind === 'pickup'
  return (
    <section className="grid gap-1">
      <h2 className="text-xl">{isPickup ? words.pickUpAt : words.goesTo}</h2>
      <p>{isPickup ? method.name : <AddressLines lines={addressLines} />}</p>
      {method.note && <p className="small whitespace-pre-line">{method.note}</p>}
    </section>
  )
}

/** Says that the order begins subscriptions, which coffees come how often, and when the first of them comes again. */
function Subscribed({ placed: { checkout, subscribed }, payment: { status } }: DetailsProps) {
  const { user } = useSession()
  const [soonest] = subscribed
  if (soonest === undefined) return null
  const { promise } = checkout
  const next = promise && weekdayText(dayOfNext(promise.roastOn, soonest.everyWeeks))
  return (
    <section className="grid gap-1">
      <p>{status === 'paid' ? subscriptionWords.begun : subscriptionWords.begins}</p>
      <ul>
        {subscribed
          .map((one) => subscriptionWords.comes(one.coffee, rhythmText(one.everyWeeks, one.roastersChoice)))
          .map((text) => (
            <li key={text}>{text}</li>
          ))}
      </ul>
      {status === 'paid' && next !== null && <p>{subscriptionWords.next(next)}</p>}
      {user && (
        <p>
          <PageLink to={pages.subscriptions} className="link">
            {subscriptionWords.toOwn}
          </PageLink>
        </p>
      )}
    </section>
  )
}

/** Only a shop that sends mails can find out whether an account belongs to the person who has ordered. */
function Invitation() {
  const { user } = useSession()
  const { sendsMail } = usePageState().settings
  if (user || !sendsMail) return null
  return (
    <p className="small">
      <PageLink to={pages.register} className="link">
        {words.signUp}
      </PageLink>{' '}
      {words.signUpMore}
    </p>
  )
}
