import { now } from '#server/platform/clock.ts'
import type { ShopDatabase } from '#server/shop-database.ts'
import { deleteExpired, deleteExpiredVerifications, listExpired, MAX_EXPIRED } from './queries.ts'

/**
 * Deletes expired sessions from the database. If there are many, it uses several short transactions. The identity
 * provider itself deletes an expired session only if a browser still sends the session's cookie. Also deletes tokens
 * for resetting passwords and logins with OpenID Connect that were not used in time.
 */
export async function eraseExpiredSessions(database: ShopDatabase): Promise<void> {
  const at = new Date(now()).toISOString()
  let after: string | undefined = ''
  while (after !== undefined) {
    const ids: string[] = await listExpired(database.longRead, { after, at })
    if (ids.length > 0) await database.write(({ tx }) => deleteExpired(tx, { ids, at }))
    after = ids[MAX_EXPIRED - 1]
  }
  await database.write(({ tx }) => deleteExpiredVerifications(tx, at))
}
