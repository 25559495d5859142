import type { OrderDetails } from '#contract/orders/order-details.ts'
import { Moment, PaymentMark } from '../marks/marks.tsx'
import { texts } from '../texts.ts'
import { StateMarks } from './state-marks.tsx'
import { words } from './texts.ts'

/** The number of an order, its state, its total, and when it was placed. */
export function OrderFacts({ order }: { order: OrderDetails }) {
  return (
    <>
      <p className="cluster order-facts">
        <span className="order-number">{words.number(order.number)}</span>
        <StateMarks order={order} />
        <span className="price">{texts.total(order.total)}</span>
        <PaymentMark payment={order.payment} />
        <Moment at={order.orderedAt} />
      </p>
      {order.withdrawnAt !== undefined && (
        <p className="order-alert">
          {words.withdrawn} <Moment at={order.withdrawnAt} />
        </p>
      )}
    </>
  )
}
