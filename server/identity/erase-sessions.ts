import { now } from '#server/platform/clock.ts'
import { deleteExpired, listExpired, MOST_EXPIRED } from './queries.ts'
import type { ShopDatabase } from '#server/shop-database.ts'

/** Erases sessions that have expired, in many short writes where they are many. The provider only does so to who comes back with one. */
export async function eraseExpiredSessions(database: ShopDatabase): Promise<void> {
  const at = new Date(now()).toISOString()
  let after: string | undefined = ''
  while (after !== undefined) {
    const ids: string[] = await listExpired(database.longRead, { after, at })
    if (ids.length > 0) await database.write(({ tx }) => deleteExpired(tx, { ids, at }))
    after = ids[MOST_EXPIRED - 1]
  }
}
