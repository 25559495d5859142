import { urgentEvents } from './events.ts'
import type { ShopEvent } from './events.ts'
import type { Database, DatabasePlace, Write } from './platform/database/database.ts'
import { openDatabase } from './platform/database/open-database.ts'
import type { Tables } from './tables.ts'

/** The shop's database, with its tables and events. */
export type ShopDatabase = Database<Tables, ShopEvent>

/** A write in progress, with the transaction and the function that publishes events. */
export type ShopWrite = Write<Tables, ShopEvent>

/** A transaction, or the database outside of one, on which queries are run. */
export type Db = ShopDatabase['read']

/** Opens the shop's database. Throws an error with one sentence for the owner if that is not possible. */
export function openShopDatabase(place: DatabasePlace): Promise<ShopDatabase> {
  return openDatabase<Tables, ShopEvent>(place, urgentEvents)
}
