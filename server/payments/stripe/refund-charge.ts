import type Stripe from 'stripe'
import { now } from '#server/platform/clock.ts'
import type { GatewayRefund, RefundAnswer, RefundRequest } from '../gateway.ts'
import { findAmountProblem, toStripe } from './amounts.ts'
import { isRefusal } from './connect-stripe.ts'
import { listRefunds, REFUND_ID, toGatewayRefund } from './list-money.ts'
import { PAYMENT_ID } from './session.ts'

/**
 * Stripe keeps an idempotency key for at least 24 hours. A refund that was requested longer ago than this is first
 * looked up at Stripe, so that it is not made a second time.
 */
const KEY_KEPT_MS = 20 * 60 * 60 * 1000

/** Refunds a charge at Stripe. If Stripe has already made the refund, returns the state of that refund. */
export async function refundCharge(stripe: Stripe, request: RefundRequest): Promise<RefundAnswer> {
  const refused = findAmountProblem([request.amountCents], request.currency)
  if (refused) return { refused, refunds: [] }
  try {
    return await makeOrFind(stripe, request)
  } catch (error) {
    if (!isRefusal(error)) throw error
    return { refused: error.message, refunds: await refundsOf(stripe, request.charge) }
  }
}

/** Lists the refunds of a charge. The list is empty if Stripe does not know the charge. */
async function refundsOf(stripe: Stripe, charge: string): Promise<GatewayRefund[]> {
  try {
    return await Array.fromAsync(listRefunds(stripe, { charge }))
  } catch (error) {
    if (isRefusal(error)) return []
    throw error
  }
}

async function makeOrFind(
  stripe: Stripe,
  { key, paymentId, amountCents, currency, charge, reference, requestedAt }: RefundRequest,
): Promise<GatewayRefund> {
  if (reference !== null) return toGatewayRefund(await stripe.refunds.retrieve(reference))
  const known = now() - requestedAt > KEY_KEPT_MS ? await findRefund(stripe, charge, key) : undefined
  if (known) return known
  const metadata = { [REFUND_ID]: key, [PAYMENT_ID]: paymentId }
  const made = await stripe.refunds.create(
    { payment_intent: charge, amount: toStripe(amountCents, currency), metadata },
    { idempotencyKey: key },
  )
  return toGatewayRefund(made)
}

async function findRefund(stripe: Stripe, charge: string, key: string): Promise<GatewayRefund | undefined> {
  for await (const refund of listRefunds(stripe, { charge })) if (refund.refundId === key) return refund
  return undefined
}
