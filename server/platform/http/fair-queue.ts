import { AsyncLocalStorage } from 'node:async_hooks'
import { Overloaded } from './errors.ts'
import { Limits } from './rate-limits.ts'
import type { Bucket } from './rate-limits.ts'

/**
 * The client that requests a piece of work from the queue. `networks` are the networks of its IP address, from the
 * narrowest to the widest. `isKnown` is true if this browser has signed in before to the account of the request.
 */
export type Requester = { isKnown: boolean; networks: string[] }

/**
 * The token bucket with which the recent requests of a network are counted. Each request takes a token, and one token a
 * minute is refilled.
 */
const RECENT: Bucket = { burst: 1000, refillMs: 60_000 }

/**
 * A piece of work that waits for its turn. `rank` is high if many requests came from the client's IP address, or from
 * the larger address blocks that contain it, shortly before the work arrived. The work with the lowest rank goes
 * first.
 */
type Waiter = { rank: number; start: () => void; refuse: (error: Overloaded) => void }

/**
 * `maxAtOnce` is the maximum number of pieces of work that run at the same time. The queue has two waiting lists, and
 * `maxWaiting` is the maximum number of pieces of work in each of them.
 */
type Sizes = { maxAtOnce: number; maxWaiting: number }

/**
 * A queue for expensive work that any client can request, such as hashing a password. It has two waiting lists: one for
 * the work of known browsers, and one for all other work. The next piece of work is taken from the two lists in turn.
 *
 * In each list, the work whose networks have recently sent the fewest requests runs first. If a list is too long, the
 * work whose networks have recently sent the most requests is refused.
 */
export class FairQueue {
  readonly #sizes: Sizes
  readonly #recent = new Limits()
  /** The two waiting lists: `#known` for the work of known browsers, and `#others`. Each is sorted by arrival. */
  readonly #known: Waiter[] = []
  readonly #others: Waiter[] = []
  #running = 0
  #lastWasKnown = false

  constructor(sizes: Sizes) {
    this.#sizes = sizes
  }

  /**
   * Runs the work when its turn has come. Rejects with `Overloaded` if the work is refused because too much other
   * work is waiting.
   */
  async run<T>(requester: Requester, work: () => Promise<T>): Promise<T> {
    const rank = this.#rankOf(requester)
    if (this.#running >= this.#sizes.maxAtOnce) await this.#wait(requester, rank)
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
   * Returns the rank of new work: the recent requests of the narrow and of the wide network of an IPv6 address, or
   * twice those of an IPv4 address. Then counts the work as a request of its networks. Refused work counts, too, so
   * that a network that sends a flood of requests has to wait longer.
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
    if (line.length > this.#sizes.maxWaiting)
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
 * Runs the work for a requester. Until the work ends, `currentRequester` returns this requester in all functions that
 * the work calls.
 */
export function queueingFor<T>(requester: Requester, work: () => Promise<T>): Promise<T> {
  return requesters.run(requester, work)
}

/**
 * Returns the client for which the current code runs. For code that does not run inside `queueingFor`, returns a
 * client without an IP address. No recent requests are counted for it, so its work is among the first.
 */
export function currentRequester(): Requester {
  return requesters.getStore() ?? { isKnown: false, networks: [] }
}

/**
 * Returns the index of the waiting work with the lowest rank. Of several with this rank, chooses the first to arrive.
 */
function firstOf(line: Waiter[]): number {
  return line.reduce((best, { rank }, index) => (rank < (line[best]?.rank ?? rank) ? index : best), 0)
}

/**
 * Returns the index of the waiting work with the highest rank. Of several with this rank, chooses the last to arrive.
 */
function lastOf(line: Waiter[]): number {
  return line.reduce((worst, { rank }, index) => (rank >= (line[worst]?.rank ?? rank) ? index : worst), 0)
}

function remove(line: Waiter[], index: number): Waiter | undefined {
  return line.splice(index, 1)[0]
}
