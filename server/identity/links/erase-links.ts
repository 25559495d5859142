import { now } from '#server/platform/clock.ts'
import type { Db, ShopDatabase } from '#server/shop-database.ts'
import { deleteEmailChange, deleteExpiredLinks } from './queries.ts'

/** Deletes what links in mails refer to, if the links were not used in time. */
export async function eraseExpiredLinks(database: ShopDatabase): Promise<void> {
  await database.write(({ tx }) => deleteExpiredLinks(tx, now()))
}

/** Makes the links that were mailed for a change of this user's address useless. */
export async function cancelEmailChange(tx: Db, userId: string): Promise<void> {
  await deleteEmailChange(tx, userId)
}
