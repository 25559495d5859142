import { shopCurrency } from '#contract/values/currencies.ts'
import { now } from '#server/platform/clock.ts'
import { isUnavailable } from '#server/platform/database/database-errors.ts'
import type { ShopWrite } from '#server/shop-database.ts'
import type { PaymentRow, RefundRow } from '#server/tables/payment-rows.ts'
import { orNull } from '../gateway.ts'
import type { GatewayRefund, RefundAnswer, RefundRequest } from '../gateway.ts'
import { timeoutsFor } from '../payments.ts'
import type { Payments } from '../payments.ts'
import { findAttempt, lockPayment } from '../queries.ts'
import {
  findRefund,
  insertRefundOfRest,
  listPendingRefunds,
  listPendingRefundsOf,
  listSummed,
  writeRefundRefused,
} from './queries.ts'
import { recordExternalRefunds } from './record-external-refunds.ts'

/**
 * Asks the payment gateway to make a pending refund, or for the state of a refund that it has already accepted, and
 * writes the outcome. The idempotency key prevents a second refund. Returns the refund, which is still pending if the
 * outcome is unknown.
 */
export async function resolveRefund(payments: Payments, refund: RefundRow): Promise<RefundRow> {
  const payment = await findAttempt(payments.database.read, refund.payment_id)
  const gateway = payments.gateways.get(payment?.gateway ?? '')
  if (!payment || gateway?.kind !== 'remote') return refund
  const answer = await orNull(timeoutsFor(payments, payment.id), () =>
    gateway.refund(requestOf(refund, payment)),
  )
  if (!answer) return refund
  try {
    await payments.database.write((write) => recordAnswer(payments, write, { payment, refund, answer }))
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
    currency: payment.currency ?? shopCurrency(),
    charge: payment.reference ?? '',
    reference: refund.reference,
    requestedAt: refund.created_at,
  }
}

type Answered = { payment: PaymentRow; refund: RefundRow; answer: RefundAnswer }

/** Writes what the gateway has answered to the request for a refund. */
async function recordAnswer(
  payments: Payments,
  write: ShopWrite,
  { payment: { id: paymentId }, refund: { id, amount_cents }, answer }: Answered,
): Promise<void> {
  if (!('refused' in answer)) {
    await recordExternalRefunds(payments, write, { paymentId, refunds: [answer] })
    return
  }
  // The list comes first: it may contain this very refund, which then has not failed.
  await recordExternalRefunds(payments, write, { paymentId, refunds: answer.refunds })
  const hasFailed = await writeRefundRefused(write.tx, { id, reason: answer.refused })
  const payment = await lockPayment(write.tx, paymentId)
  // Money that has arrived late is refunded completely. The owner has refunded a part of it at the gateway.
  if (hasFailed && payment?.status === 'failed')
    await insertRefundOfRest(write.tx, payment, { lessThan: amount_cents })
}

/** Asks the gateway about all pending refunds of one payment. */
export async function resolveRefundsOf(payments: Payments, paymentId: string): Promise<void> {
  for (const refund of await listPendingRefundsOf(payments.database.read, paymentId))
    await resolveRefund(payments, refund)
}

/**
 * Asks the gateways for pending refunds that were requested at least `olderThanMs` milliseconds ago: those that no
 * gateway has accepted yet or, with `isAccepted`, those for whose outcome the shop waits. When `signal` is aborted, no
 * further refunds are handled. If some could not be resolved, throws an error after the last refund.
 */
export async function reconcileRefunds(
  payments: Payments,
  {
    olderThanMs,
    isAccepted,
    signal,
  }: { olderThanMs: number; isAccepted: boolean; signal?: AbortSignal | undefined },
): Promise<void> {
  const errors: unknown[] = []
  const pending = { before: now() - olderThanMs, isAccepted }
  for (const refund of await listPendingRefunds(payments.database.read, pending)) {
    if (signal?.aborted) break
    await resolveRefund(payments, refund).catch((error: unknown) => errors.push(error))
  }
  if (errors.length > 0) throw new AggregateError(errors, 'Some refunds could not be resolved.')
}

/** Returns all refunds of a charge, or null if the gateway cannot be asked. */
export async function askForRefunds(
  payments: Payments,
  { id, gateway: name }: PaymentRow,
  charge: string,
): Promise<GatewayRefund[] | null> {
  const gateway = payments.gateways.get(name)
  if (gateway?.kind !== 'remote') return null
  return orNull(timeoutsFor(payments, id), () => Array.fromAsync(gateway.listRefunds({ charge })))
}

/** Asks a gateway for the refunds of which an older version has stored only the sum, and writes each of them. */
export async function reconcileSums(
  payments: Payments,
  gateway: string,
  signal?: AbortSignal | undefined,
): Promise<void> {
  for (const payment of await listSummed(payments.database.read, gateway)) {
    if (signal?.aborted) return
    const refunds = await askForRefunds(payments, payment, String(payment.reference))
    if (refunds)
      await payments.database.write((write) =>
        recordExternalRefunds(payments, write, { paymentId: payment.id, refunds, isComplete: true }),
      )
  }
}
