import { Problem } from '#contract/errors.ts'
import type { Ending } from '#server/orders/orders.ts'
import type { PaymentRow } from '#server/tables/payment-rows.ts'
import { recordOutcome } from './record-outcome.ts'
import { orNull } from './gateway.ts'
import type { RemoteAnswer } from './gateway.ts'
import { isManual, isNotStarted, timeoutsFor } from './payments.ts'
import type { PaymentOutcome, Payments } from './payments.ts'
import { findAttempt, findOwnAttempt, lockPayment } from './queries.ts'
import type { AttemptKey } from './queries.ts'
import { attemptOf, applyGatewayAnswer } from './ask-gateway.ts'

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
  return attempt ? cancelFound(payments, attempt, ending) : new Problem('not-found')
}

async function cancelFound(
  payments: Payments,
  found: PaymentRow,
  ending: Ending,
): Promise<PaymentOutcome | Problem> {
  const attempt = isNotStarted(payments, found) ? await cancelNotStarted(payments, found, ending) : found
  const { by, also } = ending
  if (attempt.status === 'succeeded') return new Problem('already-paid')
  if (attempt.status === 'failed') return { status: 'failed', reason: attempt.reason ?? 'declined' }
  const said = await askToCancel(payments, attempt)
  if (!said) return new Problem('gateway-unreachable')
  if (said.outcome === 'pending' || said.outcome === 'redirect') return new Problem('being-paid')
  const answer = said.outcome === 'declined' ? { ...said, reason: reasonOf(attempt, by) } : said
  const outcome = await applyGatewayAnswer(payments, { attempt, answer, also })
  return outcome.status === 'succeeded' ? new Problem('already-paid') : outcome
}

/**
 * Cancels a payment unless it was started in the meantime, and returns it. The URL of a page that the gateway returns
 * later is not stored, so it stays unknown.
 */
function cancelNotStarted(payments: Payments, { id }: PaymentRow, { by, also }: Ending): Promise<PaymentRow> {
  return payments.database.write(async (write) => {
    const attempt = await lockPayment(write.tx, id)
    if (!attempt) throw new Error(`Payment ${id} was deleted.`)
    if (!isNotStarted(payments, attempt)) return attempt
    const answer = { outcome: 'declined', reason: reasonOf(attempt, by) } as const
    await recordOutcome(payments, write, { attempt, answer })
    await also?.(write)
    return { ...attempt, status: 'failed', reason: answer.reason }
  })
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
    : cancelFound(payments, attempt, { by: key.user_id })
}

async function askToCancel(payments: Payments, attempt: PaymentRow): Promise<RemoteAnswer | null> {
  const gateway = payments.gateways.get(attempt.gateway)
  if (isManual(payments, attempt)) return { outcome: 'declined', reason: '' }
  if (gateway?.kind !== 'remote') return null
  return orNull(timeoutsFor(payments, attempt.id), () => gateway.cancel(attemptOf(payments, attempt)))
}

function reasonOf({ user_id }: PaymentRow, by: string): string {
  return by === user_id ? 'You cancelled the payment.' : 'The shop cancelled the payment.'
}
