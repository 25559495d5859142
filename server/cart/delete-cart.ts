import type { Db } from '#server/shop-database.ts'
import { deleteUnclaimed } from './queries.ts'

/** Deletes all lines from a user's cart, but neither those of orders nor those that a payment has reserved. */
export async function deleteCart(tx: Db, { id, email }: { id: string; email: string }): Promise<void> {
  await deleteUnclaimed(tx, { userId: id, email })
}
