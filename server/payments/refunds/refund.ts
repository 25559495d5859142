import { Problem } from '#contract/errors.ts'
import { toAmountText } from '#contract/values/money.ts'
import { now } from '#server/platform/clock.ts'
import { isUnavailable } from '#server/platform/database/database-errors.ts'
import type { Db, ShopWrite } from '#server/shop-database.ts'
import type { PaymentRow, RefundRow } from '#server/tables/payment-rows.ts'
import { orAfter, orNull } from '../gateway.ts'
import type { Gateway, Money, RefundAnswer } from '../gateway.ts'
import { currencyOf, timeoutsFor, tryEach } from '../payments.ts'
import type { Payments } from '../payments.ts'
import { findAttempt, lockPayment } from '../queries.ts'
import {
  findRefund,
  insertRefund,
  insertRefundOfRest,
  listPendingRefunds,
  listRefundsOf,
  sumRefunds,
  writeRefundState,
} from './queries.ts'
import { notifyRefund, recordExternalRefunds } from './record-external-refunds.ts'

/**
 * A request to refund a payment or a part of it. `leftCents` is what the admin saw as left to refund. `by` is the user id of the
 * admin. `also` is run in the transaction that
 * inserts the refund, so that its writes, such as the audit log, are not lost if the process is killed.
 */
export type RefundOrder = {
  paymentId: string
  amountCents: number
  leftCents?: number | null | undefined
  by: string | null
  also?: (write: ShopWrite) => Promise<void>
}

/**
 * Refunds a payment, or a part of it. One transaction checks the amount and inserts the refund. A remote gateway is
 * asked after the commit, with the id of the refund as the idempotency key. The returned refund is still `pending` if
 * the gateway has not answered in time, and `reconcile` then asks again. A refund of a payment that no remote gateway
 * has charged succeeds at once: the admin has to transfer the money.
 *
 * Returns a problem if there is no such payment, if the amount is not between one cent and what is left to refund, or if that is
 * not `leftCents`. An order that cost nothing is ended by one refund of 0.
 */
export async function refund(payments: Payments, order: RefundOrder): Promise<RefundRow | Problem> {
  const opened = await payments.database.write((write) => openRefund(payments, write, order))
  if (opened instanceof Problem || opened.status !== 'pending') return opened
  return orAfter(payments.replyTimeoutMs, resolveRefund(payments, opened), opened)
}

/**
 * Inserts a refund as a part of a transaction, after checking that so much is left of the money that has arrived. A
 * refund of a remote gateway is pending until the gateway is asked.
 */
export async function openRefund(
  payments: Payments,
  write: ShopWrite,
  { paymentId, amountCents, leftCents, by, also }: RefundOrder,
): Promise<RefundRow | Problem> {
  const payment = await lockPayment(write.tx, paymentId)
  if (!payment) return new Problem('not-found')
  const gateway = payments.gateways.get(payment.gateway)
  const money = { amountCents, currency: await currencyOf(payments, payment, write.tx) }
  const refused =
    (await findLeftProblem(write.tx, payment, { ...money, leftCents })) ?? findRefundProblem(gateway, money)
  if (refused) return refused
  // A gateway that is not configured is a remote one.
  const isRemote = gateway === undefined || gateway.kind === 'remote'
  const opened = await insertRefund(write.tx, {
    payment_id: paymentId,
    amount_cents: amountCents,
    created_by: by,
    status: isRemote ? 'pending' : 'succeeded',
  })
  if (!isRemote) await notifyRefund(payments, write, { payment, refund: opened })
  await also?.(write)
  return opened
}

async function findLeftProblem(
  tx: Db,
  payment: PaymentRow,
  { amountCents, currency, leftCents }: Money & Pick<RefundOrder, 'leftCents'>,
): Promise<Problem | null> {
  if (amountCents === 0 && payment.amount_cents === 0) return findEndedFree(tx, payment)
  const refunded = await sumRefunds(tx, payment.id, ['pending', 'succeeded'])
  const left = hasMoney(payment) ? payment.amount_cents - refunded : 0
  if (leftCents !== undefined && leftCents !== left) return new Problem('state-conflict')
  const isPossible = Number.isSafeInteger(amountCents) && amountCents > 0 && amountCents <= left
  const detail = `At most ${toAmountText(left, currency)} can be refunded.`
  return isPossible ? null : new Problem('refund-too-large', { detail })
}

/** Returns a problem if an order that cost nothing was ended before, or was never placed. */
async function findEndedFree(tx: Db, { id, status }: PaymentRow): Promise<Problem | null> {
  const isEnded = status !== 'succeeded' || (await listRefundsOf(tx, id)).length > 0
  return isEnded ? new Problem('state-conflict') : null
}

function findRefundProblem(gateway: Gateway | undefined, money: Money): Problem | null {
  if (gateway?.kind !== 'remote') return null
  const detail = gateway.findRefundProblem?.(money)
  return detail
    ? new Problem('invalid-input', { detail, errors: [{ field: 'amount', message: detail }] })
    : null
}

/** The money of a payment that has failed may arrive late. Then its reference is stored. */
function hasMoney({ status, reference }: PaymentRow): boolean {
  return status === 'succeeded' || (status === 'failed' && reference !== null)
}

/**
 * Asks the payment gateway to make a pending refund, or for the state of a refund that it has already accepted, and
 * writes the outcome. The idempotency key prevents a second refund. Returns the refund, which is still pending if the
 * outcome is unknown.
 */
async function resolveRefund(payments: Payments, pending: RefundRow): Promise<RefundRow> {
  const { read } = payments.database
  const payment = await findAttempt(read, pending.payment_id)
  const gateway = payments.gateways.get(payment?.gateway ?? '')
  if (!payment || gateway?.kind !== 'remote') return pending
  const charged = { ...payment, currency: await currencyOf(payments, payment) }
  const answer = await orNull(timeoutsFor(payments, payment.id), () => gateway.refund(pending, charged))
  if (!answer) return pending
  try {
    await payments.database.write((write) => recordAnswer(payments, write, { refund: pending, answer }))
  } catch (error) {
    // The database could not be written, but the gateway may have refunded the money. The refund stays pending, and
    // `reconcile` asks again later.
    if (!isUnavailable(error)) throw error
  }
  return (await findRefund(read, pending.id)) ?? pending
}

/** Writes what the gateway has answered to the request for a refund. */
async function recordAnswer(
  payments: Payments,
  write: ShopWrite,
  {
    refund: { id, payment_id: paymentId, amount_cents },
    answer,
  }: { refund: RefundRow; answer: RefundAnswer },
): Promise<void> {
  // A list comes first: it may contain this very refund, which then has not failed.
  const refunds = 'refused' in answer ? answer.refunds : [answer]
  await recordExternalRefunds(payments, write, { paymentId, refunds })
  if (!('refused' in answer) || (await findRefund(write.tx, id))?.status !== 'pending') return
  const refused = { status: 'failed', reason: answer.refused, settled_at: now() } as const
  await writeRefundState(write.tx, id, refused)
  const payment = await lockPayment(write.tx, paymentId)
  // Money that has arrived late is refunded completely. The owner has refunded a part of it at the gateway.
  if (payment?.status === 'failed') await insertRefundOfRest(write.tx, payment, { lessThan: amount_cents })
}

/** Asks the gateway about all pending refunds of one payment. */
export async function resolveRefundsOf(payments: Payments, paymentId: string): Promise<void> {
  for (const one of await listRefundsOf(payments.database.read, paymentId))
    if (one.status === 'pending') await resolveRefund(payments, one)
}

type Pending = { olderThanMs: number; isAccepted: boolean; signal: AbortSignal | undefined }

/**
 * Asks the gateways for pending refunds that were requested at least `olderThanMs` milliseconds ago: those that no
 * gateway has accepted yet or, with `isAccepted`, those for whose outcome the shop waits. When `signal` is aborted, no
 * further refunds are handled. Returns the errors of those that could not be resolved.
 */
export async function reconcileRefunds(
  payments: Payments,
  { olderThanMs, isAccepted, signal }: Pending,
): Promise<unknown[]> {
  const refunds = await listPendingRefunds(payments.database.read, {
    before: now() - olderThanMs,
    isAccepted,
  })
  return tryEach(refunds, async (pending) => {
    if (signal?.aborted) return
    await payments.jobTurn()
    if (signal?.aborted) return
    await resolveRefund(payments, pending)
  })
}
