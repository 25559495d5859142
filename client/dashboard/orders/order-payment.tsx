import type { OrderDetails } from '#contract/orders/order-details.ts'
import { formatMoney, toAmountText, toMinor, toTotal } from '#contract/values/money.ts'
import { useCurrency } from '#client/lib/page-state.ts'
import { Price } from '#client/ui/price.tsx'
import { totalRows } from '#client/ui/receipt/total-rows.ts'
import { Moment } from '../marks/marks.tsx'
import { OrderPanel } from './order-panels.tsx'
import { EndFreeOrder, RefundForm } from './refund-form.tsx'
import { words } from './texts.ts'

export function OrderPayment({ order }: { order: OrderDetails }) {
  const { checkout, gateway, paidAt, refunds } = order
  const currency = useCurrency()
  const left = centsLeft(order, currency)
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
      <Refunds refunds={refunds} />
      {order.payment && toTotal(order.total, currency) === 0 && refunds.length === 0 && (
        <EndFreeOrder order={order} />
      )}
      {order.payment && left > 0 && <RefundForm order={order} left={toAmountText(left, currency)} />}
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
function centsLeft({ total, refunds }: OrderDetails, currency: string): number {
  const refunded = refunds.filter(({ status }) => status !== 'failed')
  return refunded.reduce(
    (left, { amount }) => left - (toTotal(amount, currency) ?? 0),
    toTotal(total, currency) ?? 0,
  )
}

function Refunds({ refunds }: Pick<OrderDetails, 'refunds'>) {
  if (refunds.length === 0) return null
  return (
    <>
      <h3 className="text-lg">{words.refunds}</h3>
      <ul className="order-log">
        {refunds.map(({ _id, amount, status, at, by, reason }) => (
          <li key={_id}>
            <Price price={amount} /> {words.refundState[status]}{' '}
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
