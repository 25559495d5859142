import type { Account } from './account.ts'
import type { Events } from './events.ts'
import type { IdempotencyKeys } from './idempotency.ts'

/** A request to Stripe, such as `POST /v1/refunds`. */
export type Request = { method: string; path: string }

/**
 * What goes wrong with a request. `down`: the connection breaks before the request is handled. `lost`: the request is
 * handled, and the connection breaks before the response. `garbled`: the request is handled, and the response cannot be
 * read. `error`: the response has status 500, and nothing is changed. `stored error`: the same, and the response to each
 * later request with the same idempotency key is this error. After a broken connection, Stripe's library
 * repeats the request half a second later, even if it is set to no retries.
 */
export type Fault = 'down' | 'lost' | 'garbled' | 'error' | 'stored error'

/** A replacement of Stripe for tests. It keeps its state in memory. A test can set `fault` to make requests fail. */
export type FakeStripe = {
  /** The URL of the replacement, for the setting `STRIPE_API_BASE`. */
  url: string
  secretKey: string
  webhookSecret: string
  account: Account
  events: Events
  keys: IdempotencyKeys
  /** Every request to the API that has arrived, with its idempotency key, in the order of arrival. */
  requests: (Request & { key: string | undefined })[]
  /** Returns what goes wrong with a request, or null if nothing does. By default nothing goes wrong. */
  fault: (request: Request) => Fault | null
  /** How long a request takes, in milliseconds. */
  delayMs: number
  close: () => Promise<void>
}
