import { MOST_ITEMS } from '#contract/values/limits.ts'
import { now } from '#server/platform/clock.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import { Lru } from '#server/platform/lru.ts'
import type { ShopDatabase } from '#server/shop-database.ts'
import { countUnpaid } from './queries.ts'

const MOST_CARTS = 50_000

/** A full cart is counted again at most once in this time, because counting takes long for a user with many lines. */
const FULL_MS = 1000

/** The number of lines that still fit into a cart. A full cart is counted again after `countAgainAt`. */
type Room = { left: number; countAgainAt: number }

/**
 * Limits the unpaid lines in each user's cart to `MOST_ITEMS`, the most that can be listed and paid at once. The number
 * of free places is cached. The lines are counted in the database only if no free place is known, since every change in
 * between can only have freed places.
 *
 * With several instances on one database, a cart may get a few lines too many. After another instance has freed a
 * place, an addition may still be refused for a second.
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
   * Runs `add`, which writes one unpaid line and returns whether it did so, and returns its result. If the cart is
   * full, returns null and does not run it.
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
      // A failed write may still be committed. Its place therefore stays taken until the next count.
      this.#endAdding(userId)
    }
  }

  /** Called after an unpaid line has left the cart. */
  #giveBack(userId: string): void {
    const room = this.#rooms.get(userId)
    if (room) room.left += 1
    this.#counting.delete(userId)
  }

  /**
   * Called after lines were paid. The event does not say how many, so a full cart is counted again at the next
   * addition.
   */
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

  /** Counts the cart and takes a place. Counts again if the cart changed during the count. */
  async #takeCounted(caller: Caller): Promise<boolean> {
    const room = await this.#counted(caller)
    return room ? takeOne(room) : this.#takeRoom(caller)
  }

  /** Requests that arrive during a count wait for the same count. Each of them then takes a place of its own. */
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

  /** Returns null, and does not store the count, if a line left the cart during it. */
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
