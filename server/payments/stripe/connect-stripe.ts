import type Stripe from 'stripe'
import { loadOnce } from '#server/platform/load-once.ts'

/** The keys of a Stripe account. `apiBase` is the URL of a program that replaces Stripe in tests, or null. */
export type StripeKeys = { secretKey: string; webhookSecret: string; apiBase: string | null }

const TIMEOUT_MS = 20_000

/**
 * Returns a function that returns Stripe's client. The first call loads Stripe's library, because loading it at the
 * start would more than double the time that a start takes. `retries` is how often the library repeats a request that
 * failed. It waits before each repetition.
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
 * Returns whether Stripe has refused a request, so that repeating it is useless. Returns false for a conflict (409), a
 * rate limit (429), and an error of Stripe (5xx) or of the network, because the same request may then succeed later.
 */
export function isRefusal(error: unknown): error is Error {
  if (!(error instanceof Error) || !('statusCode' in error)) return false
  const { statusCode } = error
  if (typeof statusCode !== 'number' || statusCode === 409 || statusCode === 429) return false
  return statusCode >= 400 && statusCode < 500
}

/** Returns whether Stripe does not know the shop's key, or whether the key lacks a permission. */
export function isRefusedKey(error: Error): boolean {
  return 'statusCode' in error && (error.statusCode === 401 || error.statusCode === 403)
}

/**
 * Returns whether an error (5xx) is one that Stripe has stored for the idempotency key of the request
 * (https://docs.stripe.com/api/idempotent_requests). Repeating the request gives the same error for 24 hours.
 */
export function isStoredFailure(error: unknown): boolean {
  if (!(error instanceof Error) || !('statusCode' in error) || !('headers' in error)) return false
  const { statusCode, headers } = error
  if (typeof statusCode !== 'number' || typeof headers !== 'object' || headers === null) return false
  return statusCode >= 500 && 'idempotent-replayed' in headers && headers['idempotent-replayed'] === 'true'
}

/** Returns whether Stripe does not know the object of a request. The object may belong to another account or key. */
export function isMissing(error: unknown): boolean {
  return isRefusal(error) && 'code' in error && error.code === 'resource_missing'
}
