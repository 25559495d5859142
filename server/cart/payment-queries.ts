import { fixedQuery } from '#server/platform/database/fixed-query.ts'
import type { Db } from '#server/shop-database.ts'
import type { CartItemRow } from '#server/tables.ts'

const reservedColumns = ['id', 'product_id', 'product_name', 'price_cents', 'weight_grams'] as const

export type ReservedLine = Pick<CartItemRow, (typeof reservedColumns)[number]>

type OwnLines = { ids: string[]; userId: string }

export type OwnPayment = { paymentId: string; userId: string }

/**
 * Reserves a user's cart lines for a payment. Lines that are paid, removed or reserved for another payment are
 * skipped. Returns the lines that were reserved.
 */
export const setPaymentId = fixedQuery(
  (db: Db, { ids, userId, paymentId }: OwnLines & { paymentId: string }) =>
    db
      .updateTable('cart_items')
      .set({ payment_id: paymentId })
      .where('id', 'in', ids)
      .where('user_id', '=', userId)
      .where('payment', 'is', null)
      .where('payment_id', 'is', null)
      .where('removed_at', 'is', null)
      .returning(reservedColumns),
)

/**
 * Releases the unpaid lines of a payment. Lines that already belong to an order, such as a cancelled one, are not
 * released.
 */
export async function clearPaymentId(db: Db, { paymentId, userId }: OwnPayment): Promise<void> {
  await db
    .updateTable('cart_items')
    .set({ payment_id: null })
    .where('payment_id', '=', paymentId)
    .where('user_id', '=', userId)
    .where('payment', 'is', null)
    .where('order_id', 'is', null)
    .execute()
}

export function listReserved(
  db: Db,
  { paymentId, userId }: OwnPayment,
): Promise<Pick<CartItemRow, 'product_name' | 'price_cents'>[]> {
  return db
    .selectFrom('cart_items')
    .select(['product_name', 'price_cents'])
    .where('payment_id', '=', paymentId)
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
}

/** Lists the user's cart lines with these ids, paid and unpaid. Removed lines are left out. */
export function listOwnLines(db: Db, { ids, userId }: OwnLines): Promise<CartItemRow[]> {
  return db
    .selectFrom('cart_items')
    .selectAll()
    .where('id', 'in', ids)
    .where('user_id', '=', userId)
    .where('removed_at', 'is', null)
    .execute()
}

export async function setPrice(
  db: Db,
  { id, userId, cents }: { id: string; userId: string; cents: number },
): Promise<void> {
  await db
    .updateTable('cart_items')
    .set({ price_cents: cents })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .execute()
}
