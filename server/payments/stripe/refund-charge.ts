import type Stripe from 'stripe'
import { shopCurrency } from '#contract/values/currencies.ts'
import { now } from '#server/platform/clock.ts'
import type { RefundAnswer, RefundedCharge, RefundRequest } from '../gateway.ts'
import { findAmountProblem, fromStripe, toStripe } from './amounts.ts'
import { isRefusal } from './connect-stripe.ts'
import { PAYMENT_ID } from './session.ts'

/** The key of the metadata under which Stripe stores the id of the shop's refund. */
export const REFUND_ID = 'refund_id'

/**
 * Stripe keeps an idempotency key for at least 24 hours. A refund that was requested longer ago than this is first
 * looked up at Stripe, so that it is not made a second time.
 */
const KEY_KEPT_MS = 20 * 60 * 60 * 1000

/** Refunds a charge at Stripe. If Stripe has already made the refund, returns the state of that refund. */
export async function refundCharge(stripe: Stripe, request: RefundRequest): Promise<RefundAnswer> {
  const reason = findAmountProblem([request.amountCents], shopCurrency())
  if (reason) return { outcome: 'failed', reason }
  try {
    return answerOf(await makeOrFind(stripe, request))
  } catch (error) {
    if (!isRefusal(error)) throw error
    const charge = await readCharge(stripe, request.charge)
    return { outcome: 'failed', reason: error.message, ...(charge && { charge }) }
  }
}

/** Returns how much of the charge of a payment intent is refunded, or null if Stripe does not know the charge. */
async function readCharge(stripe: Stripe, intentId: string): Promise<RefundedCharge | null> {
  try {
    const intent = await stripe.paymentIntents.retrieve(intentId, { expand: ['latest_charge'] })
    const charge = intent.latest_charge
    if (charge === null || typeof charge === 'string') return null
    return { refundedCents: fromStripe(charge.amount_refunded, charge.currency), reference: charge.id }
  } catch (error) {
    if (isRefusal(error)) return null
    throw error
  }
}

async function makeOrFind(
  stripe: Stripe,
  { key, paymentId, amountCents, charge, reference, requestedAt }: RefundRequest,
): Promise<Stripe.Refund> {
  if (reference !== null) return stripe.refunds.retrieve(reference)
  const known = now() - requestedAt > KEY_KEPT_MS ? await findRefund(stripe, charge, key) : undefined
  if (known) return known
  const metadata = { [REFUND_ID]: key, [PAYMENT_ID]: paymentId }
  return stripe.refunds.create(
    { payment_intent: charge, amount: toStripe(amountCents, shopCurrency()), metadata },
    { idempotencyKey: key },
  )
}

async function findRefund(stripe: Stripe, charge: string, key: string): Promise<Stripe.Refund | undefined> {
  for await (const refund of stripe.refunds.list({ payment_intent: charge, limit: 100 }))
    if (refund.metadata?.[REFUND_ID] === key) return refund
  return undefined
}

/** Converts the state of a refund at Stripe (https://docs.stripe.com/api/refunds/object) to an answer. */
export function answerOf({ id, status, failure_reason }: Stripe.Refund): RefundAnswer {
  if (status === 'failed' || status === 'canceled')
    return { outcome: 'failed', reason: failure_reason ?? `Stripe: ${status}` }
  return { outcome: status === 'succeeded' ? 'succeeded' : 'pending', reference: id }
}
