import { AsyncLocalStorage } from 'node:async_hooks'
import { Overloaded } from './errors.ts'
import { Limits } from './rate-limits.ts'
import type { Bucket } from './rate-limits.ts'

/**
 * The client that requested the work. `networks` are those of its address, narrowest first. `isKnown` is true if the
 * account was used with this browser before.
 */
export type Requester = { isKnown: boolean; networks: string[] }

/** Counts the recent requests of a network. Each takes a token from this bucket, and one token is refilled a minute. */
const RECENT: Bucket = { burst: 1000, refillMs: 60_000 }

/** A waiting piece of work. `rank` is the number of recent requests of its networks when it arrived. */
type Waiter = { rank: number; start: () => void; refuse: (error: Overloaded) => void }

/** `mostAtOnce` pieces of work run at the same time. `mostWaiting` may wait in each of the two lines. */
type Sizes = { mostAtOnce: number; mostWaiting: number }

/**
 * A queue for expensive work that any client can request. Known browsers wait in one line and all others in a second
 * one. The two lines take turns.
 *
 * In a line, the work of the networks with the fewest recent requests is run first. The requests of the narrow and the
 * wide network are added up. If a line is full, the work of the networks with the most requests is refused.
 */
export class FairQueue {
  readonly #sizes: Sizes
  readonly #recent = new Limits()
  /** Both lines are sorted by arrival. */
  readonly #known: Waiter[] = []
  readonly #others: Waiter[] = []
  #running = 0
  #lastWasKnown = false

  constructor(sizes: Sizes) {
    this.#sizes = sizes
  }

  /** Runs the work when it is its turn. Rejects with `Overloaded` if it is refused. */
  async run<T>(requester: Requester, work: () => Promise<T>): Promise<T> {
    const rank = this.#rankOf(requester)
    if (this.#running >= this.#sizes.mostAtOnce) await this.#wait(requester, rank)
    else this.#running += 1
    try {
      return await work()
    } finally {
      const next = this.#next()
      if (next) next.start()
      else this.#running -= 1
    }
  }

  /**
   * Returns the rank of new work, and counts it. Refused work is counted too, so that a network with a flood of
   * requests falls behind.
   */
  #rankOf({ networks }: Requester): number {
    const [narrow = 0, wide = narrow] = networks.map((network) => this.#recent.taken(RECENT, network))
    for (const network of networks) this.#recent.takeFrom(RECENT, network)
    return narrow + wide
  }

  #wait({ isKnown }: Requester, rank: number): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const line = isKnown ? this.#known : this.#others
    line.push({ rank, start: resolve, refuse: reject })
    if (line.length > this.#sizes.mostWaiting)
      remove(line, lastOf(line))?.refuse(new Overloaded('Too many others are waiting.'))
    return promise
  }

  #next(): Waiter | undefined {
    const [preferred, other] = this.#lastWasKnown ? [this.#others, this.#known] : [this.#known, this.#others]
    const line = preferred.length > 0 ? preferred : other
    this.#lastWasKnown = line === this.#known
    return remove(line, firstOf(line))
  }
}

const requesters = new AsyncLocalStorage<Requester>()

/**
 * Runs the work. Everything that is queued during it, also by functions that it calls, is queued for this requester.
 */
export function queueingFor<T>(requester: Requester, work: () => Promise<T>): Promise<T> {
  return requesters.run(requester, work)
}

/** Returns the requester of the current work. Outside of `queueingFor` it is one without networks. */
export function currentRequester(): Requester {
  return requesters.getStore() ?? { isKnown: false, networks: [] }
}

/** Returns the index of the lowest rank. Of equal ranks, the first to arrive is taken. */
function firstOf(line: Waiter[]): number {
  return line.reduce((best, { rank }, index) => (rank < (line[best]?.rank ?? rank) ? index : best), 0)
}

/** Returns the index of the highest rank. Of equal ranks, the last to arrive is taken. */
function lastOf(line: Waiter[]): number {
  return line.reduce((worst, { rank }, index) => (rank >= (line[worst]?.rank ?? rank) ? index : worst), 0)
}

function remove(line: Waiter[], index: number): Waiter | undefined {
  return line.splice(index, 1)[0]
}
