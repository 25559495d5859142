import type { Db } from '#server/shop-database.ts'
import type { OrderRow } from '#server/tables.ts'

/** A user with the current email address, by which the lines of carts and orders are indexed. */
export type Owner = { userId: string; email: string }

/** Selects all orders of a user. They are found by their lines, because these have an index by email address. */
export function ordersOf(db: Db, { userId, email }: Owner) {
  return db
    .selectFrom('orders')
    .where('user_id', '=', userId)
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom('cart_items')
        .select('order_id')
        .where('email', '=', email)
        .where('user_id', '=', userId)
        .where('order_id', 'is not', null),
    )
}

/** Returns whether the user has an order in one of these states. */
export async function hasOrderIn(
  db: Db,
  owner: Owner,
  states: readonly OrderRow['state'][],
): Promise<boolean> {
  const row = await ordersOf(db, owner).select('id').where('state', 'in', states).limit(1).executeTakeFirst()
  return row !== undefined
}
