import type { Dispute, OrderDetails } from '#contract/orders/order-details.ts'
import { dayText } from '#contract/values/dates/date-texts.ts'
import { formatPrice } from '#contract/values/money.ts'
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
      {order.disputes.map((dispute) => (
        <DisputeAlert key={dispute.kind + dispute.at} dispute={dispute} />
      ))}
    </>
  )
}

/** Says that the customer disputes the payment, how that ended, or that the bank warns of fraud. */
function DisputeAlert({ dispute }: { dispute: Dispute }) {
  const { kind, status, amount, reason, dueAt } = dispute
  if (kind === 'warning' && status !== 'open') return null
  const said = kind === 'warning' ? words.fraudWarning : words.disputes[status]
  return (
    <p className={status === 'won' ? 'order-settled' : 'order-alert'}>
      {said(formatPrice(amount), reason)} {dueAt !== undefined && words.disputeDue(dayText(dueAt))}
    </p>
  )
}
