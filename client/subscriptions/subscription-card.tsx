import { useEffect, useRef, useState } from 'react'
import type { OwnSubscription, OwnSubscriptions } from '#contract/orders/subscriptions.ts'
import { dayText, untilText } from '#contract/values/dates/date-texts.ts'
import { formatPrice } from '#contract/values/money.ts'
import { useCurrency } from '#client/lib/page-state.ts'
import { ownTimeZone } from '#client/lib/own-time-zone.ts'
import { packedAs } from '#client/lib/packed-as.ts'
import { Picture } from '#client/ui/picture.tsx'
import { Price } from '#client/ui/price.tsx'
import { promiseText } from '#client/ui/receipt/promise-text.ts'
import { isFocusLost, rowFocusId } from '#client/ui/use-row-focus.ts'
import { SubscriptionActions } from './subscription-actions.tsx'
import { words } from './texts.ts'
import { coffeeName } from './use-subscriptions.ts'

type SubscriptionCardProps = { subscription: OwnSubscription; data: OwnSubscriptions; token: string }

/** One of the subscriptions: what comes when and what it costs, and the buttons that change it. */
export function SubscriptionCard({ subscription, data, token }: SubscriptionCardProps) {
  const { product, grind, quantity, price, everyWeeks, state } = subscription
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
          <p>
            <Price price={price} /> <span className="small">{words.eachBag}</span>, {words.every(everyWeeks)}
          </p>
          {state !== 'active' && <p className="subscription-state">{words.states[state]}</p>}
        </div>
      </div>
      <NewPrice subscription={subscription} />
      <NextDeliveries subscription={subscription} />
      <Facts subscription={subscription} />
      <SubscriptionActions subscription={subscription} data={data} token={token} />
    </article>
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
  if (state === 'ended') return null
  if (state === 'paused') return <p>{words.pausedMore}</p>
  if (next.length === 0) return <p>{words.notPlanned}</p>
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
                {words.changeUntil(untilText(changeUntil, { at, readerZone: ownTimeZone() }))}
              </span>
            )}
          </li>
        ))}
      </ol>
    </div>
  )
}

function Facts({ subscription: { addressLines, delivery, card } }: { subscription: OwnSubscription }) {
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
        </dd>
      </div>
      <div>
        <dt>{words.paidWith}</dt>
        <dd>{card ?? words.transfer}</dd>
      </div>
    </dl>
  )
}
