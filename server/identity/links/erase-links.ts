import { now } from '#server/platform/clock.ts'
import type { Db, ShopDatabase } from '#server/shop-database.ts'
import { deleteEmailChange, deleteExpiredLinks } from './queries.ts'

/**
 * Deletes sign-ups and changes of addresses whose links were not used in time. `eraseExpiredSessions` deletes the tokens
 * for resetting passwords.
 */
export async function eraseExpiredLinks(database: ShopDatabase): Promise<void> {
  await database.write(({ tx }) => deleteExpiredLinks(tx, now()))
}

/** Makes the links that were mailed for a change of this user's address useless. */
export async function cancelEmailChange(tx: Db, userId: string): Promise<void> {
  await deleteEmailChange(tx, userId)
}
