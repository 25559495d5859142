import { MOST_ITEMS } from '#contract/payments.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import { Lru } from '#server/platform/lru.ts'
import type { Tables } from '#server/tables.ts'
import { countUnpaid } from './queries.ts'

const MOST_REMEMBERED = 50_000

/**
 * How much more fits into somebody's cart: no more unpaid items than can be shown and paid at once. They are counted
 * once for as many additions as there was room for then, since whatever else happens only makes room; with several
 * instances on one database, or many additions at one moment, a few more may get in.
 */
export class CartRoom {
  readonly #left = new Lru<string, number>(MOST_REMEMBERED)
  readonly #database: Database<Tables>

  constructor(database: Database<Tables>) {
    this.#database = database
  }

  /** Takes a place in somebody's cart; false when it is full. */
  take(caller: Caller): Promise<boolean> | boolean {
    const left = this.#left.get(caller.userId) ?? 0
    if (left === 0) return this.#count(caller)
    this.#left.set(caller.userId, left - 1)
    return true
  }

  async #count(caller: Caller): Promise<boolean> {
    const left = MOST_ITEMS - (await countUnpaid(this.#database.read, caller))
    if (left > 0) this.#left.set(caller.userId, left - 1)
    return left > 0
  }
}
