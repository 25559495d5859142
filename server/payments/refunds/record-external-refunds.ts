import { now } from '#server/platform/clock.ts'
import type { Db, ShopWrite } from '#server/shop-database.ts'
import type { PaymentRow, RefundRow } from '#server/tables/payment-rows.ts'
import type { GatewayRefund } from '../gateway.ts'
import type { Payments } from '../payments.ts'
import { lockPayment } from '../queries.ts'
import { insertRefund, listRefundsOf, shrinkSum, SUM, sumRefunds, writeRefundState } from './queries.ts'

/** Refunds that a gateway has listed. `isComplete` is set if these are all refunds of the payment's charge. */
type Listed = { paymentId: string; refunds: GatewayRefund[]; isComplete?: boolean }

/**
 * Writes refunds of a payment as the gateway has listed them. Each refund at the gateway has one row, with the
 * gateway's id as `reference`. A refund that this shop has made is found by the id in its metadata if its reference is
 * not stored yet. Refunds without a row were made on the gateway's website, and get one.
 *
 * The order in which lists are written does not matter, nor does it matter if one is written twice: at the gateway a
 * refund is first pending, then succeeded, and it can fail after both. A state is never replaced by an earlier one.
 */
export async function recordExternalRefunds(
  payments: Payments,
  write: ShopWrite,
  { paymentId, refunds, isComplete = false }: Listed,
): Promise<void> {
  // Transactions that lock a payment and its refunds lock the payment first, so that two of them cannot deadlock.
  const payment = await lockPayment(write.tx, paymentId)
  if (!payment) return
  const rows = await listRefundsOf(write.tx, paymentId)
  for (const refund of refunds) {
    if (payment.reference !== null && payment.reference !== refund.charge) continue
    const row = rows.find((known) => isSame(known, refund))
    if (row) await updateRow(payments, write, { payment, row, refund })
    else rows.push(await insertRow(payments, write, { payment, refund }))
  }
  if (isComplete) await failSums(payments, write, payment)
}

function isSame({ id, reference }: RefundRow, refund: GatewayRefund): boolean {
  return reference === null ? id === refund.refundId : reference === refund.reference
}

const ORDER: readonly RefundRow['status'][] = ['pending', 'succeeded', 'failed']

/**
 * Returns whether the gateway's state of a refund is later than that of its row. The state of a row without a reference
 * is not known from the gateway.
 */
export function isLater({ status }: GatewayRefund, row: Pick<RefundRow, 'reference' | 'status'>): boolean {
  return row.reference === null || ORDER.indexOf(status) > ORDER.indexOf(row.status)
}

type Update = { payment: PaymentRow; row: RefundRow; refund: GatewayRefund }

async function updateRow(
  payments: Payments,
  write: ShopWrite,
  { payment, row, refund }: Update,
): Promise<void> {
  if (!isLater(refund, row)) return
  const { status, reference, reason } = refund
  const isNew = status !== row.status
  const settled_at = isNew ? settledAt(status) : row.settled_at
  await writeRefundState(write.tx, { id: row.id, status, reference, reason, settled_at })
  if (isNew)
    await tell(payments, write, { payment, refund: { ...row, status, reference, reason, settled_at } })
}

function settledAt(status: RefundRow['status']): number | null {
  return status === 'pending' ? null : now()
}

/** Inserts a refund that was made on the gateway's website. */
async function insertRow(
  payments: Payments,
  write: ShopWrite,
  {
    payment,
    refund: { amountCents: amount_cents, createdAt, status, reference, reason },
  }: Omit<Update, 'row'>,
): Promise<RefundRow> {
  const isKnown = await takeFromSums(write.tx, payment.id, amount_cents)
  const refund = await insertRefund(write.tx, {
    payment_id: payment.id,
    amount_cents,
    created_by: null,
    status,
    reference,
    reason,
    created_at: createdAt,
    // The gateway does not say when a refund failed. It counts from now on, so that it is not taken for one that was
    // repeated since.
    settled_at: status === 'succeeded' ? createdAt : settledAt(status),
  })
  // The customer was told about the sum already.
  if (!isKnown) await tell(payments, write, { payment, refund })
  return refund
}

/**
 * Takes an amount out of the rows that are sums of several refunds. Returns false if they are less in total.
 */
async function takeFromSums(tx: Db, paymentId: string, cents: number): Promise<boolean> {
  const rows = await listRefundsOf(tx, paymentId)
  const sums = rows.filter(({ reference }) => reference?.startsWith(SUM))
  let left = cents
  if (sums.reduce((total, { amount_cents }) => total + amount_cents, 0) < left) return false
  for (const sum of sums) {
    const taken = Math.min(left, sum.amount_cents)
    if (taken > 0) await shrinkSum(tx, sum, taken)
    left -= taken
  }
  return true
}

/**
 * Marks what is left in rows that are sums of several refunds as failed, after all refunds of the charge were written. An
 * older version counted some refunds twice, and some that had failed.
 */
async function failSums(payments: Payments, write: ShopWrite, payment: PaymentRow): Promise<void> {
  for (const row of await listRefundsOf(write.tx, payment.id)) {
    if (row.status === 'failed' || !row.reference?.startsWith(SUM)) continue
    const failed = { ...row, status: 'failed' as const, reason: NOT_LISTED, settled_at: now() }
    const { id, status, reference, reason, settled_at } = failed
    await writeRefundState(write.tx, { id, status, reference, reason, settled_at })
    await tell(payments, write, { payment, refund: failed })
  }
}

const NOT_LISTED = 'The gateway has made no such refund'

/** Tells the order of a payment, and the pages that show it, about the new state of a refund. */
async function tell(
  payments: Payments,
  write: ShopWrite,
  told: { payment: PaymentRow; refund: RefundRow },
): Promise<void> {
  if (told.refund.status === 'succeeded') await notifyRefund(payments, write, told)
  else write.publish({ type: 'order-changed', userId: told.payment.user_id })
}

/** Calls `onRefunded` for a refund that has succeeded. */
export async function notifyRefund(
  { onRefunded }: Payments,
  write: ShopWrite,
  { payment, refund }: { payment: PaymentRow; refund: RefundRow },
): Promise<void> {
  const refundedCents = await sumRefunds(write.tx, payment.id, ['succeeded'])
  await onRefunded(write, { payment, refund, refundedCents })
}
