import type { Products } from '#server/catalogue/find-product.ts'
import type { ShopDatabase } from '#server/shop-database.ts'
import { CartCache } from './cart-cache.ts'
import { CartSizeLimiter } from './cart-size-limiter.ts'

/** The database, the caches and the size limiter that the functions for carts share. */
export type Cart = {
  database: ShopDatabase
  products: Products
  cache: CartCache
  sizeLimiter: CartSizeLimiter
}

type Setup = { database: ShopDatabase; products: Products; alone: boolean }

export function createCart({ database, products, alone }: Setup): Cart {
  return {
    database,
    products,
    cache: new CartCache(database.events, alone),
    sizeLimiter: new CartSizeLimiter(database),
  }
}
