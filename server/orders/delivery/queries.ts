import type { DeliveryState } from '#contract/values/states.ts'
import type { Db } from '#server/shop-database.ts'
import type { CartItemRow } from '#server/tables.ts'

/** One step of one line, and the id of the user who moves it. */
export type Step = { id: string; from: DeliveryState; to: DeliveryState; by: string }

/** Moves a paid line and returns it. Returns undefined if the line is no longer in the state `from`. */
export function moveLine(db: Db, { id, from, to, by }: Step): Promise<CartItemRow | undefined> {
  return db
    .updateTable('cart_items')
    .set({ delivery: to === 'Ordered' ? null : to, moved_by: by })
    .where('id', '=', id)
    .where('payment', '=', 'OK')
    .where('delivery', from === 'Ordered' ? 'is' : '=', from === 'Ordered' ? null : from)
    .returningAll()
    .executeTakeFirst()
}

/** The current state of a line. `mover` is the name of the user who moved it last. */
export type MovedLine = Pick<CartItemRow, 'id' | 'payment' | 'delivery' | 'moved_by'> & {
  mover: string | null
}

export async function findMovedLines(db: Db, ids: string[]): Promise<MovedLine[]> {
  if (ids.length === 0) return []
  return db
    .selectFrom('cart_items')
    .leftJoin('users', 'users.id', 'cart_items.moved_by')
    .select([
      'cart_items.id',
      'cart_items.payment',
      'cart_items.delivery',
      'cart_items.moved_by',
      'users.name as mover',
    ])
    .where('cart_items.id', 'in', ids)
    .execute()
}
