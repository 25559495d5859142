import { sql } from 'kysely'
import type { Expression, SqlBool } from 'kysely'
import type { DeliveryState } from '#contract/values/states.ts'
import { number, withoutIndex } from '#server/platform/tables/column.ts'
import { equals, manyPass } from '#server/platform/tables/filters.ts'
import type { Db } from '#server/shop-database.ts'

/**
 * The SQL expression for the progress of an order line: 0 if it is unpaid, and 1 to 4 for the delivery states of a
 * paid line. It must be the same expression as in the index in `db/migrations/0010_delivery.sql`. Otherwise the index
 * is not used.
 */
export const progress = number(
  sql`(CASE WHEN payment IS NULL THEN 0 WHEN delivery IS NULL THEN 1 WHEN delivery = 'Packed' THEN 2 WHEN delivery = 'Sent' THEN 3 ELSE 4 END)`,
)

export const progressOf: Record<DeliveryState, number> = { Ordered: 1, Packed: 2, Sent: 3, Delivered: 4 }

/**
 * Returns the SQL condition that an order has an order line in this delivery state. If many lines are in the state,
 * the condition checks the lines of each order. Otherwise it first selects the lines in the state, and then their
 * orders.
 */
export async function hasLineIn(db: Db, delivery: DeliveryState): Promise<Expression<SqlBool>> {
  const { check } = equals(progress, progressOf[delivery])
  if (await manyPass(db.selectFrom('cart_items'), check(progress))) {
    return sql<SqlBool>`EXISTS (SELECT 1 FROM cart_items WHERE cart_items.payment_id = orders.payment_id AND ${check(withoutIndex(progress))})`
  }
  // Compares `id`, the last column in the indexes of full orders. If it compared `payment_id`, SQLite would read the
  // whole index.
  return sql<SqlBool>`id IN (SELECT order_id FROM cart_items WHERE ${check(progress)} AND order_id IS NOT NULL)`
}
