import type { OrderItem } from '#contract/cart.ts'
import type { ShopEvent } from '#server/events.ts'
import type { EventsMissed } from '#server/platform/database/events.ts'
import { ResponseCache, EncodedResponse, OWN_JSON_KIND } from '#server/platform/http/response-cache.ts'
import type { ShopDatabase } from '#server/shop-database.ts'

/** Carts with more lines than this are not cached: one of them would take the space of many small ones. */
const MOST_CACHED_LINES = 60

/**
 * Caches each user's cart as an encoded response until the cart or the catalogue changes. With several instances on one
 * database nothing is cached, because events of other instances arrive too late for a user who has just changed the cart.
 */
export class CartCache {
  readonly #responses = new ResponseCache()
  readonly #alone: boolean

  constructor(events: ShopDatabase['events'], alone: boolean) {
    this.#alone = alone
    events.subscribe((event) => this.#invalidate(event))
  }

  /** Returns the user's cart from the cache, or calls `read` and caches its result. */
  async get(userId: string, read: () => Promise<OrderItem[]>): Promise<EncodedResponse> {
    if (!this.#alone) return encode(await read())
    return this.#responses.get(userId, async () => {
      const items = await read()
      if (items.length > MOST_CACHED_LINES) this.#responses.invalidate(userId)
      return encode(items)
    })
  }

  /** Every event with a user id invalidates that user's cart. Some of them change nothing in it, which costs one read. */
  #invalidate(event: ShopEvent | EventsMissed): void {
    if (event.type === 'catalogue-changed' || event.type === 'events-missed') this.#responses.invalidateAll()
    else if ('userId' in event) this.#responses.invalidate(event.userId)
  }
}

function encode(items: OrderItem[]): EncodedResponse {
  return new EncodedResponse(JSON.stringify(items), OWN_JSON_KIND)
}
