import type { Database } from '../database/database.ts'
import type { AnyEvent } from '../database/events.ts'
import { migrate } from '../database/migrations.ts'
import { takeLease } from './lease.ts'

/**
 * Ensures that no other process runs a shop on the database, then migrates it. If another process already runs a shop
 * on the same PostgreSQL database, `takeLease` waits or throws before any table of the shop is changed. `lost` resolves
 * with the reason when another process has taken over. SQLite needs no lease, because the lock on the data folder
 * excludes other processes.
 */
export async function openAlone<Tables, E extends AnyEvent>(
  opened: Database<Tables, E>,
  migrations: string,
): Promise<{ database: Database<Tables, E>; lost: Promise<Error> }> {
  const lease =
    opened.dialect === 'postgres'
      ? await takeLease(opened, { say: (sentence) => process.stderr.write(`${sentence}\n`) })
      : null
  const database = lease?.guard(opened) ?? opened
  await migrate(database, migrations)
  return { database, lost: lease?.lost ?? new Promise<never>(() => undefined) }
}
