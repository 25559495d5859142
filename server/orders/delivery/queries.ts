import type { DeliveryState, OrderState } from '#contract/values/states.ts'
import type { Db } from '#server/shop-database.ts'
import type { CartItemRow } from '#server/tables.ts'

/** A change of the delivery state of one order line. `by` is the id of the admin who makes the change. */
export type Step = { id: string; from: DeliveryState; to: DeliveryState; by: string }

/**
 * Changes the delivery state of a paid order line and returns the line. Returns undefined if the line is not paid, if its
 * order was refunded whole, or if the line is no longer in the state `from`.
 */
export function moveLine(db: Db, { id, from, to, by }: Step): Promise<CartItemRow | undefined> {
  return db
    .updateTable('cart_items')
    .set({ delivery: to === 'Ordered' ? null : to, moved_by: by })
    .where('id', '=', id)
    .where('payment', '=', 'OK')
    .where('delivery', from === 'Ordered' ? 'is' : '=', from === 'Ordered' ? null : from)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('orders')
            .select('orders.id')
            .whereRef('orders.id', '=', 'cart_items.order_id')
            .where('orders.state', '=', 'refunded'),
        ),
      ),
    )
    .returningAll()
    .executeTakeFirst()
}

/**
 * The current state of an order line. `mover` is the name of the user who last changed the delivery state of the
 * line.
 */
export type MovedLine = Pick<CartItemRow, 'id' | 'payment' | 'delivery' | 'moved_by'> & {
  mover: string | null
  order_state: OrderState | null
}

export async function findMovedLines(db: Db, ids: string[]): Promise<MovedLine[]> {
  if (ids.length === 0) return []
  return db
    .selectFrom('cart_items')
    .leftJoin('users', 'users.id', 'cart_items.moved_by')
    .leftJoin('orders', 'orders.id', 'cart_items.order_id')
    .select([
      'cart_items.id',
      'cart_items.payment',
      'cart_items.delivery',
      'cart_items.moved_by',
      'users.name as mover',
      'orders.state as order_state',
    ])
    .where('cart_items.id', 'in', ids)
    .execute()
}
