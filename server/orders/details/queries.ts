import type { Checkout } from '#contract/selling/settings.ts'
import type { Db } from '#server/shop-database.ts'
import type { OrderRow } from '#server/tables.ts'
import type { RefundRow } from '#server/tables/payment-rows.ts'
import { giftOf } from '../gift-of.ts'

/** Returns what the customer agreed to in the checkout of this order, or null if the order has no checkout. */
export async function findCheckout(
  db: Db,
  { payment_id, user_id: userId }: Pick<OrderRow, 'payment_id' | 'user_id'>,
): Promise<Checkout | null> {
  return (await findCheckouts(db, { paymentIds: [payment_id], userId })).get(payment_id) ?? null
}

/** Returns what a user agreed to in the checkouts of these payments, as a map from payment id to checkout. */
export async function findCheckouts(
  db: Db,
  { paymentIds, userId }: { paymentIds: string[]; userId: string },
): Promise<Map<string, Checkout>> {
  if (paymentIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('checkouts')
    .select(['payment_id', 'data'])
    .where('payment_id', 'in', paymentIds)
    .where('user_id', '=', userId)
    .execute()
  return new Map(rows.map(({ payment_id, data }) => [payment_id, JSON.parse(data)]))
}

/** Returns whether an order is a gift whose code can still be used. */
export async function hasUnusedGift(db: Db, { id }: Pick<OrderRow, 'id'>): Promise<boolean> {
  const order = db.selectFrom('orders').select(giftOf('orders')).where('id', '=', id)
  return (await order.executeTakeFirst())?.gift === 'unused'
}

/** Lists what the shop wrote to the customer about an order, oldest first. */
export async function listShopNotes(db: Db, orderId: string) {
  const rows = await db
    .selectFrom('order_notes')
    .select(['id', 'body', 'created_at'])
    .where('order_id', '=', orderId)
    .where('is_for_customer', '=', 1)
    .orderBy('id')
    .execute()
  return rows.map(({ id, body, created_at }) => ({ _id: id, body, at: created_at }))
}

/** A refund. `who` is the name of the admin who made it, or null if it was not made by an admin of the shop. */
export type NamedRefund = RefundRow & { who: string | null }

export function listRefunds(db: Db, paymentId: string): Promise<NamedRefund[]> {
  return db
    .selectFrom('refunds')
    .leftJoin('users', 'users.id', 'refunds.created_by')
    .selectAll('refunds')
    .select('users.name as who')
    .where('payment_id', '=', paymentId)
    .orderBy('refunds.id')
    .execute()
}
