import { fixedQuery } from '#server/platform/database/fixed-query.ts'
import type { Db } from '#server/shop-database.ts'
import type { CartItemRow } from '#server/tables.ts'

const reservedColumns = [
  'id',
  'product_id',
  'product_name',
  'price_cents',
  'weight_grams',
  'every_weeks',
] as const

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
