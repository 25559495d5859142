import type { Db } from '#server/shop-database.ts'

/** Deletes a user as the watcher of all products, so that the user gets no more mails about products that are back. */
export async function deleteWatches(tx: Db, userId: string): Promise<void> {
  await tx.deleteFrom('stock_watchers').where('user_id', '=', userId).execute()
}
