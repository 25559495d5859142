import { Problem } from '#contract/errors.ts'
import type { Dispute, OrderDetails } from '#contract/orders/order-details.ts'
import { toAmountText } from '#contract/values/money.ts'
import { listLotsOfOrder } from '#server/lots/roast-book.ts'
import { listMailsAbout } from '#server/mail/outbox.ts'
import type { Db } from '#server/shop-database.ts'
import type { OrderNoteRow, OrderRow } from '#server/tables.ts'
import { CANCELLED_BY_CUSTOMER, isPaidByHand } from '#server/tables/payment-rows.ts'
import type { DisputeRow, PaymentRow } from '#server/tables/payment-rows.ts'
import { presentFullOrder } from '../lists/full-orders.ts'
import { linesOf } from '../lists/queries.ts'
import type { Orders } from '../orders.ts'
import { reasonText } from '../payment-hooks.ts'
import { findOrder } from '../queries.ts'
import { canTellReady } from '../state/notify-customer.ts'
import { findCheckout, listRefunds, listShopNotes } from './queries.ts'
import type { NamedRefund } from './queries.ts'

/** Returns everything that an admin needs to know about one order, single or full. */
export async function showOrder(
  orders: Pick<Orders, 'database' | 'sendsMail' | 'currency'>,
  id: string,
): Promise<OrderDetails | Problem> {
  const { read } = orders.database
  const order = await findOrder(read, id)
  if (!order) return new Problem('not-found')
  const currency = await orders.currency()
  const [receipt, payment, notes, disputes, canTell, mails, lots] = await Promise.all([
    readOrderReceipt(read, order, currency),
    read.selectFrom('payments').selectAll().where('id', '=', order.payment_id).executeTakeFirst(),
    read.selectFrom('order_notes').selectAll().where('order_id', '=', id).orderBy('id').execute(),
    read
      .selectFrom('disputes')
      .selectAll()
      .where('payment_id', '=', order.payment_id)
      .orderBy('created_at')
      .orderBy('id')
      .execute(),
    canTellReady(read, orders, order),
    listMailsAbout(read, id),
    listLotsOfOrder(read, order.payment_id),
  ])
  return {
    ...receipt,
    kind: order.kind,
    ...presentPayment(payment),
    ...(canTell && { canTellReady: true }),
    ...(payment && canTakeBack(receipt, payment) && { canTakeBackPayment: true }),
    ...(payment?.reason === CANCELLED_BY_CUSTOMER && { isCancelledByCustomer: true }),
    disputes: disputes.map((dispute) => presentDispute(dispute, currency)),
    notes: notes.map(presentNote),
    mails,
    lots,
  }
}

/**
 * Reads an order with its lines, its refunds and what the customer agreed to in the checkout, in the form of a
 * response. `currency` is that of the shop.
 */
export async function readOrderReceipt(db: Db, order: OrderRow, currency: string) {
  const { payment_id } = order
  const [lines, checkout, refunds, shopNotes] = await Promise.all([
    linesOf(db, [payment_id]),
    findCheckout(db, order),
    listRefunds(db, payment_id),
    listShopNotes(db, order.id),
  ])
  return {
    ...presentFullOrder(order, lines.get(payment_id), currency),
    ...presentTracking(order),
    ...(checkout && { checkout }),
    refunds: refunds.map((refund) => presentRefund(refund, currency)),
    shopNotes,
  }
}

function presentTracking({ tracking_url, carrier, tracking_number }: OrderRow) {
  return {
    ...(tracking_url !== null && { trackingUrl: tracking_url }),
    ...(carrier !== null && { carrier }),
    ...(tracking_number !== null && { trackingNumber: tracking_number }),
  }
}

function presentRefund({ id, amount_cents, status, created_at, who, reason }: NamedRefund, currency: string) {
  return {
    _id: id,
    amount: toAmountText(amount_cents, currency),
    status,
    at: created_at,
    ...(who !== null && { by: who }),
    ...(reason !== null && { reason: reasonText(reason) }),
  }
}

/** Returns whether the payment of an order was marked as paid, and nothing of the order was sent, used or refunded. */
function canTakeBack(
  { state, gift, refunds }: Pick<OrderDetails, 'state' | 'gift' | 'refunds'>,
  payment: PaymentRow,
): boolean {
  const isUntouched = gift ? state === 'delivered' && gift === 'unused' : state === 'paid'
  return isUntouched && isPaidByHand(payment) && refunds.length === 0
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

function presentDispute(
  { kind, status, amount_cents, reason, due_at, created_at }: DisputeRow,
  currency: string,
): Dispute {
  return {
    kind,
    status,
    amount: toAmountText(amount_cents, currency),
    reason: reasonText(reason),
    ...(status === 'open' && due_at !== null && { dueAt: due_at }),
    at: created_at,
  }
}

function presentNote({ id, who, body, created_at, is_for_customer }: OrderNoteRow) {
  return {
    _id: id,
    who,
    body,
    at: created_at,
    ...(is_for_customer === 1 && { isForCustomer: true as const }),
  }
}
