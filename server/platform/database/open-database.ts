import type { Database, DatabasePlace } from './database.ts'
import { openPostgres } from './postgres.ts'
import { openSqlite } from './sqlite.ts'

/**
 * Opens the embedded database in `dataDir`, or PostgreSQL where there is a `databaseUrl`. Throws an error
 * with one clear sentence when that cannot be.
 */
export async function openDatabase<Tables>(place: DatabasePlace): Promise<Database<Tables>> {
  return place.databaseUrl ? openPostgres(place.databaseUrl) : openSqlite(place.dataDir)
}
