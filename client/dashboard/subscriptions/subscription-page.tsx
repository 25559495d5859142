import { useQuery } from '@tanstack/react-query'
import { callQuery } from '#client/lib/query.ts'
import { useParams } from '#client/lib/router.tsx'
import { SubscriptionCard } from '#client/subscriptions/subscription-card.tsx'
import '#client/subscriptions/subscriptions.css'
import { PageLink } from '#client/ui/page-link.tsx'
import { PageTitle } from '#client/ui/page-title.tsx'
import { CardListStates } from '#client/ui/states.tsx'
import type { DeskSubscription } from '#contract/orders/subscriptions-desk.ts'
import { pages } from '#contract/pages.ts'
import { dateText, dayText } from '#contract/values/dates/date-texts.ts'
import { orderStateText } from '#contract/values/states.ts'
import { DeskActions } from './desk-actions.tsx'
import { Present } from './present.tsx'
import './subscriptions.css'
import { words } from './texts.ts'

/** The page `/dashboard/subscriptions/{id}`: one subscription, which the owner changes for its customer. */
export function SubscriptionPage() {
  const { id = '' } = useParams()
  const query = useQuery(callQuery('GET /subscription/{id}', { params: { id } }))
  return (
    <>
      <PageLink to={pages.subscriptionDesk} className="link inline-block mb-2">
        {words.toAll}
      </PageLink>
      <PageTitle title={words.one}>{query.data && words.oneOf(query.data.name)}</PageTitle>
      <CardListStates list={query} loading={words.loadingOne} failed={words.oneFailed}>
        {(loaded) => <Shown data={loaded} />}
      </CardListStates>
    </>
  )
}

function Shown({ data }: { data: DeskSubscription }) {
  const { name, email, begunAt, endedAt, reason } = data
  const [subscription] = data.subscriptions
  if (!subscription) return null
  return (
    <div className="subscription-parts mt-4">
      <div>
        {email !== '' && (
          <p>
            {email} ·{' '}
            <PageLink to={ordersOf(email)} className="link">
              {words.ordersOf(name)}
            </PageLink>
          </p>
        )}
        <p className="small">{words.since(dayText(begunAt), endedAt && dayText(endedAt))}</p>
        {reason !== undefined && <p>“{reason}”</p>}
      </div>
      <div className="desk-subscription">
        <SubscriptionCard subscription={subscription}>
          <DeskActions subscription={subscription} data={data} />
        </SubscriptionCard>
        <div className="grid gap-5">
          <Present subscription={subscription} data={data} />
          <Deliveries data={data} />
        </div>
      </div>
    </div>
  )
}

export function ordersOf(email: string): string {
  return `${pages.fullOrders}?${new URLSearchParams({ email }).toString()}`
}

function Deliveries({ data: { subscriptions, deliveries, first } }: { data: DeskSubscription }) {
  const isGift = subscriptions[0]?.deliveriesLeft !== undefined
  return (
    <section className="panel subscription-card" aria-labelledby="deliveries">
      <h2 id="deliveries" className="text-lg">
        {words.history}
      </h2>
      <ul>
        {deliveries.map(({ day, state, order }) => (
          <li key={day} className="spread">
            <span>{dateText(day)}</span>
            {order ? <OrderOf order={order} /> : <span>{words.outcomes[state]}</span>}
          </li>
        ))}
        {first && (
          <li className="spread">
            <span>{isGift ? words.giftOrder : words.firstOrder}</span>
            <OrderOf order={isGift ? { ...first, gift: 'used' } : first} />
          </li>
        )}
      </ul>
    </section>
  )
}

type ShownOrder = NonNullable<DeskSubscription['first']> & { gift?: 'used' }

function OrderOf({ order }: { order: ShownOrder }) {
  const { _id, number } = order
  return (
    <span>
      <PageLink to={pages.fullOrder(_id)} className="link">
        {words.order(number)}
      </PageLink>{' '}
      <span className="small">{orderStateText(order)}</span>
    </span>
  )
}
