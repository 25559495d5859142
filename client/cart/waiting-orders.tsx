import { useQuery } from '@tanstack/react-query'
import { useCurrency } from '#client/lib/page-state.ts'
import { callQuery } from '#client/lib/query.ts'
import { PageLink } from '#client/ui/page-link.tsx'
import type { OwnOrder } from '#contract/orders/own-orders.ts'
import { pages } from '#contract/pages.ts'
import { formatPrice } from '#contract/values/money.ts'
import { words } from './texts.ts'

/**
 * Fetches the customer's orders that are placed but not paid, newest first. Their items have left the cart. Returns null
 * until the first response. The cart waits for it, because the orders would appear above the cart and push it down. If
 * the request fails, the cart is shown without them, and they are added if a retry succeeds.
 */
export function useWaitingOrders(): OwnOrder[] | null {
  const { data, failureCount } = useQuery(callQuery('GET /myOrders', { query: { state: 'waiting' } }))
  return data?.orders ?? (failureCount > 0 ? [] : null)
}

/** Says for which orders the customer has still to pay, how much, and how. */
export function WaitingOrders({ orders }: { orders: OwnOrder[] }) {
  if (orders.length === 0) return null
  return (
    <section aria-label={words.waiting} className="waiting-orders">
      {orders.map((order) => (
        <Waiting key={order._id} order={order} />
      ))}
    </section>
  )
}

function Waiting({ order: { number, total, payLaterNote } }: { order: OwnOrder }) {
  return (
    <article className="panel waiting-order">
      <h2 className="text-xl">{words.waits(number)}</h2>
      <p className="text-lg">{words.pleasePay(formatPrice(total, useCurrency()))}</p>
      {payLaterNote !== undefined && (
        <div>
          <h3 className="font-semibold">{words.howToPay}</h3>
          <p className="whitespace-pre-line">{payLaterNote}</p>
        </div>
      )}
      <PageLink to={pages.account} className="link icon-text justify-self-start">
        {words.seeOrCancel(number)}
      </PageLink>
    </article>
  )
}
