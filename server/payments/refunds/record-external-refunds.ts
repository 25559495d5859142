import { now } from '#server/platform/clock.ts'
import type { Db, ShopWrite } from '#server/shop-database.ts'
import type { PaymentRow, RefundRow } from '#server/tables/payment-rows.ts'
import type { GatewayRefund } from '../gateway.ts'
import type { Payments } from '../payments.ts'
import { lockPayment } from '../queries.ts'
import { insertRefund, listRefundsOf, sumRefunds, writeRefundState } from './queries.ts'

/** Refunds that a gateway has listed. `isComplete` is set if these are all refunds of the payment's charge. */
type Listed = { paymentId: string; refunds: GatewayRefund[]; isComplete?: boolean }

/**
 * Writes refunds of a payment as the gateway has listed them. Each refund at the gateway has one row, with the
 * gateway's id as `reference`. A refund that this shop has made is found by the id in its metadata if its reference is
 * not stored yet. Refunds without a row were made on the gateway's website, and get one.
 *
 * The order in which lists are written does not matter, nor does it matter if one is written twice: at the gateway a
 * refund is first pending, then succeeded, and it can fail after both. A state is never replaced by an earlier one.
 *
 * A row of a much older version can be the sum of several refunds. A complete list takes its place. Until there is one,
 * refunds without a row are not written, because the sum may contain them.
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
  const sums = rows.filter(({ reference, status }) => reference?.startsWith('sum:') && status !== 'failed')
  const added: GatewayRefund[] = []
  for (const refund of refunds) {
    if (payment.reference !== null && payment.reference !== refund.charge) continue
    const row = rows.find((known) => isSame(known, refund))
    if (row) await updateRow(payments, write, { payment, row, refund })
    else added.push(refund)
  }
  if (isComplete || sums.length === 0) await addRefunds(payments, write, { payment, added, sums })
}

type Added = { payment: PaymentRow; added: GatewayRefund[]; sums: RefundRow[] }

/** Inserts refunds that were made on the gateway's website, and listed newest first. They take the place of `sums`. */
async function addRefunds(
  payments: Payments,
  write: ShopWrite,
  { payment, added, sums }: Added,
): Promise<void> {
  for (const { id } of sums) await write.tx.deleteFrom('refunds').where('id', '=', id).execute()
  let summed = sums.reduce((cents, { amount_cents }) => cents + amount_cents, 0)
  for (const refund of added.toReversed()) {
    const inserted = await insertListed(write.tx, payment.id, refund)
    // A sum has the oldest refunds. The customer got a mail about it already.
    if (refund.amountCents <= summed) summed -= refund.amountCents
    else await tell(payments, write, { payment, refund: inserted })
  }
}

function isSame({ id, reference }: RefundRow, refund: GatewayRefund): boolean {
  return reference === null ? id === refund.refundId : reference === refund.reference
}

const ORDER: readonly RefundRow['status'][] = ['pending', 'succeeded', 'failed']

type Update = { payment: PaymentRow; row: RefundRow; refund: GatewayRefund }

/**
 * Writes the gateway's state of a refund if it is later than that of its row. The state of a row without a reference is
 * not known from the gateway.
 */
async function updateRow(
  payments: Payments,
  write: ShopWrite,
  { payment, row, refund: { status, reference, reason } }: Update,
): Promise<void> {
  if (row.reference !== null && ORDER.indexOf(status) <= ORDER.indexOf(row.status)) return
  const isNew = status !== row.status
  const state = { status, reference, reason, settled_at: isNew ? settledAt(status) : row.settled_at }
  await writeRefundState(write.tx, row.id, state)
  if (isNew) await tell(payments, write, { payment, refund: { ...row, ...state } })
}

function settledAt(status: RefundRow['status']): number | null {
  return status === 'pending' ? null : now()
}

/** Inserts a refund that was made on the gateway's website. */
function insertListed(
  tx: Db,
  payment_id: string,
  { amountCents: amount_cents, createdAt, status, reference, reason }: GatewayRefund,
): Promise<RefundRow> {
  return insertRefund(tx, {
    payment_id,
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
}

type Told = { payment: PaymentRow; refund: RefundRow }

/** Tells the order of a payment, and the pages that show it, about the new state of a refund. */
async function tell(payments: Payments, write: ShopWrite, told: Told): Promise<void> {
  if (told.refund.status === 'succeeded') await notifyRefund(payments, write, told)
  else write.publish({ type: 'order-changed', userId: told.payment.user_id })
}

/** Calls `onRefunded` for a refund that has succeeded. */
export async function notifyRefund({ onRefunded }: Payments, write: ShopWrite, told: Told): Promise<void> {
  const refundedCents = await sumRefunds(write.tx, told.payment.id, ['succeeded'])
  await onRefunded(write, { ...told, refundedCents })
}
