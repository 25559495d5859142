import { firstIdAt, now } from '#server/platform/clock.ts'
import type { Db } from '#server/shop-database.ts'
import { countUnsent } from './queries.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** Returns how many mails wait to be sent, and how many mails of the last 24 hours were given up. */
export function countMails(db: Db): Promise<{ waiting: number; failed: number }> {
  return countUnsent(db, firstIdAt(now() - DAY_MS))
}
