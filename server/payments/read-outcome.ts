import { findOrderIdOf } from '#server/orders/find-order-of-payment.ts'
import { findFullOrderId } from '#server/orders/place-order.ts'
import type { Db } from '#server/shop-database.ts'
import type { PaymentRow } from '#server/tables/payment-rows.ts'
import { isManual, isNotStarted } from './payments.ts'
import type { PaymentOutcome, Payments } from './payments.ts'
import { findOwnAttempt } from './queries.ts'
import type { AttemptKey } from './queries.ts'

export const CHECKING = { status: 'checking' } as const

/** Reads the outcome of a payment from the database, without asking a gateway. */
export async function readOutcome(payments: Payments, db: Db, key: AttemptKey): Promise<PaymentOutcome> {
  const attempt = await findOwnAttempt(db, key)
  if (!attempt) return CHECKING
  if (attempt.status === 'pending') return pendingOutcome(payments, db, attempt)
  if (attempt.status === 'failed') return { status: 'failed', reason: attempt.reason ?? 'declined' }
  const payment = { paymentIds: [key.id], userId: key.user_id }
  const fullOrderId = attempt.kind === 'full' ? await findFullOrderId(db, payment) : null
  return { status: 'succeeded', fullOrderId }
}

async function pendingOutcome(payments: Payments, db: Db, attempt: PaymentRow): Promise<PaymentOutcome> {
  const orderId = isManual(payments, attempt) ? await findOrderIdOf(db, attempt) : null
  return orderId === null ? openOutcome(payments, attempt) : { status: 'waiting', orderId }
}

/** Returns the outcome of a payment that was pending when it was read, and about which the gateway has said nothing. */
export function openOutcome(payments: Payments, attempt: PaymentRow): PaymentOutcome {
  if (attempt.url !== null) return { status: 'redirect', url: attempt.url }
  return isNotStarted(payments, attempt) ? { status: 'not-started' } : CHECKING
}
