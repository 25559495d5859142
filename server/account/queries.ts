import { sql } from 'kysely'
import type { Db } from '#server/shop-database.ts'
import type { CheckoutRow, OrderRow } from '#server/tables.ts'
import type { OrderToEraseRow } from '#server/tables/account-rows.ts'

/** A user with the current email address, by which the lines of carts and orders are indexed. */
export type Owner = { userId: string; email: string }

/** Selects all orders of a user. They are found by their lines, because these have an index by email address. */
export function ordersOf(db: Db, { userId, email }: Owner) {
  return db
    .selectFrom('orders')
    .where('user_id', '=', userId)
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom('cart_items')
        .select('order_id')
        .where('email', '=', email)
        .where('user_id', '=', userId)
        .where('order_id', 'is not', null),
    )
}

/** Returns whether the user has an order in one of these states. */
export async function hasOrderIn(
  db: Db,
  owner: Owner,
  states: readonly OrderRow['state'][],
): Promise<boolean> {
  const row = await ordersOf(db, owner).select('id').where('state', 'in', states).limit(1).executeTakeFirst()
  return row !== undefined
}

export async function hasPendingPayment(db: Db, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('payments')
    .select('id')
    .where('status', '=', sql.lit('pending'))
    .where('user_id', '=', userId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Returns whether the user has a payment that has no outcome yet, and for which no order was placed. */
export async function hasPaymentWithoutOrder(db: Db, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('payments')
    .select('id')
    .where('status', '=', sql.lit('pending'))
    .where('user_id', '=', userId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('orders')
            .select('id')
            .whereRef('orders.payment_id', '=', 'payments.id')
            .whereRef('orders.user_id', '=', 'payments.user_id'),
        ),
      ),
    )
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** The number of orders that one statement inserts. */
const BATCH = 500

/** Stores the list of a user's orders, so that the user's data in them can be erased some years later. */
export async function insertOrdersToErase(db: Db, owner: Owner): Promise<void> {
  const orders = await ordersOf(db, owner).select(['id', 'payment_id', 'created_at']).execute()
  const rows = orders.map(({ id, payment_id, created_at }) => ({
    order_id: id,
    payment_id,
    user_id: owner.userId,
    ordered_at: created_at,
  }))
  for (let from = 0; from < rows.length; from += BATCH)
    await db
      .insertInto('orders_to_erase')
      .values(rows.slice(from, from + BATCH))
      .execute()
}

/**
 * Deletes what a user has agreed to, with the address, in the checkouts of payments that have failed without an order. A
 * payment that is pending may still lead to an order.
 */
export async function deleteCheckoutsWithoutOrder(db: Db, owner: Owner): Promise<void> {
  await db
    .deleteFrom('checkouts')
    .where('user_id', '=', owner.userId)
    .where('payment_id', 'in', ({ selectFrom }) =>
      selectFrom('payments')
        .select('id')
        .where('user_id', '=', owner.userId)
        .where('status', '=', sql.lit('failed')),
    )
    .where('payment_id', 'not in', ordersOf(db, owner).select('payment_id'))
    .execute()
}

/** Lists at most `most` orders of deleted users that are older than the time `before`, the oldest first. */
export function listOrdersToErase(
  db: Db,
  { before, most }: { before: number; most: number },
): Promise<OrderToEraseRow[]> {
  return db
    .selectFrom('orders_to_erase')
    .selectAll()
    .where('ordered_at', '<', before)
    .orderBy('ordered_at')
    .limit(most)
    .execute()
}

/** Replaces the name and the email address of the customer in an order and in its lines. */
export async function replaceCustomer(
  db: Db,
  { order_id, user_id }: OrderToEraseRow,
  person: { customer: string; email: string },
): Promise<void> {
  await db
    .updateTable('orders')
    .set(person)
    .where('id', '=', order_id)
    .where('user_id', '=', user_id)
    .execute()
  await db
    .updateTable('cart_items')
    .set(person)
    .where('order_id', '=', order_id)
    .where('user_id', '=', user_id)
    .execute()
}

type OwnCheckout = Pick<OrderToEraseRow, 'payment_id' | 'user_id'>

export function findCheckoutData(
  db: Db,
  { payment_id, user_id }: OwnCheckout,
): Promise<Pick<CheckoutRow, 'data'> | undefined> {
  return db
    .selectFrom('checkouts')
    .select('data')
    .where('payment_id', '=', payment_id)
    .where('user_id', '=', user_id)
    .executeTakeFirst()
}

export async function replaceCheckoutData(
  db: Db,
  { payment_id, user_id, data }: OwnCheckout & { data: string },
): Promise<void> {
  await db
    .updateTable('checkouts')
    .set({ data })
    .where('payment_id', '=', payment_id)
    .where('user_id', '=', user_id)
    .execute()
}

/** Deletes the notes of an order, and its row in the list of orders to erase. */
export async function deleteNotesAndPlan(db: Db, { order_id, user_id }: OrderToEraseRow): Promise<void> {
  await db.deleteFrom('order_notes').where('order_id', '=', order_id).execute()
  await db
    .deleteFrom('orders_to_erase')
    .where('order_id', '=', order_id)
    .where('user_id', '=', user_id)
    .execute()
}
