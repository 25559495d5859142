import type { Database, DatabasePlace } from '../database/database.ts'
import { migrate } from '../database/migrations.ts'
import { openDatabase } from '../database/open-database.ts'
import { takeLease } from './lease.ts'

/**
 * Opens the database for the one process that runs the shop on it and brings it up to date. On a server another process
 * may run a shop on it: this one then waits or gives up, before it changes any table. `lost` resolves with the reason
 * when this process is no longer the one; with an embedded database it never is, as the data folder is locked.
 */
export async function openAlone<Tables>(place: DatabasePlace, migrations: string): Promise<{ database: Database<Tables>; lost: Promise<Error> }> {
  const opened = await openDatabase<Tables>(place)
  const lease = place.databaseUrl ? await takeLease(opened, { say: (sentence) => process.stderr.write(`${sentence}\n`) }) : null
  const database = lease?.guard(opened) ?? opened
  await migrate(database, migrations)
  return { database, lost: lease?.lost ?? new Promise<never>(() => undefined) }
}
