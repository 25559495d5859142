import type { EventsMissed } from '#server/platform/database/events.ts'
import type { ShopEvent } from '#server/events.ts'
import { AnswerCache, Finished, OWN_JSON_KIND } from '#server/platform/http/answer-cache.ts'
import type { OrderItem } from '#contract/cart.ts'
import type { ShopDatabase } from '#server/shop-database.ts'

/** Lists longer than this are made anew each time: they would take the place of many. */
const MOST_KEPT = 60

/**
 * Carts as finished answers, kept until they change. Only where this process is the only one that writes: with
 * several instances on one database each list is read anew.
 */
export class Carts {
  readonly #answers = new AnswerCache()
  readonly #alone: boolean

  constructor(events: ShopDatabase['events'], alone: boolean) {
    this.#alone = alone
    events.subscribe((event) => this.#invalidate(event))
  }

  /** The answer for one shopper; `read` is asked when there is none. */
  async answer(userId: string, read: () => Promise<OrderItem[]>): Promise<Finished> {
    if (!this.#alone) return finish(await read())
    return this.#answers.get(userId, async () => {
      const items = await read()
      if (items.length > MOST_KEPT) this.#answers.dropOne(userId)
      return finish(items)
    })
  }

  #invalidate(event: ShopEvent | EventsMissed): void {
    if (event.type === 'catalogue-changed' || event.type === 'events-missed') this.#answers.drop()
    // A user's new name or address is not shown in their cart, but their cart is cheap to read again.
    else if ('userId' in event) this.#answers.dropOne(event.userId)
  }
}

function finish(items: OrderItem[]): Finished {
  return new Finished(JSON.stringify(items), OWN_JSON_KIND)
}
