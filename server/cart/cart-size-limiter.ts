import { MOST_ITEMS } from '#contract/values/limits.ts'
import { now } from '#server/platform/clock.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import { Lru } from '#server/platform/lru.ts'
import type { ShopDatabase } from '#server/shop-database.ts'
import { countUnpaid } from './queries.ts'

const MOST_CARTS = 50_000

/** For this long a full cart is refused without a new count. Counting takes long for a user with many lines. */
const FULL_MS = 1000

/** How many more lines fit into a cart. A cart without room is counted again after `countAgainAt`. */
type Room = { left: number; countAgainAt: number }

/**
 * Limits the unpaid lines in each user's cart to `MOST_ITEMS`, the most that can be listed and paid at once. The unpaid
 * lines are counted in the database only when no room is known to be left: lines that are paid or removed only make room.
 * With several instances on one database, a cart may get a few lines too many, and after another instance made room an
 * addition may be refused for a second.
 */
export class CartSizeLimiter {
  readonly #rooms = new Lru<string, Room>(MOST_CARTS)
  readonly #counting = new Map<string, Promise<Room | null>>()
  /** Additions in progress, by user. They may not be committed yet, so a count does not include them. */
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
   * Runs `add`, which writes one unpaid line and returns whether it did, and returns its result. Returns null without
   * running it if the cart is full.
   */
  async admit(caller: Caller, add: () => Promise<boolean>): Promise<boolean | null> {
    const { userId } = caller
    if (!(await this.#takeRoom(caller))) return null
    this.#adding.set(userId, this.#addingOf(userId) + 1)
    try {
      const isAdded = await add()
      if (!isAdded) this.#giveBack(userId)
      return isAdded
    } finally {
      // A write that failed may still be committed. So its room is not given back here, but by the next count.
      this.#endAdding(userId)
    }
  }

  /** An unpaid line left the cart. */
  #giveBack(userId: string): void {
    const room = this.#rooms.get(userId)
    if (room) room.left += 1
    this.#counting.delete(userId)
  }

  /** Lines were paid, and the event does not contain how many. So a full cart is counted again at the next addition. */
  #countAgain(userId: string): void {
    const room = this.#rooms.get(userId)
    if (room) room.countAgainAt = 0
    this.#counting.delete(userId)
  }

  #takeRoom(caller: Caller): Promise<boolean> | boolean {
    const room = this.#rooms.get(caller.userId)
    if (room && (room.left > 0 || now() < room.countAgainAt)) return takeOne(room)
    return this.#takeCounted(caller)
  }

  /** Counts the cart, again if it changed during the count. */
  async #takeCounted(caller: Caller): Promise<boolean> {
    const room = await this.#counted(caller)
    return room ? takeOne(room) : this.#takeRoom(caller)
  }

  /** Requests that arrive during a count share it, so that each of them takes room of its own. */
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

  /** Returns null without storing the count if a line left the cart during it. */
  async #count(caller: Caller, end: () => boolean): Promise<Room | null> {
    const adding = this.#addingOf(caller.userId)
    let room: Room | null = null
    try {
      const unpaid = await countUnpaid(this.#database.read, caller)
      room = { left: Math.max(0, MOST_ITEMS - unpaid - adding), countAgainAt: now() + FULL_MS }
    } finally {
      if (!end()) room = null
    }
    if (room) this.#rooms.set(caller.userId, room)
    return room
  }

  #addingOf(userId: string): number {
    return this.#adding.get(userId) ?? 0
  }

  #endAdding(userId: string): void {
    const left = this.#addingOf(userId) - 1
    if (left > 0) this.#adding.set(userId, left)
    else this.#adding.delete(userId)
  }
}

function takeOne(room: Room): boolean {
  if (room.left === 0) return false
  room.left -= 1
  return true
}
