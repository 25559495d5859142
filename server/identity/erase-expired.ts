import { now } from '#server/platform/clock.ts'
import type { ShopDatabase } from '#server/shop-database.ts'
import { deleteExpiredInvitations } from './invitations/queries.ts'
import { deleteExpiredSessions } from './sessions/queries.ts'
import { deleteExpiredTokens } from './tokens.ts'

/**
 * Deletes sessions, tokens and invitations that have expired. If there are many sessions, it uses several short
 * transactions.
 */
export async function eraseExpired(database: ShopDatabase): Promise<void> {
  const at = now()
  let isMore = true
  while (isMore) isMore = await database.write(({ tx }) => deleteExpiredSessions(tx, at))
  await database.write(async ({ tx }) => {
    await deleteExpiredTokens(tx, at)
    await deleteExpiredInvitations(tx, at)
  })
}
