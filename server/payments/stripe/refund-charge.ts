import type Stripe from 'stripe'
import { now } from '#server/platform/clock.ts'
import type { RefundAnswer, RefundRequest } from '../gateway.ts'
import { isRefusal } from './connect-stripe.ts'
import { PAYMENT_ID } from './session.ts'

/** The name of the metadata in which Stripe keeps the id of the shop's refund. */
export const REFUND_ID = 'refund_id'

/**
 * Stripe forgets an idempotency key after at least 24 hours. An older refund is first looked up at Stripe, so that it is
 * not made a second time.
 */
const KEY_KEPT_MS = 20 * 60 * 60 * 1000

/** Refunds a charge at Stripe, or asks about a refund that Stripe has made already. */
export async function refundCharge(stripe: Stripe, request: RefundRequest): Promise<RefundAnswer> {
  try {
    return answerOf(await makeOrFind(stripe, request))
  } catch (error) {
    if (isRefusal(error)) return { outcome: 'failed', reason: error.message }
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
    { payment_intent: charge, amount: amountCents, metadata },
    { idempotencyKey: key },
  )
}

async function findRefund(stripe: Stripe, charge: string, key: string): Promise<Stripe.Refund | undefined> {
  for await (const refund of stripe.refunds.list({ payment_intent: charge, limit: 100 }))
    if (refund.metadata?.[REFUND_ID] === key) return refund
  return undefined
}

/** Converts the state of a refund (https://docs.stripe.com/api/refunds/object). */
export function answerOf({ id, status, failure_reason }: Stripe.Refund): RefundAnswer {
  if (status === 'failed' || status === 'canceled')
    return { outcome: 'failed', reason: failure_reason ?? `Stripe: ${status}` }
  return { outcome: status === 'succeeded' ? 'succeeded' : 'pending', reference: id }
}
