import type { Database, DatabasePlace } from './database.ts'
import type { AnyEvent } from './events.ts'
import { openPostgres } from './postgres.ts'
import { openSqlite } from './sqlite.ts'

/**
 * Opens PostgreSQL if there is a `databaseUrl`, or the embedded database in `dataDir`. Throws an error with one
 * sentence if that is not possible. Events whose type is in `urgent` reach other instances with the commit.
 */
export async function openDatabase<Tables, E extends AnyEvent = AnyEvent>(
  place: DatabasePlace,
  urgent?: ReadonlySet<string>,
): Promise<Database<Tables, E>> {
  return place.databaseUrl ? openPostgres(place.databaseUrl, { urgent }) : openSqlite(place.dataDir)
}
