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

type StripeError = Stripe.errors.StripeError

/** Returns whether Stripe has answered with an error. Its class is in the library, which is loaded late. */
function isAnswer(error: unknown): error is StripeError {
  return error instanceof Error && 'statusCode' in error
}

/**
 * Returns whether Stripe has refused a request, so that repeating it is useless. Returns false for a conflict (409), a
 * rate limit (429), and an error of Stripe (5xx) or of the network, because the same request may then succeed later.
 */
export function isRefusal(error: unknown): error is StripeError {
  const status = isAnswer(error) ? (error.statusCode ?? 0) : 0
  return status >= 400 && status < 500 && status !== 409 && status !== 429
}

/** Returns whether Stripe does not know the shop's key, or whether the key lacks a permission. */
export function isRefusedKey({ statusCode }: StripeError): boolean {
  return statusCode === 401 || statusCode === 403
}

/**
 * Returns whether an error (5xx) is one that Stripe has stored for the idempotency key of the request
 * (https://docs.stripe.com/api/idempotent_requests). Repeating the request gives the same error for 24 hours.
 */
export function isStoredFailure(error: unknown): boolean {
  if (!isAnswer(error)) return false
  const { statusCode = 0, headers } = error
  return statusCode >= 500 && headers?.['idempotent-replayed'] === 'true'
}

/** Returns whether Stripe does not know the object of a request. The object may belong to another account or key. */
export function isMissing(error: unknown): boolean {
  return isRefusal(error) && error.code === 'resource_missing'
}

/** Returns whether Stripe has refused a card. */
export function isCardError(error: unknown): error is StripeError {
  return isAnswer(error) && error.rawType === 'card_error'
}

/**
 * Returns whether an idempotency key was used for another request, or for one that has failed. Nothing more happens with such a
 * key until Stripe forgets it.
 */
export function isKeyUsedUp(error: unknown): boolean {
  return isStoredFailure(error) || (isRefusal(error) && error.rawType === 'idempotency_error')
}
