import { now } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Tables } from '#server/tables.ts'
import { deleteSessions, listExpired, MOST_EXPIRED } from './queries.ts'

/** Erases sessions that have expired, in many short writes where they are many. The provider only does so to who comes back with one. */
export async function eraseExpiredSessions(database: Database<Tables>): Promise<void> {
  const at = new Date(now()).toISOString()
  for (let more = true; more; ) {
    const ids = await listExpired(database.longRead, at)
    if (ids.length > 0) await database.write(({ tx }) => deleteSessions(tx, ids))
    more = ids.length === MOST_EXPIRED
  }
}
