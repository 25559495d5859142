import { CartRoom } from './cart-room.ts'
import { Carts } from './carts.ts'
import type { Products } from '#server/catalogue/find-product.ts'
import type { ShopDatabase } from '#server/shop-database.ts'

/** What the actions on carts and orders stand on. */
export type Orders = { database: ShopDatabase; products: Products; carts: Carts; room: CartRoom }

type Setup = { database: ShopDatabase; products: Products; alone: boolean }

export function createOrders({ database, products, alone }: Setup): Orders {
  return { database, products, carts: new Carts(database.events, alone), room: new CartRoom(database) }
}
