import type { Database, DatabasePlace } from './database.ts'
import type { AnyEvent } from './events.ts'
import { openPostgres } from './postgres.ts'
import { openSqlite } from './sqlite.ts'

/**
 * Opens the embedded database in `dataDir`, or PostgreSQL where there is a `databaseUrl`. Throws an error
 * with one clear sentence when that cannot be. Events whose type is in `urgent` reach other instances with the commit.
 */
export async function openDatabase<Tables, E extends AnyEvent = AnyEvent>(
  place: DatabasePlace,
  urgent?: ReadonlySet<string>,
): Promise<Database<Tables, E>> {
  return place.databaseUrl ? openPostgres(place.databaseUrl, { urgent }) : openSqlite(place.dataDir)
}
