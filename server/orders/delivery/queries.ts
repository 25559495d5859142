import type { DeliveryState } from '#contract/values/states.ts'
import type { Db } from '#server/shop-database.ts'
import type { CartItemRow } from '#server/tables.ts'

export function findLine(db: Db, id: string): Promise<CartItemRow | undefined> {
  return db.selectFrom('cart_items').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Returns the ids of the orders of these lines, by line id. */
export async function findOrderIds(db: Db, ids: string[]): Promise<Map<string, string | null>> {
  const rows = await db.selectFrom('cart_items').select(['id', 'order_id']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, order_id }) => [id, order_id]))
}

/**
 * Changes the delivery state of a paid line that belongs to no order. Returns false if the line is no longer in the
 * state `from`.
 */
export async function moveLineWithoutOrder(
  db: Db,
  { id, from, to }: { id: string; from: DeliveryState; to: DeliveryState },
): Promise<boolean> {
  const row = await db
    .updateTable('cart_items')
    .set({ delivery: to === 'Ordered' ? null : to })
    .where('id', '=', id)
    .where('payment', '=', 'OK')
    .where('order_id', 'is', null)
    .where('delivery', from === 'Ordered' ? 'is' : '=', from === 'Ordered' ? null : from)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
