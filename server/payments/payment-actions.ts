import type { PaymentActions } from '#server/orders/orders.ts'
import { cancelAttempt } from './cancel-attempt.ts'
import { markPaid } from './mark-paid.ts'
import type { Payments } from './payments.ts'
import { findAttempt } from './queries.ts'
import { refund } from './refunds/refund.ts'
import { resolveAttempt } from './resolve-attempt.ts'

/** Returns the functions with which the code in `server/orders` refunds, marks and cancels payments. */
export function paymentActions(payments: Payments): PaymentActions {
  return {
    refund: (request) => refund(payments, request),
    markPaid: (paymentId, by) => markPaid(payments, paymentId, by),
    cancelAttempt: (paymentId, by) => cancelAttempt(payments, paymentId, by),
  }
}

/**
 * Asks the gateway about a pending payment again, and writes the outcome. Does nothing if the payment already has an
 * outcome.
 */
export async function askAgain(payments: Payments, paymentId: string): Promise<void> {
  const attempt = await findAttempt(payments.database.read, paymentId)
  if (attempt?.status === 'pending') await resolveAttempt(payments, attempt)
}
