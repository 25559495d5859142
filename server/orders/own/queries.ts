import { sql } from 'kysely'
import type { Db } from '#server/shop-database.ts'
import type { OrderRow } from '#server/tables.ts'
import type { PaymentRow } from '#server/tables/payment-rows.ts'

/** A user with the current email address, by which the lines of carts and orders are indexed. */
export type Owner = { userId: string; email: string }

type Page = Owner & { before: string | undefined; max: number }

/**
 * Lists at most `max` orders of a user, newest first. If `before` is set, all of them are older than the order with
 * this id. The orders are found by their lines, because these have an index by email address.
 */
export function listOwnOrders(db: Db, { userId, email, before, max }: Page): Promise<OrderRow[]> {
  const all = db
    .selectFrom('orders')
    .selectAll()
    .where('user_id', '=', userId)
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom('cart_items')
        .select('order_id')
        .where('email', '=', email)
        .where('user_id', '=', userId)
        .where('order_id', 'is not', null),
    )
  const page = before === undefined ? all : all.where('id', '<', before)
  return page.orderBy('id', 'desc').limit(max).execute()
}

/**
 * Does the same for the orders that wait for their payment. They have an index of their own, which the databases use only
 * if `waiting` is in the SQL text.
 */
export function listOwnWaiting(db: Db, { userId, before, max }: Omit<Page, 'email'>): Promise<OrderRow[]> {
  const all = db
    .selectFrom('orders')
    .selectAll()
    .where('user_id', '=', userId)
    .where('state', '=', sql.lit('waiting' as const))
  const page = before === undefined ? all : all.where('id', '<', before)
  return page.orderBy('id', 'desc').limit(max).execute()
}

/** Lists the payments of a user that the bank is moving: the customer has completed the gateway's page. */
export function listOwnDebits(
  db: Db,
  userId: string,
): Promise<Pick<PaymentRow, 'id' | 'amount_cents' | 'created_at'>[]> {
  return db
    .selectFrom('payments')
    .select(['id', 'amount_cents', 'created_at'])
    .where('user_id', '=', userId)
    .where('status', '=', sql.lit('pending' as const))
    .where('session', 'is not', null)
    .where('url', 'is', null)
    .orderBy('created_at')
    .execute()
}

export function findOwnOrder(
  db: Db,
  { userId, id }: { userId: string; id: string },
): Promise<OrderRow | undefined> {
  return db
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
}

/**
 * Stores that a customer withdrew from an order at the time `at`. Returns the order, or undefined if a withdrawal was
 * stored before.
 */
export function setWithdrawn(
  db: Db,
  { id, userId, at }: { id: string; userId: string; at: number },
): Promise<OrderRow | undefined> {
  return db
    .updateTable('orders')
    .set({ withdrawn_at: at })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('withdrawn_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
}
