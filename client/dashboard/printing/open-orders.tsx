import { useId } from 'react'
import type { OpenOrder } from '#contract/orders/order-details.ts'
import { pages } from '#contract/pages.ts'
import { orderStateNames } from '#contract/values/states.ts'
import { PageLink } from '#client/ui/page-link.tsx'
import { formatPrice } from '#contract/values/money.ts'
import { Moment } from '../marks/marks.tsx'
import { OrderMarks } from './order-marks.tsx'
import { words } from './texts.ts'

/** A table of orders with links to their pages. It is not printed. Without orders there is nothing. */
export function OpenOrders({ title, orders }: { title: string; orders: OpenOrder[] }) {
  const id = useId()
  if (orders.length === 0) return null
  return (
    <section className="sheet not-printed mt-6">
      <h2 id={id}>{title}</h2>
      <table className="sheet-table sheet-rows" aria-labelledby={id}>
        <thead>
          <tr>
            <th scope="col">{words.orderNumber}</th>
            <th scope="col">{words.customer}</th>
            <th scope="col">{words.state}</th>
            <th scope="col" className="amount">
              {words.total}
            </th>
          </tr>
        </thead>
        <tbody>
          {orders.map((order) => (
            <OrderRow key={order._id} order={order} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

function OrderRow({ order }: { order: OpenOrder }) {
  const { _id, number, marks, customer, state, total, orderedAt } = order
  return (
    <tr>
      <td>
        <PageLink to={pages.fullOrder(_id)} className="link inline-block min-h-6 min-w-6">
          {number}
        </PageLink>
      </td>
      <td className="wrap-anywhere">
        {customer}
        <span className="line small">
          <Moment at={orderedAt} />
        </span>
      </td>
      <td>
        {orderStateNames[state]}
        <OrderMarks marks={marks} />
      </td>
      <td className="amount">{formatPrice(total)}</td>
    </tr>
  )
}
