import { now } from '#server/platform/clock.ts'
import type { ShopDatabase } from '#server/shop-database.ts'
import { deleteExpired, listExpired, MAX_EXPIRED } from './queries.ts'

/**
 * Deletes expired sessions, in several short writes if there are many. The provider itself deletes an expired session
 * only when it is used again.
 */
export async function eraseExpiredSessions(database: ShopDatabase): Promise<void> {
  const at = new Date(now()).toISOString()
  let after: string | undefined = ''
  while (after !== undefined) {
    const ids: string[] = await listExpired(database.longRead, { after, at })
    if (ids.length > 0) await database.write(({ tx }) => deleteExpired(tx, { ids, at }))
    after = ids[MAX_EXPIRED - 1]
  }
}
