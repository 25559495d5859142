import { Problem } from '#contract/errors.ts'
import type { Ending } from '#server/orders/orders.ts'
import { CANCELLED_BY_CUSTOMER } from '#server/tables/payment-rows.ts'
import type { PaymentRow } from '#server/tables/payment-rows.ts'
import { orNull } from './gateway.ts'
import type { GatewayAnswer, RemoteAnswer } from './gateway.ts'
import { isManual, isNotStarted, timeoutsFor } from './payments.ts'
import type { PaymentOutcome, Payments } from './payments.ts'
import { findAttempt, findOwnAttempt } from './queries.ts'
import type { AttemptKey } from './queries.ts'
import { attemptOf, applyGatewayAnswer } from './ask-gateway.ts'
import type { Answered } from './record-outcome.ts'

/**
 * Cancels a payment that is not completed yet. If it was not started at its gateway, nobody can pay it, so it is
 * cancelled without asking the gateway, which may be out of order. Otherwise a remote gateway is asked first, because
 * the customer may just have paid: then the payment is completed instead, and a problem is returned. A problem is also
 * returned if the gateway cannot be reached, or if the bank is already moving the money. Returns the outcome of a
 * payment that has already failed, and changes nothing.
 */
export async function cancelAttempt(
  payments: Payments,
  paymentId: string,
  ending: Ending,
): Promise<PaymentOutcome | Problem> {
  const attempt = await findAttempt(payments.database.read, paymentId)
  if (!attempt) return new Problem('not-found')
  if (attempt.status === 'succeeded') return new Problem('already-paid')
  if (attempt.status === 'failed') return { status: 'failed', reason: attempt.reason ?? 'declined' }
  const said = await askToCancel(payments, attempt)
  if (!said) return new Problem('gateway-unreachable')
  if (said.outcome === 'pending' || said.outcome === 'redirect') return new Problem('being-paid')
  const answer: GatewayAnswer =
    said.outcome === 'declined' ? { outcome: 'declined', reason: reasonOf(attempt, ending.by) } : said
  return applyEnd(payments, { attempt, answer, ending })
}

async function applyEnd(
  payments: Payments,
  { attempt, answer, ending }: Answered<GatewayAnswer> & { ending: Ending },
): Promise<PaymentOutcome | Problem> {
  const notStarted = isNotStarted(payments, attempt)
  const outcome = await applyGatewayAnswer(payments, {
    attempt,
    answer,
    also: ending.also,
    isCancelled: true,
    // The URL of a page that the gateway returns later is not stored, so it stays unknown.
    ...(notStarted && { before: async (_, payment) => isNotStarted(payments, payment) }),
  })
  if (outcome.status === 'succeeded') return new Problem('already-paid')
  // It was started in the meantime, or its saved card was declined.
  const isStale = answer.outcome === 'declined' && (notStarted || attempt.mandate_id !== null)
  if (outcome.status !== 'failed' && isStale) return cancelAttempt(payments, attempt.id, ending)
  return outcome
}

/**
 * Cancels a customer's own payment that is not completed yet. Returns a problem for an order that is paid later,
 * because only an admin can cancel it.
 */
export async function cancelOwnAttempt(
  payments: Payments,
  key: AttemptKey,
): Promise<PaymentOutcome | Problem> {
  const attempt = await findOwnAttempt(payments.database.read, key)
  if (!attempt) return new Problem('not-found')
  return isManual(payments, attempt)
    ? new Problem('forbidden')
    : cancelAttempt(payments, attempt.id, { by: key.user_id })
}

const DECLINED = { outcome: 'declined', reason: '' } as const

async function askToCancel(payments: Payments, attempt: PaymentRow): Promise<RemoteAnswer | null> {
  const gateway = payments.gateways.get(attempt.gateway)
  if (isManual(payments, attempt) || isNotStarted(payments, attempt)) return DECLINED
  if (gateway?.kind !== 'remote') return null
  return orNull(timeoutsFor(payments, attempt.id), () => gateway.cancel(attemptOf(payments, attempt)))
}

function reasonOf({ user_id }: PaymentRow, by: string): string {
  return by === user_id ? CANCELLED_BY_CUSTOMER : 'The shop cancelled the payment.'
}
