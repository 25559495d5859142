import { MOST_ITEMS } from '#contract/values/limits.ts'
import { now } from '#server/platform/clock.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import { Lru } from '#server/platform/lru.ts'
import { countUnpaid } from './queries.ts'
import type { ShopDatabase } from '#server/shop-database.ts'

const MOST_REMEMBERED = 50_000

/** How long a full cart is refused without being counted again: counting takes long if the shopper has many orders. */
const FULL_MS = 1000

type Room = { left: number; countAgainAt: number }

/**
 * How many more items fit into each shopper's cart: no more unpaid items than can be shown and paid at once. The
 * database counts them once for as many additions as there was room for then, since everything else only makes room.
 * With several instances on one database a few more may get in, or one may be refused for a second after another
 * instance made room.
 */
export class CartRoom {
  readonly #rooms = new Lru<string, Room>(MOST_REMEMBERED)
  readonly #counting = new Map<string, Promise<Room | null>>()
  /** Additions that have a place but may not be committed yet, so that a count does not see them. */
  readonly #entering = new Map<string, number>()
  readonly #database: ShopDatabase

  constructor(database: ShopDatabase) {
    this.#database = database
    database.events.subscribe((event) => {
      if (event.type === 'line-removed' && event.wasUnpaid) this.#giveBack(event.userId)
      if (event.type === 'order-placed') this.#madeRoom(event.userId)
    })
  }

  /**
   * Runs `add`, which writes one unpaid item and returns whether it did. Returns null, without running it, when the
   * cart is full.
   */
  async admit(caller: Caller, add: () => Promise<boolean>): Promise<boolean | null> {
    const { userId } = caller
    if (!(await this.#take(caller))) return null
    this.#entering.set(userId, this.#enteringOf(userId) + 1)
    try {
      const isIn = await add()
      if (!isIn) this.#giveBack(userId)
      return isIn
    } finally {
      // The item of a write that failed may be there all the same: its place is only free again after a count.
      this.#hasEntered(userId)
    }
  }

  /** An unpaid item left the shopper's cart. */
  #giveBack(userId: string): void {
    const room = this.#rooms.get(userId)
    if (room) room.left += 1
    this.#counting.delete(userId)
  }

  /** Items were paid, and the change does not say how many: a cart that looks full is counted at once. */
  #madeRoom(userId: string): void {
    const room = this.#rooms.get(userId)
    if (room) room.countAgainAt = 0
    this.#counting.delete(userId)
  }

  #take(caller: Caller): Promise<boolean> | boolean {
    const room = this.#rooms.get(caller.userId)
    if (room && (room.left > 0 || now() < room.countAgainAt)) return takePlace(room)
    return this.#takeCounted(caller)
  }

  /** Counts again when the cart changed while it was being counted. */
  async #takeCounted(caller: Caller): Promise<boolean> {
    const room = await this.#counted(caller)
    return room ? takePlace(room) : this.#take(caller)
  }

  /** One count for all requests that arrive at once, so that each takes a place of its own. */
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

  /** Returns null, and remembers nothing, when something left the cart during the count. */
  async #count(caller: Caller, end: () => boolean): Promise<Room | null> {
    const entering = this.#enteringOf(caller.userId)
    let room: Room | null = null
    try {
      const unpaid = await countUnpaid(this.#database.read, caller)
      room = { left: Math.max(0, MOST_ITEMS - unpaid - entering), countAgainAt: now() + FULL_MS }
    } finally {
      if (!end()) room = null
    }
    if (room) this.#rooms.set(caller.userId, room)
    return room
  }

  #enteringOf(userId: string): number {
    return this.#entering.get(userId) ?? 0
  }

  #hasEntered(userId: string): void {
    const left = this.#enteringOf(userId) - 1
    if (left > 0) this.#entering.set(userId, left)
    else this.#entering.delete(userId)
  }
}

function takePlace(room: Room): boolean {
  if (room.left === 0) return false
  room.left -= 1
  return true
}
