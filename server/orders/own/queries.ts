import type { ExpressionBuilder } from 'kysely'
import type { Db } from '#server/shop-database.ts'
import type { OrderRow, Tables } from '#server/tables.ts'

/** An order with the gateway of its payment. */
export type OwnRow = OrderRow & { gateway: string | null }

/** Selects the gateway of an order's payment. */
export function gatewayOf({ selectFrom }: ExpressionBuilder<Tables, 'orders'>) {
  return selectFrom('payments')
    .select('gateway')
    .whereRef('payments.id', '=', 'orders.payment_id')
    .as('gateway')
}

export function findOwnOrder(
  db: Db,
  { userId, id }: { userId: string; id: string },
): Promise<OwnRow | undefined> {
  return db
    .selectFrom('orders')
    .selectAll()
    .select(gatewayOf)
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
