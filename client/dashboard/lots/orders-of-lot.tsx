import { useQuery } from '@tanstack/react-query'
import { callQuery } from '#client/lib/query.ts'
import { PageLink } from '#client/ui/page-link.tsx'
import { LoadError, LoadingBar } from '#client/ui/states.tsx'
import type { Lot } from '#contract/orders/lots.ts'
import { pages } from '#contract/pages.ts'
import { grams } from '#contract/values/orders/grams.ts'
import { orderStateNames } from '#contract/values/states.ts'
import { lotTitle, words } from './texts.ts'

/** The orders that were packed from a lot. Packers do not get the email addresses of the customers. */
export function OrdersOfLot({ lot }: { lot: Lot }) {
  const orders = useQuery(callQuery('GET /lots/{id}/orders', { params: { id: lot._id } }))
  if (orders.isPending) return <LoadingBar label={words.loadingOrders} />
  if (orders.isLoadingError) return <LoadError title={words.ordersFailed} query={orders} />
  if (!orders.data || orders.data.length === 0) return <p>{words.noOrders}</p>
  return (
    <ul className="lot-orders" aria-label={words.whoOf(lotTitle(lot))}>
      {orders.data.map((order) => (
        <li key={order._id}>
          <PageLink to={pages.fullOrder(order._id)} className="link">
            {words.order(order.number)}
          </PageLink>{' '}
          <span>
            {order.customer}
            {'email' in order && order.email !== '' && <span className="line small"> {order.email}</span>}
          </span>{' '}
          <span>
            {grams(order.grams)} <span className="line small">{orderStateNames[order.state]}</span>
          </span>
        </li>
      ))}
    </ul>
  )
}
