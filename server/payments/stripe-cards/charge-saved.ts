import type Stripe from 'stripe'
import { now } from '#server/platform/clock.ts'
import { withoutKeys } from '../gateway.ts'
import type { Attempt, GatewayAnswer, RemoteAnswer } from '../gateway.ts'
import { fromStripe, toStripe } from '../stripe/amounts.ts'
import { isCardError, isKeyUsedUp, isMissing, isRefusal, isRefusedKey } from '../stripe/connect-stripe.ts'
import { PAYMENT_ID, SHOP } from '../stripe/session.ts'
import { CARD_GONE, declinedBy, KEY_USED_UP } from './declines.ts'

/** An attempt to charge a saved card, with Stripe's ids of its customer and of the card. */
type Try = { attempt: Attempt; key: string; since: number; customer: string; method: string | null }

type Shop = { publicUrl: string; log?: { warn: (message: string) => void } | undefined }

/** The key of the metadata under which Stripe stores the key of a try. */
const TRY = 'try'

/** Stripe keeps an idempotency key for at least 24 hours (https://docs.stripe.com/api/idempotent_requests). */
const KEY_MS = 23 * 60 * 60 * 1000

/**
 * Charges a saved card with a payment intent of its own (https://docs.stripe.com/payments/save-and-reuse), or returns the
 * state of that intent. An intent whose card was declined is cancelled before that is returned, so that it can never succeed
 * beside the intent of a later try. Rejects if the outcome is unknown.
 */
export async function chargeSaved(stripe: Stripe, attempt: Attempt, shop: Shop): Promise<RemoteAnswer> {
  const one = await readTry(attempt)
  const known = now() - one.since > KEY_MS ? await findIntent(stripe, one) : undefined
  if (known) return settle(stripe, known)
  try {
    const method = one.method ?? (await findCard(stripe, one))?.id
    if (!method) return await settleOr(stripe, one, CARD_GONE)
    const params = { ...(await paramsFor(one, shop)), payment_method: method }
    return await settle(stripe, await confirm(stripe, one, params))
  } catch (error) {
    return afterFailure(stripe, one, { error, shop })
  }
}

/** Returns the answer after an error of Stripe, which is thrown if the outcome is unknown. */
async function afterFailure(
  stripe: Stripe,
  one: Try,
  { error, shop }: { error: unknown; shop: Shop },
): Promise<RemoteAnswer> {
  if (isCardError(error)) return afterDecline(stripe, error)
  if (isKeyUsedUp(error)) return settleOr(stripe, one, KEY_USED_UP)
  // Without the customer, this may be another account at Stripe, which knows nothing of earlier charges.
  if (isRefusal(error) && isMissing(error) && error.param === 'customer') throw error
  if (isMissing(error)) return settleOr(stripe, one, CARD_GONE)
  if (!isRefusal(error) || isRefusedKey(error)) throw error
  const { idempotencyKey } = one.attempt
  shop.log?.warn(`Stripe refused the payment ${idempotencyKey}: ${withoutKeys(error.message)}`)
  return { outcome: 'declined', reason: 'The payment service did not accept the payment.' }
}

/**
 * Makes it impossible that a try succeeds. If Stripe has no intent of it, its request may still be on its way. Then the key is
 * used for another request, so that Stripe refuses the one that comes later.
 */
export async function cancelSaved(stripe: Stripe, attempt: Attempt, shop: Shop): Promise<RemoteAnswer> {
  const one = await readTry(attempt)
  const known = await findIntent(stripe, one)
  if (known) return settle(stripe, await end(stripe, known.id))
  try {
    const params = await paramsFor(one, shop)
    const { id } = await stripe.paymentIntents.create(params, { idempotencyKey: one.key })
    return await settle(stripe, await end(stripe, id))
  } catch (error) {
    if (isKeyUsedUp(error)) return settleOr(stripe, one, KEY_USED_UP)
    if (isMissing(error)) return CARD_GONE
    throw error
  }
}

async function readTry(attempt: Attempt): Promise<Try> {
  const { saved } = attempt
  if (!saved) throw new Error(`The payment ${attempt.idempotencyKey} has no saved card.`)
  return { attempt, key: saved.key, since: saved.since, ...(await saved.readCard()) }
}

async function paramsFor({ attempt, key, customer }: Try, { publicUrl }: Shop) {
  const { currency } = await attempt.readBill()
  return {
    amount: toStripe(attempt.amountCents, currency),
    currency: currency.toLowerCase(),
    customer,
    // The page of a bank could not be shown, because the customer is not there.
    automatic_payment_methods: { enabled: true, allow_redirects: 'never' as const },
    metadata: { [PAYMENT_ID]: attempt.idempotencyKey, [SHOP]: publicUrl, [TRY]: key },
  }
}

function confirm(stripe: Stripe, { key }: Try, params: Stripe.PaymentIntentCreateParams) {
  const all = { ...params, confirm: true, off_session: true }
  return stripe.paymentIntents.create(all, { idempotencyKey: key })
}

/** Returns the only card of a customer. */
async function findCard(stripe: Stripe, { customer }: Try): Promise<Stripe.PaymentMethod | undefined> {
  const { data } = await stripe.customers.listPaymentMethods(customer, { type: 'card', limit: 1 })
  return data[0]
}

const DAY_S = 24 * 60 * 60

/** Finds the intent of a try. The clock of the shop may differ from that of Stripe by a day. */
async function findIntent(
  stripe: Stripe,
  { key, since, customer }: Try,
): Promise<Stripe.PaymentIntent | undefined> {
  const created = { gte: Math.floor(since / 1000) - DAY_S }
  try {
    for await (const intent of stripe.paymentIntents.list({ customer, created, limit: 100 }))
      if (intent.metadata[TRY] === key) return intent
  } catch (error) {
    if (!isMissing(error)) throw error
  }
  return undefined
}

/** Returns the state of the intent of a try, or `answer` if Stripe has none. */
async function settleOr(stripe: Stripe, one: Try, answer: GatewayAnswer): Promise<RemoteAnswer> {
  const known = await findIntent(stripe, one)
  return known ? settle(stripe, known) : answer
}

/** Ends the intent of a declined card. If it has succeeded by now, the payment has succeeded. */
async function afterDecline(stripe: Stripe, error: Stripe.errors.StripeError): Promise<RemoteAnswer> {
  const { payment_intent: intent } = error
  const ended = intent && (await settle(stripe, await end(stripe, intent.id)))
  return ended && ended.outcome !== 'declined' ? ended : declinedBy(error)
}

/** Cancels an intent, and returns it as it is then. Stripe refuses to cancel one that has succeeded or is cancelled. */
async function end(stripe: Stripe, id: string): Promise<Stripe.PaymentIntent> {
  try {
    return await stripe.paymentIntents.cancel(id)
  } catch (error) {
    if (!isRefusal(error)) throw error
    return stripe.paymentIntents.retrieve(id)
  }
}

/** Converts the state of an intent. One that waits for another card or for the customer is ended first. */
async function settle(stripe: Stripe, intent: Stripe.PaymentIntent): Promise<RemoteAnswer> {
  const { id, status, amount_received } = intent
  const currency = intent.currency.toUpperCase()
  const paid = { amountCents: fromStripe(amount_received, currency), currency }
  if (status === 'succeeded') return { outcome: 'succeeded', reference: id, paid }
  if (status === 'canceled') return declinedBy(errorOf(intent))
  if (status === 'processing') return pendingUnlessDone(stripe, id)
  const ended = await end(stripe, id)
  if (ended.status === 'canceled') return declinedBy(errorOf(intent))
  if (ended.status === 'succeeded') return settle(stripe, ended)
  throw new Error(`The payment intent ${id} is ${ended.status}.`)
}

/** A repeated request returns the intent as it was at first, so it is read again. */
async function pendingUnlessDone(stripe: Stripe, id: string): Promise<RemoteAnswer> {
  const intent = await stripe.paymentIntents.retrieve(id)
  return intent.status === 'processing' ? { outcome: 'pending' } : settle(stripe, intent)
}

function errorOf({ status, last_payment_error: error }: Stripe.PaymentIntent) {
  if (status === 'requires_action') return { code: 'authentication_required' }
  const { code, decline_code, advice_code, message } = error ?? {}
  return { code: code ?? undefined, decline_code, advice_code, message }
}
