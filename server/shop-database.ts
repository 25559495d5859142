import { urgentEvents } from './events.ts'
import type { ShopEvent } from './events.ts'
import type { Database, DatabasePlace, Write } from './platform/database/database.ts'
import { migrate } from './platform/database/migrations.ts'
import { openDatabase } from './platform/database/open-database.ts'
import type { Tables } from './tables.ts'

export type ShopDatabase = Database<Tables, ShopEvent>

/**
 * What a function that writes to the database receives: the transaction, and the function that publishes events after
 * the commit.
 */
export type ShopWrite = Write<Tables, ShopEvent>

/** An object that runs queries: either a transaction, or the database outside of any transaction. */
export type Db = ShopDatabase['read']

/**
 * Opens the shop's database. If that is not possible, throws an error whose message tells the shop's owner the reason
 * in one sentence.
 */
export function openShopDatabase(place: DatabasePlace): Promise<ShopDatabase> {
  return openDatabase<Tables, ShopEvent>(place, urgentEvents)
}

/** Opens the shop's database and applies the migrations in `folder` that were not applied yet. */
export async function openMigratedDatabase(place: DatabasePlace, folder: string): Promise<ShopDatabase> {
  const database = await openShopDatabase(place)
  await migrate(database, folder, { allowsNewer: true })
  return database
}
