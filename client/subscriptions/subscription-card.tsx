import { useEffect, useRef, useState } from 'react'
import { pages } from '#contract/pages.ts'
import type { OwnSubscription } from '#contract/orders/subscriptions.ts'
import { dayText, untilText } from '#contract/values/dates/date-texts.ts'
import { formatPrice } from '#contract/values/money.ts'
import { useCurrency, usePageState } from '#client/lib/page-state.ts'
import { packedAs } from '#client/lib/packed-as.ts'
import { PageLink } from '#client/ui/page-link.tsx'
import { Picture } from '#client/ui/picture.tsx'
import { Price } from '#client/ui/price.tsx'
import { promiseText } from '#client/ui/receipt/promise-text.ts'
import { useTimeZone } from '#client/ui/receipt/use-time-zone.ts'
import { isFocusLost, rowFocusId } from '#client/ui/use-row-focus.ts'
import { words } from './texts.ts'
import { coffeeName, hasNoWay } from './use-subscriptions.ts'

/** `children` are the buttons that change the subscription, apart from those for the address and the card. */
type SubscriptionCardProps = {
  subscription: OwnSubscription
  changeAddress?: React.ReactNode
  changeCard?: React.ReactNode
  children: React.ReactNode
}

/** One of the subscriptions: what comes when and what it costs. */
export function SubscriptionCard({ subscription, children, ...changes }: SubscriptionCardProps) {
  const { product, grind, quantity, state } = subscription
  const heading = rowFocusId(subscription._id)
  const weight = subscription.roastersChoice ? undefined : product.weight
  const packed = packedAs({ weight, grind: grind ?? undefined })
  return (
    <article className="panel subscription" aria-labelledby={heading}>
      <div className="subscription-head">
        <Picture src={product.img} alt="" sizes="6rem" />
        <div className="grid content-start gap-1">
          <Heading id={heading} subscription={subscription}>
            {quantity} × {coffeeName(subscription)}
          </Heading>
          {packed && <p>{packed}</p>}
          <Terms subscription={subscription} />
          {state !== 'active' && <p className="subscription-state">{words.states[state]}</p>}
        </div>
      </div>
      <NewPrice subscription={subscription} />
      <NextDeliveries subscription={subscription} />
      {children}
      <Facts subscription={subscription} {...changes} />
    </article>
  )
}

/** What each bag costs and how often it comes, or how much of a gift is left. */
function Terms({ subscription }: { subscription: OwnSubscription }) {
  const { product, price, everyWeeks, deliveriesLeft: left } = subscription
  if (left === undefined)
    return (
      <p>
        <Price price={price} /> <span className="small">{words.eachBag}</span>, {words.every(everyWeeks)}
      </p>
    )
  if (left > 0) return <p>{words.giftLeft(left, words.every(everyWeeks))}</p>
  return (
    <p>
      {words.giftOver}{' '}
      <PageLink to={pages.coffee(product._id)} className="link">
        {words.subscribe}
      </PageLink>
    </p>
  )
}

type HeadingProps = { id: string; subscription: OwnSubscription; children: React.ReactNode }

/** The heading takes the focus if the subscription has changed and the pressed button, which may be Undo, has disappeared. */
function Heading({ id, subscription, children }: HeadingProps) {
  const shown = useRef(subscription)
  useEffect(() => {
    if (shown.current !== subscription && isFocusLost()) document.getElementById(id)?.focus()
    shown.current = subscription
  }, [subscription, id])
  return (
    <h2 id={id} tabIndex={-1} className="text-xl wrap-anywhere">
      {children}
    </h2>
  )
}

function NewPrice({ subscription: { newPrice } }: { subscription: OwnSubscription }) {
  const currency = useCurrency()
  if (!newPrice) return null
  return <p>{words.newPrice(formatPrice(newPrice.price, currency), dayText(newPrice.from))}</p>
}

function NextDeliveries({ subscription }: { subscription: OwnSubscription }) {
  const { next, state, addressLines } = subscription
  const [at] = useState(() => Date.now())
  const { timeZone } = usePageState().settings
  const readerZone = useTimeZone() || timeZone
  if (state === 'ended') return null
  if (state === 'paused') return <p>{words.pausedMore}</p>
  if (next.length === 0) return <p>{hasNoWay(subscription) ? words.noWay : words.notPlanned}</p>
  const kind = addressLines.length > 0 ? 'parcel' : 'pickup'
  return (
    <div>
      <h3>{words.nextDates}</h3>
      <ol className="next-deliveries">
        {next.map(({ day, promise, changeUntil }, index) => (
          <li key={day}>
            {promiseText({ kind, promise })}
            {index === 0 && (
              <span className="small block">
                {words.changeUntil(untilText(changeUntil, { at, readerZone }))}
              </span>
            )}
          </li>
        ))}
      </ol>
    </div>
  )
}

function Facts({ subscription, changeAddress, changeCard }: Omit<SubscriptionCardProps, 'children'>) {
  const { addressLines, delivery, card, deliveriesLeft } = subscription
  const { paysAtOnce } = usePageState().settings
  return (
    <dl className="subscription-facts">
      <div>
        <dt>{words.goesTo}</dt>
        <dd>
          {[delivery, ...addressLines]
            .filter((line) => line !== '')
            .map((line) => (
              <span key={line} className="block">
                {line}
              </span>
            ))}
          {changeAddress}
        </dd>
      </div>
      <div>
        <dt>{words.paidWith}</dt>
        <dd>
          {deliveriesLeft === undefined
            ? (card ?? (paysAtOnce ? words.atOnce : words.transfer))
            : words.paidAsGift}
          {changeCard}
        </dd>
      </div>
    </dl>
  )
}
