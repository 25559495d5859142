import type { CountedLimit } from '#contract/call.ts'
import { now } from '../clock.ts'
import { Lru } from '../lru.ts'
import { networksOf } from './address.ts'

/**
 * A token bucket (https://en.wikipedia.org/wiki/Token_bucket): `burst` tokens at first, then one more every `refillMs`.
 */
export type Bucket = { burst: number; refillMs: number }

export const limitNumbers: Record<CountedLimit, Bucket> = {
  read: { burst: 5_000, refillMs: 1 },
  write: { burst: 500, refillMs: 5 },
  signIn: { burst: 1000, refillMs: 50 },
  signUp: { burst: 60, refillMs: 10_000 },
  message: { burst: 10, refillMs: 30_000 },
  export: { burst: 60, refillMs: 1000 },
}

/** A bucket, and the key that is counted in it. */
export type Counted = { bucket: Bucket; key: string }

/** The limit of a network that several clients may share, as a multiple of the limit of one client. */
const WIDER = 10

/** Returns the bucket for several clients together, such as a /48 or an address that many people use. */
export function wider({ burst, refillMs }: Bucket): Bucket {
  return { burst: burst * WIDER, refillMs: refillMs / WIDER }
}

/**
 * Returns the buckets and keys by which an address is counted: its own network and, for IPv6, its /48 with a higher
 * limit.
 */
export function countedByAddress(bucket: Bucket, name: string, address: string): Counted[] {
  const [narrow = address, wide] = networksOf(address)
  const own = { bucket, key: `${name} ${narrow}` }
  if (wide === undefined) return [own]
  return [own, { bucket: wider(bucket), key: `${name} ${wide}` }]
}

type Level = { tokens: number; at: number }

/** The maximum number of keys. The least recently used one is forgotten, as if its bucket were full. */
const MOST_KEYS = 100_000

/**
 * The rate limits: how often each caller or address may make calls of each kind. They are stored in the memory of this
 * process.
 */
export class Limits {
  readonly #levels = new Lru<string, Level>(MOST_KEYS)
  readonly #numbers: Record<CountedLimit, Bucket>

  constructor(numbers: Record<CountedLimit, Bucket> = limitNumbers) {
    this.#numbers = numbers
  }

  /** Takes a token of a key, for a limit of the contract. Returns false if there is none. */
  take(limit: CountedLimit, key: string): boolean {
    return this.takeFrom(this.#numbers[limit], `${limit} ${key}`)
  }

  /**
   * Takes a token of each network of an address, for a limit of the contract. Returns false if one of them has none.
   */
  takeAt(limit: CountedLimit, address: string): boolean {
    return this.takeAll(countedByAddress(this.#numbers[limit], limit, address))
  }

  /** Takes a token of each, or none at all. Returns false if one of them has none. */
  takeAll(counted: Counted[]): boolean {
    if (this.waitForAll(counted) > 0) return false
    return counted.every(({ bucket, key }) => this.takeFrom(bucket, key))
  }

  giveAllBack(counted: Counted[]): void {
    for (const { bucket, key } of counted) this.giveBack(bucket, key)
  }

  /** Returns the milliseconds until each has a token again, or 0 if all have one. */
  waitForAll(counted: Counted[]): number {
    return Math.max(0, ...counted.map(({ bucket, key }) => this.wait(bucket, key)))
  }

  /** Takes a token of a bucket. Returns false if there is none. */
  takeFrom(bucket: Bucket, key: string): boolean {
    const level = this.#level(bucket, key)
    if (level.tokens < 1) return false
    level.tokens -= 1
    return true
  }

  /** Returns a token that was taken for a request that turned out to be harmless. */
  giveBack(bucket: Bucket, key: string): void {
    this.#level(bucket, key).tokens += 1
  }

  /** Returns the milliseconds until the key has a token again, or 0 if it has one. */
  wait(bucket: Bucket, key: string): number {
    const { tokens } = this.#level(bucket, key)
    return tokens >= 1 ? 0 : Math.ceil((1 - tokens) * bucket.refillMs)
  }

  /** Returns how many tokens of the key are missing. The number is a fraction while a token is being refilled. */
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
