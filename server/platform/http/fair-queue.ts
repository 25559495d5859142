import { AsyncLocalStorage } from 'node:async_hooks'
import { Overloaded } from './errors.ts'
import { Limits } from './limits.ts'
import type { Bucket } from './limits.ts'

/** The client that the work is for: the networks of its address, narrow first, and whether the account knows the browser. */
export type Requester = { isKnown: boolean; networks: string[] }

/** A network's recent requests are the tokens that its bucket lacks. One is forgotten a minute. */
const RECENT: Bucket = { burst: 1000, refillMs: 60_000 }

/** A waiter's `rank` is how many recent requests its networks had made together when it arrived. */
type Waiter = { rank: number; start: () => void; refuse: (error: Overloaded) => void }

/** `mostAtOnce` run at the same time; `mostWaiting` may wait in each of the two lines. */
type Sizes = { mostAtOnce: number; mostWaiting: number }

/**
 * A queue for expensive work that any client can cause. Known browsers and all others wait in two lines that take turns.
 * Within a line the networks with the fewest recent requests go first; the requests of the narrow network and of the wide
 * one are added up. A full line refuses the waiting request whose networks have made the most.
 */
export class FairQueue {
  readonly #sizes: Sizes
  readonly #recent = new Limits()
  /** Both lines are in the order of arrival. */
  readonly #known: Waiter[] = []
  readonly #others: Waiter[] = []
  #running = 0
  #lastWasKnown = false

  constructor(sizes: Sizes) {
    this.#sizes = sizes
  }

  /** Runs the work when it is the requester's turn. Rejects with `Overloaded` if its line is full. */
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

  /** Requests count from their arrival, also those that are refused: a flood falls behind even while nothing is free. */
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

/** Runs the work. Everything that it queues, however deep inside, is queued for this requester. */
export function queueingFor<T>(requester: Requester, work: () => Promise<T>): Promise<T> {
  return requesters.run(requester, work)
}

/** Returns the requester of the work in progress, or one without networks outside of any. */
export function currentRequester(): Requester {
  return requesters.getStore() ?? { isKnown: false, networks: [] }
}

/** The waiter of the lowest rank; of equal ones, the one that came first. */
function firstOf(line: Waiter[]): number {
  return line.reduce((best, { rank }, index) => (rank < (line[best]?.rank ?? rank) ? index : best), 0)
}

/** The waiter of the highest rank; of equal ones, the one that came last. */
function lastOf(line: Waiter[]): number {
  return line.reduce((worst, { rank }, index) => (rank >= (line[worst]?.rank ?? rank) ? index : worst), 0)
}

function remove(line: Waiter[], index: number): Waiter | undefined {
  return line.splice(index, 1)[0]
}
