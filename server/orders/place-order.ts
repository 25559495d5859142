import { sql } from 'kysely'
import { Problem } from '#contract/errors.ts'
import type { Address } from '#contract/selling/settings.ts'
import { giveBackUses } from '#server/discounts/claim-uses.ts'
import { newId, now } from '#server/platform/clock.ts'
import type { Db, ShopWrite } from '#server/shop-database.ts'
import { unpackLots } from '#server/lots/pack-lots.ts'
import { giveBackStock } from '#server/stock/hold-stock.ts'
import type { OrderRow } from '#server/tables.ts'
import type { PaymentRow } from '#server/tables/payment-rows.ts'
import { findCheckout } from './details/queries.ts'
import {
  assignLines,
  changeWaiting,
  findCustomer,
  findOrderOfPayment,
  insertOrder,
  markLinesPaid,
  takeOrderNumber,
} from './queries.ts'
import type { OwnPayment } from './queries.ts'

type Attempt = Pick<PaymentRow, 'id' | 'user_id' | 'kind' | 'amount_cents'>

/**
 * Turns the cart lines that are reserved for a payment into an order, and returns the order. It must run in the
 * transaction that writes the outcome of the payment or, if the customer pays later, in the one that opens the payment.
 * The lines of a `waiting` order stay unpaid. `at` is in UTC milliseconds. The order gets a copy of the customer's name
 * and email address, which stays the same if the user changes them later.
 */
export async function placeOrder(
  { tx, publish }: ShopWrite,
  { id: paymentId, user_id, kind, amount_cents }: Attempt,
  ...[at, state = 'paid']: [at: number, state?: 'paid' | 'waiting']
): Promise<OrderRow> {
  const id = newId()
  const lines = { paymentId, userId: user_id, orderId: id, at }
  const [line] = await (state === 'paid' ? markLinesPaid(tx, lines) : assignLines(tx, lines))
  if (!line) throw new Error(`Payment ${paymentId} holds no lines.`)
  const order: OrderRow = {
    id,
    user_id,
    email: line.email,
    customer: line.customer,
    total_cents: amount_cents,
    payment_id: paymentId,
    created_at: at,
    kind,
    number: await takeOrderNumber(tx),
    state,
    tracking_url: null,
    carrier: null,
    tracking_number: null,
    told_url: null,
    withdrawn_at: null,
    notified_at: null,
    delivered_at: null,
  }
  await insertOrder(tx, order)
  publish({ type: 'order-placed', userId: user_id, orderId: id })
  return order
}

/**
 * Marks the waiting order of this payment and its lines as paid, and returns the order. Returns null if the order is no
 * longer waiting.
 */
export async function payWaitingOrder(
  { tx, publish }: ShopWrite,
  payment: OwnPayment,
  at: number,
): Promise<OrderRow | null> {
  const order = await changeWaiting(tx, { ...payment, from: 'waiting', to: 'paid' })
  if (!order) return null
  await markLinesPaid(tx, { ...payment, orderId: order.id, at })
  publish({ type: 'order-changed', userId: order.user_id })
  return order
}

/**
 * Makes the paid order of this payment wait for its payment again, and returns it. Its lines are unpaid again, and its
 * stock stays reserved. Returns a problem if the order is in another state. A gift was `delivered` when it was paid.
 */
export async function waitAgain(
  { tx, publish }: ShopWrite,
  { id: paymentId, user_id: userId, subscription }: PaymentRow,
): Promise<OrderRow | Problem> {
  const from = subscription === 'gift' ? 'delivered' : 'paid'
  const order = await changeWaiting(tx, { paymentId, userId, from, to: 'waiting' })
  if (!order) return new Problem('state-conflict')
  await tx
    .updateTable('cart_items')
    .set({ payment: null, paid_at: null, delivery: null })
    .where('payment_id', '=', paymentId)
    .where('user_id', '=', userId)
    .execute()
  publish({ type: 'payment-changed', userId: order.user_id })
  return order
}

/**
 * Cancels the waiting order of this payment and returns it. Its lines are marked as removed but stay in the database,
 * and what was taken from the stocks for them is put back, as are its discounts. Returns null if the order is no longer
 * waiting.
 */
export async function cancelWaitingOrder(
  { tx, publish }: ShopWrite,
  payment: OwnPayment,
): Promise<OrderRow | null> {
  const order = await changeWaiting(tx, { ...payment, from: 'waiting', to: 'cancelled' })
  if (!order) return null
  await tx
    .updateTable('cart_items')
    .set({ removed_at: now() })
    .where('payment_id', '=', payment.paymentId)
    .where('user_id', '=', payment.userId)
    .where('payment', 'is', null)
    .execute()
  await unpackLots(tx, payment.paymentId)
  await giveBackStock(tx, payment.paymentId, 'released')
  await giveBackUses(tx, payment.paymentId)
  publish({ type: 'order-changed', userId: order.user_id })
  return order
}

/**
 * Counts the waiting orders of a user, that is, those that the user has still to pay. The value `waiting` is written
 * into the SQL text instead of being a parameter, because the databases use the partial index of waiting orders only
 * then.
 */
export async function countWaiting(db: Db, userIds: string[]): Promise<number> {
  const waiting = await db
    .selectFrom('orders')
    .select('id')
    .where('state', '=', sql.lit('waiting' as const))
    .where('user_id', 'in', userIds)
    .execute()
  return waiting.length
}

/**
 * Returns whether a user has placed an order before a time that is paid, cost something, and was not refunded since.
 * Orders have an index by the email address from when they were placed. The databases use it only if `full` is in the
 * SQL text.
 */
export async function hasPaidBefore(
  db: Db,
  { userId, before }: { userId: string; before: number },
): Promise<boolean> {
  const order = await db
    .selectFrom('users')
    .innerJoin('orders', (join) =>
      join
        .onRef('orders.user_id', '=', 'users.id')
        .onRef('orders.email', '=', 'users.email')
        .on('kind', '=', sql.lit('full' as const)),
    )
    .select('orders.id')
    .where('users.id', '=', userId)
    .where('orders.created_at', '<=', before)
    .where('state', 'not in', ['waiting', 'cancelled', 'refunded'])
    .where('total_cents', '>', 0)
    .limit(1)
    .executeTakeFirst()
  return order !== undefined
}

/**
 * Returns the id of the oldest full order (lines that were paid for together) that belongs to one of these payments of
 * a user. Returns null if none of them has a full order.
 */
export async function findFullOrderId(
  db: Db,
  { paymentIds, userId }: { paymentIds: string[]; userId: string },
): Promise<string | null> {
  if (paymentIds.length === 0) return null
  const order = await db
    .selectFrom('orders')
    .select('id')
    .where('payment_id', 'in', paymentIds)
    .where('user_id', '=', userId)
    .where('kind', '=', 'full')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return order?.id ?? null
}

/** Returns the id of the order of this payment, or null if it has none. */
export async function findOrderIdOf(
  db: Db,
  payment: Pick<PaymentRow, 'id' | 'user_id'>,
): Promise<string | null> {
  return (await findOrderOfPayment(db, payment))?.id ?? null
}

/** Returns the email address of a payment's customer, and the address of the parcel, or null for a pickup. */
export async function findBuyer(
  db: Db,
  { id, user_id }: Pick<PaymentRow, 'id' | 'user_id'>,
): Promise<{ email: string | null; address: Address | null }> {
  const customer = await findCustomer(db, user_id)
  const checkout = await findCheckout(db, { payment_id: id, user_id })
  return { email: customer?.email ?? null, address: checkout?.address ?? null }
}
