import type Stripe from 'stripe'
import { loadOnce } from '#server/platform/load-once.ts'

/** The keys of a Stripe account. `apiBase` is the URL of a program that replaces Stripe in tests, or null. */
export type StripeKeys = { secretKey: string; webhookSecret: string; apiBase: string | null }

const TIMEOUT_MS = 20_000

/**
 * Returns a function that returns Stripe's client. Its library is loaded with the first call, because loading it takes
 * longer than the rest of a start. `retries` is how often the library repeats a request that failed; it waits in between.
 */
export function connectStripe({ secretKey, apiBase }: StripeKeys, retries: number): () => Promise<Stripe> {
  return loadOnce(async () => {
    const { Stripe: Client } = await import('stripe')
    const base = apiBase === null ? null : new URL(apiBase)
    return new Client(secretKey, {
      maxNetworkRetries: retries,
      timeout: TIMEOUT_MS,
      telemetry: false,
      ...(base && {
        protocol: base.protocol === 'http:' ? 'http' : 'https',
        host: base.hostname,
        port: base.port,
      }),
    })
  })
}

/**
 * Returns whether Stripe has refused a request, so that repeating it is useless. After a conflict, a rate limit and any
 * error of Stripe or of the network, the same request may succeed later.
 */
export function isRefusal(error: unknown): error is Error {
  if (!(error instanceof Error) || !('statusCode' in error)) return false
  const { statusCode } = error
  if (typeof statusCode !== 'number' || statusCode === 409 || statusCode === 429) return false
  return statusCode >= 400 && statusCode < 500
}
