import { now } from '#server/platform/clock.ts'
import type { Db, ShopDatabase } from '#server/shop-database.ts'
import { deleteExpiredInvitations } from '../invitations/queries.ts'
import { deleteEmailChange, deleteExpiredLinks } from './queries.ts'

/**
 * Deletes sign-ups, changes of addresses and invitations whose links were not used in time. `eraseExpiredSessions` deletes the tokens
 * for resetting passwords.
 */
export async function eraseExpiredLinks(database: ShopDatabase): Promise<void> {
  await database.write(async ({ tx }) => {
    await deleteExpiredLinks(tx, now())
    await deleteExpiredInvitations(tx, now())
  })
}

/** Makes the links that were mailed for a change of this user's address useless. */
export async function cancelEmailChange(tx: Db, userId: string): Promise<void> {
  await deleteEmailChange(tx, userId)
}
