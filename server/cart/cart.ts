import type { OrderItem } from '#contract/cart.ts'
import type { SellingSettings } from '#contract/selling/settings.ts'
import type { Products } from '#server/catalogue/find-product.ts'
import type { ShopEvent } from '#server/events.ts'
import type { EventsMissed } from '#server/platform/database/events.ts'
import { EncodedResponse, OWN_JSON_KIND, ResponseCache } from '#server/platform/http/response-cache.ts'
import type { Db, ShopDatabase } from '#server/shop-database.ts'
import { CartSizeLimiter } from './cart-size-limiter.ts'

export type Cart = {
  database: ShopDatabase
  products: Products
  settings: () => Promise<SellingSettings>
  /** Whether customers pay in the cart, without a checkout. */
  paysAtOnce: boolean
  cache: CartCache
  sizeLimiter: CartSizeLimiter
}

type Setup = Pick<Cart, 'database' | 'products' | 'settings' | 'paysAtOnce'> & { isSingleInstance: boolean }

export function createCart({ isSingleInstance, ...parts }: Setup): Cart {
  const { database } = parts
  return {
    ...parts,
    cache: new CartCache(database.events, isSingleInstance),
    sizeLimiter: new CartSizeLimiter(database),
  }
}

/** The maximum number of lines in a cart that is cached. A larger cart would take the space of many small carts. */
const MAX_CACHED_LINES = 60

/** A cart as it was read. It is not cacheable if it contains a product that can be sold out by other customers. */
export type ReadCart = { items: OrderItem[]; isCacheable: boolean }

/**
 * Caches the response with each user's cart until the cart, the catalogue or the settings change. With several server
 * instances on one database nothing is cached. If a user changed the cart at one instance, another instance would
 * learn of the change too late and return the old cart.
 */
export class CartCache {
  readonly #responses = new ResponseCache()
  readonly #isSingleInstance: boolean

  constructor(events: ShopDatabase['events'], isSingleInstance: boolean) {
    this.#isSingleInstance = isSingleInstance
    events.subscribe((event) => this.#invalidate(event))
  }

  /**
   * Returns the response with the user's cart from the cache. If it is not there, calls `read`, and caches the result
   * unless the cart is too large or not cacheable.
   */
  async get(userId: string, read: () => Promise<ReadCart>): Promise<EncodedResponse> {
    if (!this.#isSingleInstance) return encode((await read()).items)
    return this.#responses.get(userId, async () => {
      const { items, isCacheable } = await read()
      if (!isCacheable || items.length > MAX_CACHED_LINES) this.#responses.invalidate(userId)
      return encode(items)
    })
  }

  /**
   * Removes the carts from the cache that an event may have changed. Any event with a user id removes that user's cart.
   * If the event has not changed the cart, the only cost is one more read.
   */
  #invalidate(event: ShopEvent | EventsMissed): void {
    if (CHANGES_ALL.has(event.type)) this.#responses.invalidateAll()
    else if ('userId' in event) this.#responses.invalidate(event.userId)
  }
}

/** The events after which every cart may have another price or currency. */
const CHANGES_ALL: ReadonlySet<string> = new Set(['catalogue-changed', 'settings-changed', 'events-missed'])

function encode(items: OrderItem[]): EncodedResponse {
  return new EncodedResponse(JSON.stringify(items), OWN_JSON_KIND)
}

/**
 * Locks a user until the end of the transaction, so that two requests at the same time do not both count the same open
 * payments, or the same lines of the cart. The update sets a column to the value that it has.
 */
export async function lockUser(tx: Db, id: string): Promise<void> {
  await tx
    .updateTable('users')
    .set(({ ref }) => ({ role: ref('role') }))
    .where('id', '=', id)
    .execute()
}

/** Deletes all lines from a user's cart, but neither those of orders nor those that a payment has reserved. */
export async function deleteCart(tx: Db, { id, email }: { id: string; email: string }): Promise<void> {
  await tx
    .deleteFrom('cart_items')
    .where('email', '=', email)
    .where('user_id', '=', id)
    .where('payment', 'is', null)
    .where('payment_id', 'is', null)
    .execute()
}

/**
 * Replaces the email address in all of a user's cart lines, paid and unpaid. Carts are looked up by the email
 * address and the user id. This function must therefore run in the transaction that changes the user's address. Lines
 * of another user with the same address are not changed.
 */
export async function changeLineEmails(
  tx: Db,
  { userId, from, to }: { userId: string; from: string; to: string },
): Promise<void> {
  await tx
    .updateTable('cart_items')
    .set({ email: to })
    .where('email', '=', from)
    .where('user_id', '=', userId)
    .execute()
}
