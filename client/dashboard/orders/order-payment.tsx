import { useState } from 'react'
import type { FormEvent } from 'react'
import type { OrderDetails } from '#contract/orders/order-details.ts'
import { formatMoney, formatPrice, toAmountText, toMinor, toTotal } from '#contract/values/money.ts'
import { api } from '#client/lib/api.ts'
import { useCurrency } from '#client/lib/page-state.ts'
import { Button } from '#client/ui/button.tsx'
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx'
import { Price } from '#client/ui/price.tsx'
import { TextField } from '#client/ui/fields.tsx'
import { Form } from '#client/ui/form.tsx'
import { totalRows } from '#client/ui/receipt/total-rows.ts'
import { Moment } from '../marks/marks.tsx'
import { OrderPanel } from './order-panels.tsx'
import { words } from './texts.ts'
import { useOrderCall } from './use-order-call.ts'

/** How an order was paid, the parts of its total, its refunds, and a form for another refund. */
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

/**
 * The form that refunds an order. `left` is what can still be refunded, as text. The field contains this amount at
 * first, and the admin confirms every refund. An order that was paid later is refunded by hand: the shop moves no
 * money.
 */
function RefundForm({ order, left }: { order: OrderDetails; left: string }) {
  const [amount, setAmount] = useState<string | null>(null)
  const [error, setError] = useState<string>()
  const [asking, setAsking] = useState(false)
  const currency = useCurrency()
  const money = (price: string) => formatPrice(price, currency)
  const isByHand = order.gateway === 'later'
  const { mutate, isPending } = useOrderCall({
    send: (sent: string) =>
      api('POST /order/{id}/refunds', { params: { id: order._id }, body: { amount: sent } }),
    done: ({ status }, sent) => {
      if (isByHand) return words.byHandDone(money(sent))
      return (status === 'succeeded' ? words.refunded : words.refundPending)(money(sent))
    },
    onDone: () => setAmount(null),
  })
  const shown = amount ?? left
  function submit(event: FormEvent): void {
    event.preventDefault()
    const cents = toTotal(shown, currency)
    const isGood = cents !== null && cents > 0 && cents <= (toTotal(left, currency) ?? 0)
    setError(isGood ? undefined : words.refundWrong(money(left)))
    if (isGood) setAsking(true)
  }
  return (
    <Form onSubmit={submit}>
      <TextField
        label={words.refundAmount}
        hint={`${words.refundHint(money(left))}${isByHand ? ` ${words.byHandHint}` : ''}`}
        error={error}
        inputMode="decimal"
        value={shown}
        onChange={({ target }) => setAmount(target.value)}
      />
      <Button type="submit" tone="quiet" busy={isPending} busyText={words.refunding}>
        {words.refund}
      </Button>
      {asking && (
        <ConfirmDialog
          title={words.refundTitle(money(shown))}
          more={isByHand ? words.byHandMore(order.email) : words.refundMore(order.email)}
          confirm={words.refund}
          cancel={words.refundKeep}
          onConfirm={() => mutate(shown.trim())}
          onClose={() => setAsking(false)}
        />
      )}
    </Form>
  )
}
