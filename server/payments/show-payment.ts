import { Problem } from '#contract/errors.ts'
import type { PaymentState } from '#contract/payments.ts'
import { findOrderIdOf } from '#server/orders/place-order.ts'
import { now } from '#server/platform/clock.ts'
import type { PaymentRow } from '#server/tables/payment-rows.ts'
import { orAfter } from './gateway.ts'
import type { PaymentOutcome, Payments } from './payments.ts'
import { findOwnAttempt } from './queries.ts'
import type { AttemptKey } from './queries.ts'
import { readOutcome } from './read-outcome.ts'
import { askGateway } from './ask-gateway.ts'

/**
 * Returns the state of a user's own payment. While the payment is pending, the gateway is asked, at most once in
 * `pollMs` milliseconds. So a customer who returns from the gateway's page sees the outcome even if the gateway's event
 * is late.
 */
export async function showPayment(
  payments: Payments,
  { id, userId }: { id: string; userId: string },
): Promise<PaymentState | Problem> {
  const attempt = await findOwnAttempt(payments.database.read, { id, user_id: userId })
  if (!attempt) return new Problem('not-found')
  return presentState(payments, attempt, await currentOutcome(payments, attempt))
}

async function currentOutcome(payments: Payments, attempt: PaymentRow): Promise<PaymentOutcome> {
  const known = await readOutcome(payments, payments.database.read, attempt)
  const isOpen = ['checking', 'not-started', 'redirect'].includes(known.status)
  const isDue = now() - (payments.askedAt.get(attempt.id) ?? 0) >= payments.pollMs
  if (!isOpen || !isDue) return known
  return orAfter(payments.replyTimeoutMs, askGateway(payments, attempt), known)
}

/** Returns the problem for a payment that has failed. */
export function declined({ reason, code }: Extract<PaymentOutcome, { status: 'failed' }>): Problem {
  return code ? new Problem(code) : new Problem('payment-declined', { detail: reason })
}

/** Converts the outcome of a payment to the form in which the API shows it. */
export async function presentState(
  { database }: Payments,
  key: AttemptKey,
  outcome: PaymentOutcome,
): Promise<PaymentState> {
  if (outcome.status === 'failed') return { status: 'failed', reason: outcome.reason }
  if (outcome.status === 'waiting') return { status: 'waiting', orderId: outcome.orderId }
  if (outcome.status === 'redirect') return { status: 'checking', url: outcome.url }
  if (outcome.status === 'checking' || outcome.status === 'not-started') return { status: outcome.status }
  const orderId = await findOrderIdOf(database.read, key)
  return { status: 'paid', ...(orderId !== null && { orderId }) }
}
