import type { OrderItem } from '#contract/cart.ts'
import type { ShopEvent } from '#server/events.ts'
import type { EventsMissed } from '#server/platform/database/events.ts'
import { AnswerCache, Finished, OWN_JSON_KIND } from '#server/platform/http/answer-cache.ts'
import type { ShopDatabase } from '#server/shop-database.ts'

/** Carts with more lines than this are not cached: one of them would take the space of many small ones. */
const MOST_CACHED_LINES = 60

/**
 * Caches each user's cart as a finished response until the cart or the catalogue changes. With several instances on one
 * database nothing is cached, because events of other instances arrive too late for a user who has just changed the cart.
 */
export class CartCache {
  readonly #answers = new AnswerCache()
  readonly #alone: boolean

  constructor(events: ShopDatabase['events'], alone: boolean) {
    this.#alone = alone
    events.subscribe((event) => this.#invalidate(event))
  }

  /** Returns the user's cart from the cache, or calls `read` and caches its result. */
  async get(userId: string, read: () => Promise<OrderItem[]>): Promise<Finished> {
    if (!this.#alone) return finish(await read())
    return this.#answers.get(userId, async () => {
      const items = await read()
      if (items.length > MOST_CACHED_LINES) this.#answers.dropOne(userId)
      return finish(items)
    })
  }

  /** Every event with a user id invalidates that user's cart. Some of them change nothing in it, which costs one read. */
  #invalidate(event: ShopEvent | EventsMissed): void {
    if (event.type === 'catalogue-changed' || event.type === 'events-missed') this.#answers.drop()
    else if ('userId' in event) this.#answers.dropOne(event.userId)
  }
}

function finish(items: OrderItem[]): Finished {
  return new Finished(JSON.stringify(items), OWN_JSON_KIND)
}
