import type { OrderDetails, Refund } from '#contract/orders/order-details.ts'
import { formatMoney, formatPrice, toMinor, toPrice, toTotal } from '#contract/values/money.ts'
import { totalRows } from '#client/ui/receipt/total-rows.ts'
import { Moment } from '../marks/marks.tsx'
import { OrderPanel } from './order-panel.tsx'
import { RefundForm } from './refund-form.tsx'
import { words } from './texts.ts'

/** How an order was paid, the parts of its total, its refunds, and a form for another refund. */
export function OrderPayment({ order }: { order: OrderDetails }) {
  const { checkout, gateway, paidAt, refunds } = order
  const left = centsLeft(order)
  return (
    <OrderPanel title={words.payment}>
      {order.payment ? (
        <p>
          {words.paidWith(gateway)} {paidAt !== undefined && <Moment at={paidAt} />}
        </p>
      ) : (
        order.state === 'waiting' && <p>{words.notPaidYet}</p>
      )}
      <AtGateway order={order} />
      {checkout && (
        <dl className="order-totals">
          {totalRows(checkout).map(({ label, amount }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd className="price">{amount}</dd>
            </div>
          ))}
        </dl>
      )}
      {refunds.length > 0 && <RefundList refunds={refunds} />}
      {order.payment && left > 0 && <RefundForm order={order} left={toPrice(left)} />}
    </OrderPanel>
  )
}

/** The gateway's id of the payment, and what it has kept as its fee. */
function AtGateway({ order: { reference, fee } }: { order: OrderDetails }) {
  const feeCents = fee ? toMinor(fee.amount, fee.currency) : null
  return (
    <>
      {reference !== undefined && <p className="small wrap-anywhere">{words.reference(reference)}</p>}
      {fee && feeCents !== null && <p className="small">{words.fee(formatMoney(feeCents, fee.currency))}</p>}
    </>
  )
}

/** Returns how many cents of an order were not refunded yet. A refund that failed does not count. */
function centsLeft({ total, refunds }: OrderDetails): number {
  const refunded = refunds.filter(({ status }) => status !== 'failed')
  return refunded.reduce((left, { amount }) => left - (toTotal(amount) ?? 0), toTotal(total) ?? 0)
}

function RefundList({ refunds }: { refunds: Refund[] }) {
  return (
    <>
      <h3 className="font-semibold">{words.refunds}</h3>
      <ul className="order-log">
        {refunds.map(({ _id, amount, status, at, by, reason }) => (
          <li key={_id}>
            <span className="price">{formatPrice(amount)}</span> {words.refundState[status]}{' '}
            {reason !== undefined && words.refundReason(reason)}{' '}
            <span className="small">
              {by ?? words.shopItself}, <Moment at={at} />
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}
