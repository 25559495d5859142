import { now } from '#server/platform/clock.ts'
import { isUnavailable } from '#server/platform/database/database-errors.ts'
import type { ShopWrite } from '#server/shop-database.ts'
import type { PaymentRow, RefundRow } from '#server/tables/payment-rows.ts'
import { orNull } from '../gateway.ts'
import type { RefundAnswer, RefundRequest } from '../gateway.ts'
import { patienceFor } from '../payments.ts'
import type { Payments } from '../payments.ts'
import { findAttempt } from '../queries.ts'
import { noteRefunds, tellOfRefund } from './note-refunds.ts'
import {
  findRefund,
  insertRefundOfRest,
  listPendingRefunds,
  listPendingRefundsOf,
  lockPayment,
  writeRefundOutcome,
  writeRefundReference,
  writeRefundReturned,
} from './queries.ts'

/**
 * Asks the payment gateway to make a pending refund, or for the state of a refund that it has already accepted, and
 * writes the outcome. The idempotency key prevents a second refund. Returns the refund, which is still pending if the
 * outcome is unknown.
 */
export async function resolveRefund(payments: Payments, refund: RefundRow): Promise<RefundRow> {
  const payment = await findAttempt(payments.database.read, refund.payment_id)
  const gateway = payments.gateways.get(payment?.gateway ?? '')
  if (!payment || !gateway || !('refund' in gateway)) return refund
  const answer = await orNull(patienceFor(payments, payment.id), () =>
    gateway.refund(requestOf(refund, payment)),
  )
  if (!answer) return refund
  try {
    await payments.database.write((write) =>
      learnRefund(payments, write, { paymentId: payment.id, refundId: refund.id, answer }),
    )
  } catch (error) {
    // The database could not be written, but the gateway may have refunded the money. The refund stays pending, and
    // `reconcile` asks again later.
    if (!isUnavailable(error)) throw error
  }
  return (await findRefund(payments.database.read, refund.id)) ?? refund
}

function requestOf(refund: RefundRow, payment: PaymentRow): RefundRequest {
  return {
    key: refund.id,
    paymentId: payment.id,
    amountCents: refund.amount_cents,
    charge: payment.reference ?? '',
    reference: refund.reference,
    requestedAt: refund.created_at,
  }
}

type Learned = { paymentId: string; refundId: string; answer: RefundAnswer }

/**
 * Writes what a gateway says about a refund. An outcome that was written before is kept, except that a refund that had
 * succeeded becomes failed if the bank has sent the money back.
 */
export async function learnRefund(
  payments: Payments,
  write: ShopWrite,
  { paymentId, refundId: id, answer }: Learned,
): Promise<void> {
  if (answer.outcome === 'pending') return writeRefundReference(write.tx, { id, reference: answer.reference })
  // Transactions that lock a payment and its refunds lock the payment first, so that two of them cannot deadlock.
  const payment = await lockPayment(write.tx, paymentId)
  if (!payment) return
  if (answer.outcome === 'failed') {
    const { reason, charge } = answer
    const failed = await writeRefundOutcome(write.tx, { id, status: 'failed', reference: null, reason })
    if (!failed) await writeRefundReturned(write.tx, { id, reason })
    // As long as this refund was pending, a refund at the gateway was taken for it. Now it is known to be another one.
    const wasAnother = charge !== undefined && (await noteRefunds(payments, write, { payment, charge }))
    // Money that has arrived late is refunded completely. The owner had refunded a part of it before the shop knew.
    if (failed && wasAnother && payment.status === 'failed') await insertRefundOfRest(write.tx, payment)
    return
  }
  const { reference } = answer
  const refund = await writeRefundOutcome(write.tx, { id, status: 'succeeded', reference, reason: null })
  if (refund) await tellOfRefund(payments, write, { payment, refund })
}

/** Asks the gateway about all pending refunds of one payment. */
export async function resolveRefundsOf(payments: Payments, paymentId: string): Promise<void> {
  for (const refund of await listPendingRefundsOf(payments.database.read, paymentId))
    await resolveRefund(payments, refund)
}

/**
 * Asks the gateways about pending refunds that were requested at least `olderThanMs` milliseconds ago. When `signal` is
 * aborted, no further refunds are handled. If some could not be resolved, throws an error after the last refund.
 */
export async function reconcileRefunds(
  payments: Payments,
  olderThanMs: number,
  signal?: AbortSignal,
): Promise<void> {
  const errors: unknown[] = []
  for (const refund of await listPendingRefunds(payments.database.read, now() - olderThanMs)) {
    if (signal?.aborted) break
    await resolveRefund(payments, refund).catch((error: unknown) => errors.push(error))
  }
  if (errors.length > 0) throw new AggregateError(errors, 'Some refunds could not be resolved.')
}
