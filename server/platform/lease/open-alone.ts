import type { Database } from '../database/database.ts'
import type { AnyEvent } from '../database/events.ts'
import { migrate } from '../database/migrations.ts'
import { takeLease } from './lease.ts'

/**
 * Makes this process the only one that runs a shop on the database, and brings the database up to date. On a server
 * another process may run a shop on it: this one then waits or gives up, before it changes any table. `lost` resolves
 * with the reason when this process is no longer the only one. With an embedded database it always is, as it holds the
 * lock of the data folder.
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
