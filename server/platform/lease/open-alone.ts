import type { Database } from '../database/database.ts'
import type { AnyEvent } from '../database/events.ts'
import { migrate } from '../database/migrations.ts'
import { takeLease } from './lease.ts'

/**
 * Makes this process the only one that runs a shop on the database, and migrates the database. On PostgreSQL another
 * process may run a shop. This process then waits or throws before it changes any table. `lost` resolves with the
 * reason when this process is no longer the only one. An embedded database needs no lease, because the lock of the data
 * folder excludes other processes.
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
