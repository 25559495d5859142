import type { Db } from '#server/shop-database.ts'
import type { OrderRow } from '#server/tables.ts'

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
