import { sql } from 'kysely'
import type { OrderState } from '#contract/values/states.ts'
import { columnsOf, fixedQuery } from '#server/platform/database/fixed-query.ts'
import type { Db } from '#server/shop-database.ts'
import type { OrderRow, UserRow } from '#server/tables.ts'
import type { DisputeRow, PaymentRow } from '#server/tables/payment-rows.ts'

/**
 * The kind of a dispute of the order that is open or lost, or null. If there are several, a dispute comes before a warning
 * about fraud.
 */
export const disputeKind = sql<DisputeRow['kind'] | null>`(
  SELECT min(kind) FROM disputes WHERE disputes.payment_id = orders.payment_id AND disputes.status <> 'won')`

/** Statements with it filter by both ids, so that they find only rows of this user. */
export type OwnPayment = { paymentId: string; userId: string }

type PaidLines = OwnPayment & { orderId: string; at: number }

/**
 * Marks the cart lines that are reserved for a payment as paid. Returns the customer's name and email address from
 * each line.
 */
export const markLinesPaid = fixedQuery((db: Db, { paymentId, userId, orderId, at }: PaidLines) =>
  db
    .updateTable('cart_items')
    .set({ payment: 'OK', order_id: orderId, paid_at: at })
    .where('payment_id', '=', paymentId)
    .where('user_id', '=', userId)
    .returning(['email', 'customer']),
)

/**
 * Stores the id of an order in the lines that are reserved for its payment. The lines stay unpaid. Returns the same
 * columns as `markLinesPaid`.
 */
export const assignLines = fixedQuery((db: Db, { paymentId, userId, orderId }: Omit<PaidLines, 'at'>) =>
  db
    .updateTable('cart_items')
    .set({ order_id: orderId })
    .where('payment_id', '=', paymentId)
    .where('user_id', '=', userId)
    .returning(['email', 'customer']),
)

/**
 * Moves the order of a payment out of the state `waiting`, or back to it. Returns undefined if the order is not in the
 * state `from`. If the order is cancelled or reopened, the customer has to be told again what was told before.
 */
export function changeWaiting(
  db: Db,
  { paymentId, userId, from, to }: OwnPayment & { from: OrderState; to: 'paid' | 'cancelled' | 'waiting' },
): Promise<OrderRow | undefined> {
  return db
    .updateTable('orders')
    .set({
      state: to,
      delivered_at: null,
      ...([from, to].includes('cancelled') && { notified_at: null }),
    })
    .where('payment_id', '=', paymentId)
    .where('user_id', '=', userId)
    .where('state', '=', from)
    .returningAll()
    .executeTakeFirst()
}

const orderColumns = [
  'id',
  'user_id',
  'email',
  'customer',
  'total_cents',
  'payment_id',
  'created_at',
  'kind',
  'number',
  'state',
  'tracking_url',
  'withdrawn_at',
  'notified_at',
  'delivered_at',
] as const

/**
 * Takes the next order number. It must be called in the transaction that inserts the order. If that transaction is
 * rolled back, the counter is too, so the numbers have no gaps. Until the commit, other transactions that take a number
 * wait.
 */
export async function takeOrderNumber(tx: Db): Promise<number> {
  const [counter] = await countOrder(tx, {})
  if (!counter) throw new Error('There is no counter for the order number.')
  return counter.value
}

const countOrder = fixedQuery((db: Db) =>
  db
    .updateTable('counters')
    .set(({ eb }) => ({ value: eb('value', '+', 1) }))
    .where('name', '=', 'order')
    .returning('value'),
)

export const insertOrder = fixedQuery((db: Db, order: OrderRow) =>
  db.insertInto('orders').values(columnsOf(order, orderColumns)),
)

export function findOrder(db: Db, id: string): Promise<OrderRow | undefined> {
  return db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Locks an order until the end of the transaction, and returns it. The update sets a column to the value that it has. */
export function lockOrder(tx: Db, id: string): Promise<OrderRow | undefined> {
  return tx
    .updateTable('orders')
    .set(({ ref }) => ({ state: ref('state') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
}

/** Returns the name and the email address of a user, or undefined if the account was deleted. */
export function findCustomer(db: Db, userId: string): Promise<Pick<UserRow, 'name' | 'email'> | undefined> {
  return db.selectFrom('users').select(['name', 'email']).where('id', '=', userId).executeTakeFirst()
}

export function findOrderOfPayment(
  db: Db,
  { id, user_id }: Pick<PaymentRow, 'id' | 'user_id'>,
): Promise<OrderRow | undefined> {
  return db
    .selectFrom('orders')
    .selectAll()
    .where('payment_id', '=', id)
    .where('user_id', '=', user_id)
    .executeTakeFirst()
}
