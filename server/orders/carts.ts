import type { Change } from '#server/platform/database/changes.ts'
import type { Database } from '#server/platform/database/database.ts'
import { AnswerCache, Finished, OWN_JSON_KIND } from '#server/platform/http/answer-cache.ts'
import type { OrderItem } from '#contract/orders.ts'
import type { Tables } from '#server/tables.ts'

/** Lists longer than this are made anew each time: they would take the place of many. */
const MOST_KEPT = 60

/**
 * Carts as finished answers, kept until they change. Only where this process is the only one that writes: with
 * several instances on one database each list is read anew.
 */
export class Carts {
  readonly #answers = new AnswerCache()
  readonly #alone: boolean

  constructor(database: Database<Tables>) {
    this.#alone = database.dialect === 'sqlite'
    database.changes.listen((change) => this.#hear(change))
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

  /** Somebody's list was changed here. */
  forget(userId: string): void {
    this.#answers.dropOne(userId)
  }

  #hear({ topic, id }: Change): void {
    if (topic === 'catalogue' || topic === 'lost') this.#answers.drop()
    if (topic === 'cart' && id) this.forget(id)
  }
}

function finish(items: OrderItem[]): Finished {
  return new Finished(JSON.stringify(items), OWN_JSON_KIND)
}
