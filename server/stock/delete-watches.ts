import type { Db } from '#server/shop-database.ts'

/** Deletes the list of products about which a user wants a mail. */
export async function deleteWatches(tx: Db, userId: string): Promise<void> {
  await tx.deleteFrom('stock_watchers').where('user_id', '=', userId).execute()
}
