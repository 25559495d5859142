import type { OrderItem } from '#contract/cart.ts'
import type { ShopEvent } from '#server/events.ts'
import type { EventsMissed } from '#server/platform/database/events.ts'
import { ResponseCache, EncodedResponse, OWN_JSON_KIND } from '#server/platform/http/response-cache.ts'
import { Lru } from '#server/platform/lru.ts'
import type { ShopDatabase } from '#server/shop-database.ts'

/** The maximum number of lines in a cart that is cached. A larger cart would take the space of many small carts. */
const MOST_CACHED_LINES = 60

/** The maximum number of users whose carts are cached together with their versions. */
const MOST_VERSIONS = 2000

/** A cart and its version. `items` is null if the version is the one that was known already. */
export type VersionedCart = { version: string; items: OrderItem[] | null }

/** Reads a cart. If `known` is its version, the items need not be read. */
export type CartReader = (known: string | null) => Promise<VersionedCart>

/**
 * Caches the response with each user's cart until the cart or the catalogue changes. With several server instances on
 * one database, an instance may learn too late that a user has changed the cart at another one. So the version of the cart is read for each
 * response, and the cached response is only used if it has this version.
 */
export class CartCache {
  readonly #responses = new ResponseCache()
  readonly #alone: boolean
  #versions = new Lru<string, { version: string; response: EncodedResponse }>(MOST_VERSIONS)

  constructor(events: ShopDatabase['events'], alone: boolean) {
    this.#alone = alone
    events.subscribe((event) => this.#invalidate(event))
  }

  /** Returns the response with the user's cart. Calls `read` unless it is cached and no other instance can change it. */
  async get(userId: string, read: CartReader): Promise<EncodedResponse> {
    if (!this.#alone) return this.#getVersion(userId, read)
    return this.#responses.get(userId, async () => {
      const { items } = await read(null)
      if (isLong(items)) this.#responses.invalidate(userId)
      return encode(items)
    })
  }

  async #getVersion(userId: string, read: CartReader): Promise<EncodedResponse> {
    // After `invalidateAll` while the cart is read, the response is added to the old map only.
    const versions = this.#versions
    const known = versions.get(userId)
    const { version, items } = await read(known?.version ?? null)
    if (known && items === null) return known.response
    const response = encode(items)
    if (!isLong(items)) versions.set(userId, { version, response })
    return response
  }

  /**
   * Removes the carts from the cache that an event may have changed. Any event with a user id removes that user's cart.
   * If the event has not changed the cart, the only cost is one more read.
   */
  #invalidate(event: ShopEvent | EventsMissed): void {
    if (event.type === 'catalogue-changed' || event.type === 'events-missed') {
      this.#responses.invalidateAll()
      this.#versions = new Lru(MOST_VERSIONS)
    } else if ('userId' in event) this.#responses.invalidate(event.userId)
  }
}

function isLong(items: OrderItem[] | null): boolean {
  return items !== null && items.length > MOST_CACHED_LINES
}

function encode(items: OrderItem[] | null): EncodedResponse {
  return new EncodedResponse(JSON.stringify(items ?? []), OWN_JSON_KIND)
}
