import { MAX_ITEMS } from '#contract/values/limits.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import { Lru } from '#server/platform/lru.ts'
import type { ShopDatabase } from '#server/shop-database.ts'
import { countUnpaid } from './queries.ts'

const MAX_CARTS = 50_000

/**
 * Limits the number of unpaid lines in each user's cart to `MAX_ITEMS`, the highest number that can be listed and paid
 * at once. Counting takes long for a user with many lines, so the number of lines that still fit is cached. The lines are
 * counted again if this number is missing or too low. It is never too high, because it misses only changes that make the
 * cart smaller, and because the additions to a cart are made one after the other.
 *
 * With several server instances on one database, a cart may get a few lines too many.
 */
export class CartSizeLimiter {
  readonly #left = new Lru<string, number>(MAX_CARTS)
  /** The last addition in progress, by user id. Its promise never rejects. */
  readonly #adding = new Map<string, Promise<unknown>>()
  readonly #database: ShopDatabase

  constructor(database: ShopDatabase) {
    this.#database = database
  }

  /**
   * Calls `add`, which writes this number of unpaid lines, if they all fit into the cart. Returns the result of `add`:
   * whether it has written the lines. Returns null if they do not all fit.
   */
  async admit(caller: Caller, add: () => Promise<boolean>, lines = 1): Promise<boolean | null> {
    const { userId } = caller
    const before = this.#adding.get(userId) ?? Promise.resolve()
    const result = before.then(() => this.#addIfFits(caller, add, lines))
    const end = result.catch(() => undefined)
    this.#adding.set(userId, end)
    try {
      return await result
    } finally {
      if (this.#adding.get(userId) === end) this.#adding.delete(userId)
    }
  }

  /** Lets the lines of a cart be counted again, because lines were added without this limiter. */
  recount({ userId }: Pick<Caller, 'userId'>): void {
    this.#left.delete(userId)
  }

  async #addIfFits(caller: Caller, add: () => Promise<boolean>, lines: number): Promise<boolean | null> {
    const { userId } = caller
    let left = this.#left.get(userId) ?? 0
    if (left < lines) left = MAX_ITEMS - (await countUnpaid(this.#database.read, caller))
    if (left < lines) return null
    // If `add` throws an error, its lines may have been committed nevertheless.
    this.#left.set(userId, left - lines)
    const isAdded = await add()
    if (!isAdded) this.#left.set(userId, left)
    return isAdded
  }
}
