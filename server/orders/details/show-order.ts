import { Problem } from '#contract/errors.ts'
import type { Dispute, OrderDetails } from '#contract/orders/order-details.ts'
import { toAmountText, toPrice } from '#contract/values/money.ts'
import type { OrderNoteRow } from '#server/tables.ts'
import type { DisputeRow, PaymentRow } from '#server/tables/payment-rows.ts'
import type { Orders } from '../orders.ts'
import { findOrder } from '../queries.ts'
import { reasonText } from '../report-dispute.ts'
import { canTellReady } from '../state/tell-ready.ts'
import { readOrderReceipt } from './present.ts'
import { findPayment, listDisputes, listNotes } from './queries.ts'

/** Returns everything that an admin needs to know about one order, single or full. */
export async function showOrder(
  orders: Pick<Orders, 'database' | 'sendsMail'>,
  id: string,
): Promise<OrderDetails | Problem> {
  const { read } = orders.database
  const order = await findOrder(read, id)
  if (!order) return new Problem('not-found')
  const [receipt, payment, notes, disputes, canTell] = await Promise.all([
    readOrderReceipt(read, order),
    findPayment(read, order.payment_id),
    listNotes(read, id),
    listDisputes(read, order.payment_id),
    canTellReady(read, orders, order),
  ])
  return {
    ...receipt,
    kind: order.kind,
    ...presentPayment(payment),
    ...(canTell && { canTellReady: true }),
    ...(payment && canTakeBack(receipt, payment) && { canTakeBackPayment: true }),
    disputes: disputes.map(presentDispute),
    notes: notes.map(presentNote),
  }
}

/** Returns whether the payment of an order was marked as paid, and nothing of it was sent or refunded. */
function canTakeBack(
  { state, refunds }: Pick<OrderDetails, 'state' | 'refunds'>,
  { gateway }: PaymentRow,
): boolean {
  return state === 'paid' && gateway === 'later' && refunds.length === 0
}

function presentPayment(payment: PaymentRow | undefined) {
  if (!payment) return { gateway: '' }
  const { gateway, reference, settled_at, status, fee_cents, fee_currency } = payment
  return {
    gateway,
    // Only references of Stripe are shown. The owner has no place to look up the references of the other gateways.
    ...(reference !== null && gateway === 'stripe' && { reference }),
    ...(status === 'succeeded' && settled_at !== null && { paidAt: settled_at }),
    ...(fee_cents !== null &&
      fee_currency !== null && {
        fee: { amount: toAmountText(fee_cents, fee_currency), currency: fee_currency },
      }),
  }
}

function presentDispute({ kind, status, amount_cents, reason, due_at, created_at }: DisputeRow): Dispute {
  return {
    kind,
    status,
    amount: toPrice(amount_cents),
    reason: reasonText(reason),
    ...(status === 'open' && due_at !== null && { dueAt: due_at }),
    at: created_at,
  }
}

function presentNote({ id, who, body, created_at }: OrderNoteRow) {
  return { _id: id, who, body, at: created_at }
}
