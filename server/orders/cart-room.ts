import { MOST_ITEMS } from '#contract/payments.ts'
import { now } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import { Lru } from '#server/platform/lru.ts'
import type { Tables } from '#server/tables.ts'
import { countUnpaid } from './queries.ts'

const MOST_REMEMBERED = 50_000

/** A full cart is not counted again for so long: counting is work for a long history, and refusing should be none. */
const FULL_MS = 1000

type Room = { left: number; fullUntil: number }

/**
 * How much more fits into somebody's cart: no more unpaid items than can be shown and paid at once. They are counted
 * once for as many additions as there was room for then, since whatever else happens only makes room. With several
 * instances on one database a few more may get in, or one be refused for a second after another instance made room.
 */
export class CartRoom {
  readonly #rooms = new Lru<string, Room>(MOST_REMEMBERED)
  readonly #counting = new Map<string, Promise<Room>>()
  readonly #database: Database<Tables>

  constructor(database: Database<Tables>) {
    this.#database = database
    // Something of the cart was paid, so a full one may have room.
    database.changes.listen(({ topic, id }) => {
      if (topic === 'cart' && id) this.#forget(id)
    })
  }

  /** Takes a place in somebody's cart; false when it is full. */
  take(caller: Caller): Promise<boolean> | boolean {
    const room = this.#rooms.get(caller.userId)
    if (room && (room.left > 0 || now() < room.fullUntil)) return takePlace(room)
    return this.#counted(caller).then(takePlace)
  }

  /** An unpaid item left somebody's cart. */
  giveBack(userId: string): void {
    const room = this.#rooms.get(userId)
    if (room) room.left += 1
    this.#counting.delete(userId)
  }

  #forget(userId: string): void {
    if (this.#rooms.get(userId)?.left === 0) this.#rooms.delete(userId)
    this.#counting.delete(userId)
  }

  /** One count for all who ask at once, so that each takes a place of its own. */
  #counted(caller: Caller): Promise<Room> {
    const { userId } = caller
    const known = this.#counting.get(userId)
    if (known) return known
    const counting: Promise<Room> = this.#count(caller, () => {
      const isLast = this.#counting.get(userId) === counting
      if (isLast) this.#counting.delete(userId)
      return isLast
    })
    this.#counting.set(userId, counting)
    return counting
  }

  /** What changed while it was counted may have made room: then the count is not remembered. */
  async #count(caller: Caller, end: () => boolean): Promise<Room> {
    let room: Room | null = null
    try {
      const left = Math.max(0, MOST_ITEMS - (await countUnpaid(this.#database.read, caller)))
      room = { left, fullUntil: now() + FULL_MS }
      return room
    } finally {
      if (end() && room) this.#rooms.set(caller.userId, room)
    }
  }
}

function takePlace(room: Room): boolean {
  if (room.left === 0) return false
  room.left -= 1
  // What was just let in may not be in the books yet: counting now would make room that there is not.
  if (room.left === 0) room.fullUntil = now() + FULL_MS
  return true
}
