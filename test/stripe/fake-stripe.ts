import type { Account } from './account.ts'
import type { Events } from './events.ts'
import type { IdempotencyKeys } from './idempotency.ts'

/** A request to Stripe, such as `POST /v1/refunds`. */
export type Request = { method: string; path: string }

/**
 * What goes wrong with a request. `down`: the connection breaks before the request is handled. `lost`: the request is
 * handled, and the connection breaks before the response. `garbled`: it is handled, and the response cannot be read.
 * `error`: the response has status 500, and nothing is changed. Stripe's library repeats a request by itself, half a second
 * later, if the connection has broken.
 */
export type Fault = 'down' | 'lost' | 'garbled' | 'error'

/** A replacement of Stripe for tests. It keeps its state in memory, and is wrong on command. */
export type FakeStripe = {
  /** Its own address, for the setting `STRIPE_API_BASE`. */
  url: string
  secretKey: string
  webhookSecret: string
  account: Account
  events: Events
  keys: IdempotencyKeys
  /** Every request that has arrived, with its idempotency key, in the order of arrival. */
  requests: (Request & { key: string | undefined })[]
  /** Decides what goes wrong with a request. By default nothing does. */
  fault: (request: Request) => Fault | null
  /** How long a request takes, in milliseconds. */
  delayMs: number
  close: () => Promise<void>
}
