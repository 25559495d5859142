import type { CountedLimit } from '#contract/call.ts'
import { now } from '../clock.ts'
import { Lru } from '../lru.ts'
import { networksOf } from './address.ts'

/**
 * A token bucket (https://en.wikipedia.org/wiki/Token_bucket). It has `burst` tokens at first. While it has fewer, it
 * gets a new token every `refillMs` milliseconds.
 */
export type Bucket = { burst: number; refillMs: number }

export const limitNumbers: Record<CountedLimit, Bucket> = {
  read: { burst: 5_000, refillMs: 1 },
  write: { burst: 500, refillMs: 5 },
  signIn: { burst: 1000, refillMs: 50 },
  signUp: { burst: 60, refillMs: 10_000 },
  guest: { burst: 60, refillMs: 10_000 },
  reset: { burst: 10, refillMs: 30_000 },
  message: { burst: 10, refillMs: 30_000 },
  export: { burst: 60, refillMs: 1000 },
}

/** The size of a token bucket, and the key to which the bucket belongs, such as a user or a network. */
export type Counted = { bucket: Bucket; key: string }

/** The limit of a network that several clients may share is this number times the limit of one client. */
const WIDER = 10

/**
 * Returns a larger token bucket, for a network that several clients may share. Examples are an IPv6 /48, and an
 * address that many people use.
 */
export function wider({ burst, refillMs }: Bucket): Bucket {
  return { burst: burst * WIDER, refillMs: refillMs / WIDER }
}

/**
 * Returns the buckets and keys by which requests from an IP address are counted: for IPv4 those of the address, and for
 * IPv6 those of the /64 and, with a higher limit, of the /48.
 */
export function countedByAddress(bucket: Bucket, name: string, address: string): Counted[] {
  const [narrow = address, wide] = networksOf(address)
  const own = { bucket, key: `${name} ${narrow}` }
  if (wide === undefined) return [own]
  return [own, { bucket: wider(bucket), key: `${name} ${wide}` }]
}

type Level = { tokens: number; at: number }

/**
 * The maximum number of keys. If there are more, the least recently used key is forgotten, so that it has all its
 * tokens again.
 */
const MAX_KEYS = 100_000

/**
 * The rate limits: how often a caller or an IP address may make API calls of each kind. The token buckets are kept in
 * the memory of this process.
 */
export class Limits {
  readonly #levels = new Lru<string, Level>(MAX_KEYS)
  readonly #numbers: Record<CountedLimit, Bucket>

  constructor(numbers: Record<CountedLimit, Bucket> = limitNumbers) {
    this.#numbers = numbers
  }

  /**
   * Takes a token of a key (a user or a network) for one of the contract's rate limits. Returns false if no token is
   * left.
   */
  take(limit: CountedLimit, key: string): boolean {
    return this.takeFrom(this.#numbers[limit], `${limit} ${key}`)
  }

  /** Returns the buckets and keys by which an IP address is counted, for one of the contract's rate limits. */
  countedAt(limit: CountedLimit, address: string): Counted[] {
    return countedByAddress(this.#numbers[limit], limit, address)
  }

  /** Takes a token of each key in the list. Takes none and returns false if one of the keys has no token left. */
  takeAll(counted: Counted[]): boolean {
    if (this.waitForAll(counted) > 0) return false
    return counted.every(({ bucket, key }) => this.takeFrom(bucket, key))
  }

  /** Gives back tokens that were taken for a request, because the request turned out to be harmless. */
  giveAllBack(counted: Counted[]): void {
    for (const { bucket, key } of counted) this.#level(bucket, key).tokens += 1
  }

  /** Returns the milliseconds until all keys in the list have a token, or 0 if they have one now. */
  waitForAll(counted: Counted[]): number {
    const waits = counted.map(({ bucket, key }) => (1 - this.#level(bucket, key).tokens) * bucket.refillMs)
    return Math.max(0, ...waits.map(Math.ceil))
  }

  /** Takes a token of a key from its bucket. Returns false if no token is left. */
  takeFrom(bucket: Bucket, key: string): boolean {
    const level = this.#level(bucket, key)
    if (level.tokens < 1) return false
    level.tokens -= 1
    return true
  }

  /**
   * Returns how many tokens are missing in the bucket of a key. This need not be an integer, because a token is
   * refilled gradually.
   */
  taken(bucket: Bucket, key: string): number {
    return bucket.burst - this.#level(bucket, key).tokens
  }

  #level(bucket: Bucket, key: string): Level {
    const time = now()
    const level = this.#levels.get(key) ?? { tokens: bucket.burst, at: time }
    const gained = Math.max(0, time - level.at) / bucket.refillMs
    level.tokens = Math.min(bucket.burst, level.tokens + gained)
    level.at = time
    this.#levels.set(key, level)
    return level
  }
}
