import { MAX_ITEMS } from '#contract/values/limits.ts'
import { now } from '#server/platform/clock.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import { Lru } from '#server/platform/lru.ts'
import type { ShopDatabase } from '#server/shop-database.ts'
import { countUnpaid } from './queries.ts'

const MAX_CARTS = 50_000

/**
 * The minimum time in milliseconds between two counts of a full cart. Counting takes long for a user with many lines.
 */
const FULL_MS = 1000

/**
 * The cached free space of a cart. `left` is the number of lines that still fit into the cart. If new lines do not fit,
 * the lines in the database are counted again, but not before the time `countAgainAt` (UTC milliseconds).
 */
type Room = { left: number; countAgainAt: number }

/**
 * Limits the number of unpaid lines in each user's cart to `MAX_ITEMS`, the highest number that can be listed and paid
 * at once. The number of lines that still fit is cached. The lines are counted in the database only if this number is
 * missing or lower than the number of new lines. With one server instance, it is never too high: it can miss only
 * changes that make the cart smaller.
 *
 * With several server instances on one database, a cart may get a few lines too many. After another instance has made
 * the cart smaller, an addition may still be refused for a second.
 */
export class CartSizeLimiter {
  readonly #rooms = new Lru<string, Room>(MAX_CARTS)
  readonly #counting = new Map<string, Promise<Room | null>>()
  /**
   * The number of additions in progress, by user id. A count of the lines in the database may miss them, because they
   * may not be committed yet.
   */
  readonly #adding = new Map<string, number>()
  readonly #database: ShopDatabase

  constructor(database: ShopDatabase) {
    this.#database = database
    database.events.subscribe((event) => {
      if (event.type === 'line-removed' && event.wasUnpaid) this.#giveBack(event.userId)
      if (event.type === 'order-placed') this.#countAgain(event.userId)
    })
  }

  /**
   * Calls `add`, which writes this number of unpaid lines, if they all fit into the cart. Returns the result of `add`:
   * whether it has written the lines. Returns null if they do not all fit.
   */
  async admit(caller: Caller, add: () => Promise<boolean>, lines = 1): Promise<boolean | null> {
    const { userId } = caller
    if (!(await this.#takeRoom(caller, lines))) return null
    this.#adding.set(userId, this.#addingOf(userId) + lines)
    try {
      const isAdded = await add()
      if (!isAdded) this.#giveBack(userId, lines)
      return isAdded
    } finally {
      // If `add` has thrown an error, the lines may have been committed nevertheless. Their space is therefore not
      // given back, and they count as lines of the cart until the next count.
      this.#endAdding(userId, lines)
    }
  }

  /**
   * Called when unpaid lines were removed from the cart, or were not added after all. Increases the cached free space
   * by their number, and discards a count that is in progress.
   */
  #giveBack(userId: string, lines = 1): void {
    const room = this.#rooms.get(userId)
    if (room) room.left += lines
    this.#counting.delete(userId)
  }

  /**
   * Called after lines were paid. The event does not contain their number, so the cached free space is not changed. If
   * new lines do not fit, the next addition counts the lines again at once.
   */
  #countAgain(userId: string): void {
    const room = this.#rooms.get(userId)
    if (room) room.countAgainAt = 0
    this.#counting.delete(userId)
  }

  #takeRoom(caller: Caller, lines: number): Promise<boolean> | boolean {
    const room = this.#rooms.get(caller.userId)
    if (room && (room.left >= lines || now() < room.countAgainAt)) return take(room, lines)
    return this.#takeCounted(caller, lines)
  }

  /**
   * Counts the lines in the cart and reserves space for the new lines. If lines left the cart during the count, starts
   * again. Returns false if the new lines do not all fit.
   */
  async #takeCounted(caller: Caller, lines: number): Promise<boolean> {
    const room = await this.#counted(caller)
    return room ? take(room, lines) : this.#takeRoom(caller, lines)
  }

  /**
   * Counts the lines in the cart. If a count for the user is already in progress, returns the promise of that count.
   */
  #counted(caller: Caller): Promise<Room | null> {
    const { userId } = caller
    const known = this.#counting.get(userId)
    if (known) return known
    const counting: Promise<Room | null> = this.#count(caller, () => {
      const isLast = this.#counting.get(userId) === counting
      if (isLast) this.#counting.delete(userId)
      return isLast
    })
    this.#counting.set(userId, counting)
    return counting
  }

  /**
   * Counts the unpaid lines in the database and caches how many more lines fit. If a line left the cart during the
   * count, caches nothing and returns null.
   */
  async #count(caller: Caller, end: () => boolean): Promise<Room | null> {
    const adding = this.#addingOf(caller.userId)
    let room: Room | null = null
    try {
      const unpaid = await countUnpaid(this.#database.read, caller)
      room = { left: Math.max(0, MAX_ITEMS - unpaid - adding), countAgainAt: now() + FULL_MS }
    } finally {
      if (!end()) room = null
    }
    if (room) this.#rooms.set(caller.userId, room)
    return room
  }

  #addingOf(userId: string): number {
    return this.#adding.get(userId) ?? 0
  }

  #endAdding(userId: string, lines: number): void {
    const left = this.#addingOf(userId) - lines
    if (left > 0) this.#adding.set(userId, left)
    else this.#adding.delete(userId)
  }
}

function take(room: Room, lines: number): boolean {
  if (room.left < lines) return false
  room.left -= lines
  return true
}
