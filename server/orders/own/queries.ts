import type { GiftState } from '#contract/values/orders/gifts.ts'
import type { Db } from '#server/shop-database.ts'
import type { OrderRow } from '#server/tables.ts'
import { giftOf } from '../gift-of.ts'

/** An order with the gateway of its payment, and with what has become of the gift that it is. */
export type OwnRow = OrderRow & { gateway: string | null; gift: GiftState | null }

/** Selects the orders of all customers, each with the gateway of its payment and the state of its gift. */
export function selectOwn(db: Db) {
  return db
    .selectFrom('orders')
    .selectAll()
    .select(({ selectFrom }) => [
      selectFrom('payments')
        .select('gateway')
        .whereRef('payments.id', '=', 'orders.payment_id')
        .as('gateway'),
      giftOf('orders'),
    ])
}

export function findOwnOrder(
  db: Db,
  { userId, id }: { userId: string; id: string },
): Promise<OwnRow | undefined> {
  return selectOwn(db).where('id', '=', id).where('user_id', '=', userId).executeTakeFirst()
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
