import type { Database, DatabasePlace } from './database.ts'
import type { AnyEvent } from './events.ts'
import { openPostgres } from './postgres.ts'
import { openSqlite } from './sqlite.ts'

/**
 * Opens PostgreSQL if `databaseUrl` is set, and otherwise the embedded SQLite database in `dataDir`. Throws an error
 * with a one-sentence message if the database cannot be opened. On PostgreSQL, events whose type is in `urgent` are
 * sent to other processes together with the commit, and other events a little later.
 */
export async function openDatabase<Tables, E extends AnyEvent = AnyEvent>(
  { dataDir, databaseUrl, postgres }: DatabasePlace,
  urgent?: ReadonlySet<string>,
): Promise<Database<Tables, E>> {
  return databaseUrl ? openPostgres(databaseUrl, { urgent, settings: postgres }) : openSqlite(dataDir)
}
