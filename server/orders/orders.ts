import { CartRoom } from './cart-room.ts'
import { Carts } from './carts.ts'
import type { Products } from '#server/catalogue/find-product.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Tables } from '#server/tables.ts'

/** What the actions on carts and orders stand on. */
export type Orders = { database: Database<Tables>; products: Products; carts: Carts; room: CartRoom }

export function createOrders(database: Database<Tables>, products: Products): Orders {
  return { database, products, carts: new Carts(database), room: new CartRoom(database) }
}
