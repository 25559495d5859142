import type { CountedLimit } from '#contract/call.ts'
import { now } from '../clock.ts'
import { Lru } from '../lru.ts'
import { networksOf } from './address.ts'

/** A token bucket: `burst` at once, then one every `refillMs`. */
export type Bucket = { burst: number; refillMs: number }

export const limitNumbers: Record<CountedLimit, Bucket> = {
  read: { burst: 5_000, refillMs: 1 },
  write: { burst: 500, refillMs: 5 },
  signIn: { burst: 1000, refillMs: 50 },
  signUp: { burst: 60, refillMs: 10_000 },
  message: { burst: 10, refillMs: 30_000 },
  export: { burst: 60, refillMs: 1000 },
}

/** One of a bucket's keys, as it is counted. */
export type Counted = { bucket: Bucket; key: string }

/** A network that several clients may share is allowed this many times what one client is. */
const WIDER = 10

/** The bucket of what several clients may share: a /48, or an address that many people use. */
export function wider({ burst, refillMs }: Bucket): Bucket {
  return { burst: burst * WIDER, refillMs: refillMs / WIDER }
}

/** Returns what a client's address is counted by: its own network, and for IPv6 also its /48, with a wider limit. */
export function countedByAddress(bucket: Bucket, name: string, address: string): Counted[] {
  const [narrow = address, wide] = networksOf(address)
  const own = { bucket, key: `${name} ${narrow}` }
  if (wide === undefined) return [own]
  return [own, { bucket: wider(bucket), key: `${name} ${wide}` }]
}

type Level = { tokens: number; at: number }

/** The least recently used key beyond this number is forgotten, as if its bucket were full. */
const MOST_KEYS = 100_000

/** Limits how often each caller or address may make calls of each kind, in this process's memory. */
export class Limits {
  readonly #levels = new Lru<string, Level>(MOST_KEYS)
  readonly #numbers: Record<CountedLimit, Bucket>

  constructor(numbers: Record<CountedLimit, Bucket> = limitNumbers) {
    this.#numbers = numbers
  }

  /** Takes one of the key's tokens for a limit of the contract; returns false if there is none. */
  take(limit: CountedLimit, key: string): boolean {
    return this.takeFrom(this.#numbers[limit], `${limit} ${key}`)
  }

  /** Takes one token for a limit of the contract from each of an address's networks; returns false if one of them has none. */
  takeAt(limit: CountedLimit, address: string): boolean {
    return this.takeAll(countedByAddress(this.#numbers[limit], limit, address))
  }

  /** Takes one token from each, or none at all; returns false if one of them has none. */
  takeAll(counted: Counted[]): boolean {
    if (this.waitForAll(counted) > 0) return false
    return counted.every(({ bucket, key }) => this.takeFrom(bucket, key))
  }

  giveAllBack(counted: Counted[]): void {
    for (const { bucket, key } of counted) this.giveBack(bucket, key)
  }

  /** Milliseconds until each has a token again; 0 when all have one. */
  waitForAll(counted: Counted[]): number {
    return Math.max(0, ...counted.map(({ bucket, key }) => this.wait(bucket, key)))
  }

  /** Takes one token of a bucket of any size; returns false if there is none. */
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

  /** Milliseconds until the key has a token again; 0 when it has one. */
  wait(bucket: Bucket, key: string): number {
    const { tokens } = this.#level(bucket, key)
    return tokens >= 1 ? 0 : Math.ceil((1 - tokens) * bucket.refillMs)
  }

  /** How many tokens the key's bucket lacks; a fraction while one is being refilled. */
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
