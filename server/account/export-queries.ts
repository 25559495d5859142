import { sql } from 'kysely'
import type { Db } from '#server/shop-database.ts'
import { ordersOf } from './queries.ts'
import type { Owner } from './queries.ts'

/** The statements for the export of a user's data. They read tables of all domains, each by the user. */

export function listOrders(db: Db, owner: Owner) {
  return ordersOf(db, owner).selectAll().orderBy('id').execute()
}

/** Lists all lines of a user, in the cart and in orders, with the removed ones, oldest first. */
export function listLines(db: Db, { userId, email }: Owner) {
  return db
    .selectFrom('cart_items')
    .select(['order_id', 'product_name', 'price_cents', 'weight_grams', 'grind', 'created_at', 'removed_at'])
    .where('email', '=', email)
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
}

export function listCheckouts(db: Db, paymentIds: string[], userId: string) {
  return db
    .selectFrom('checkouts')
    .select(['payment_id', 'data'])
    .where('payment_id', 'in', paymentIds)
    .where('user_id', '=', userId)
    .execute()
}

/**
 * Lists the payments with these ids, which have led to orders, and all payments of the user that have failed or are
 * pending. For each of the three groups there is an index.
 */
export async function listPayments(db: Db, paymentIds: string[], userId: string) {
  const own = db.selectFrom('payments').selectAll().where('user_id', '=', userId)
  const paid = paymentIds.length > 0 ? await own.where('id', 'in', paymentIds).execute() : []
  const failed = await own.where('status', '=', sql.lit('failed')).execute()
  const pending = await own.where('status', '=', sql.lit('pending')).execute()
  const all = new Map([...paid, ...failed, ...pending].map((payment) => [payment.id, payment]))
  return [...all.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1))
}

export function listRefunds(db: Db, paymentIds: string[]) {
  return db.selectFrom('refunds').selectAll().where('payment_id', 'in', paymentIds).orderBy('id').execute()
}

export function listAddresses(db: Db, userId: string) {
  return db.selectFrom('addresses').selectAll().where('user_id', '=', userId).orderBy('id').execute()
}

export function listWatched(db: Db, userId: string) {
  return db
    .selectFrom('stock_watchers')
    .innerJoin('products', 'products.id', 'stock_watchers.product_id')
    .select(['products.name', 'stock_watchers.created_at'])
    .where('stock_watchers.user_id', '=', userId)
    .execute()
}

export function listMessages(db: Db, email: string) {
  return db
    .selectFrom('messages')
    .select(['name', 'message', 'created_at'])
    .where(sql`lower(email)`, '=', email)
    .orderBy('id')
    .execute()
}

export function listMails(db: Db, email: string) {
  return db
    .selectFrom('outbox')
    .select(['subject', 'status', 'created_at', 'sent_at'])
    .where('recipient', '=', email)
    .orderBy('id')
    .execute()
}
