import { sql } from 'kysely'
import { vi } from 'vitest'
import type { ShopDatabase } from '#server/shop-database.ts'

/**
 * Moves the time forward by `ms` milliseconds for the process and for the rate limits in the database, which use the
 * clock of the database server. The test must have replaced `Date` by fake timers.
 */
export async function passTime({ dialect, write }: ShopDatabase, ms: number): Promise<void> {
  vi.setSystemTime(Date.now() + ms)
  if (dialect === 'postgres')
    await write(({ tx }) => sql`UPDATE rate_limits SET full_at = full_at - ${ms}::float8`.execute(tx))
}
