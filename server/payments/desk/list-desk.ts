import { sql } from 'kysely'
import type { SqlBool } from 'kysely'
import type { DeskEntry } from '#contract/orders/payment-desk.ts'
import { shownEmail } from '#contract/values/mails.ts'
import { toAmountText } from '#contract/values/money.ts'
import type { DeskFault, DeskRepair } from '#contract/values/desk.ts'
import { reasonText } from '#server/orders/payment-hooks.ts'
import { DAY_MS, firstIdAt, now } from '#server/platform/clock.ts'
import type { Db } from '#server/shop-database.ts'
import type { Payments } from '../payments.ts'
import { WRONG_AMOUNT } from '#server/tables/payment-rows.ts'

/** The maximum number of payments that are listed for each fault. */
const MAX_LISTED = 100

/** What is left of a payment after the refunds that have succeeded or may still succeed. */
const leftCents = sql<number>`payments.amount_cents - CAST(COALESCE((
  SELECT sum(amount_cents) FROM refunds WHERE refunds.payment_id = payments.id AND refunds.status <> 'failed'
), 0) AS BIGINT)`

const hasMoneyLeft = sql<SqlBool>`${leftCents} > 0`

/** Which payments to look at: the one with this id, or all. Those without an order are looked for since `since`. */
type Scope = { paymentId?: string; since?: number }

/** Selects payments with their orders, if they have one, and their customers. `left_cents` is what was not refunded. */
function selectPayments(db: Db, { paymentId }: Scope) {
  return db
    .selectFrom('payments')
    .leftJoin('orders', 'orders.payment_id', 'payments.id')
    .leftJoin('users', 'users.id', 'payments.user_id')
    .select([
      'payments.id',
      'payments.user_id',
      'gateway',
      'payments.status',
      'payments.created_at',
      'payments.currency',
      leftCents.as('left_cents'),
    ])
    .select(['users.email', 'orders.id as order_id', 'orders.number'])
    .$if(paymentId !== undefined, (query) => query.where('payments.id', '=', String(paymentId)))
    .orderBy('payments.id', 'desc')
    .limit(MAX_LISTED)
}

type DeskRow = Awaited<ReturnType<ReturnType<typeof selectPayments>['execute']>>[number]

/** A payment that does not add up, and the amount in question, of which nothing was refunded. */
export type FaultyPayment = Pick<
  DeskEntry,
  'fault' | 'repair' | 'canClose' | 'canDismiss' | 'reason' | 'dueAt'
> & { row: DeskRow; cents: number }

/** Lists the payments that do not add up, each with one safe repair, if there is one. They are counted again after that. */
export async function listDesk(payments: Payments): Promise<DeskEntry[]> {
  payments.deskCount = null
  const currency = await payments.currency()
  return (await findFaults(payments.database.longRead, {})).map((fault) => present(fault, currency))
}

/** How old the number of `countFaults` may be. */
const COUNT_MS = 60 * 1000

/**
 * How old a payment without an order may be to be counted. No index finds these payments. Without the limit, all
 * payments would have to be read.
 */
const COUNTED_MS = 60 * DAY_MS

/** Counts the payments that do not add up, or returns the last number of this process while it is not too old. */
export async function countFaults(payments: Payments): Promise<number> {
  const { deskCount } = payments
  if (deskCount && now() - deskCount.at < COUNT_MS) return deskCount.faults
  const found = findFaults(payments.database.longRead, { since: now() - COUNTED_MS })
  const counted = { at: now(), faults: found.then(({ length }) => length) }
  payments.deskCount = counted
  return counted.faults.catch((error: unknown) => {
    if (payments.deskCount === counted) payments.deskCount = null
    throw error
  })
}

function present({ row, cents, ...facts }: FaultyPayment, shopCurrency: string): DeskEntry {
  const { id, gateway, email, order_id, number, created_at, currency } = row
  return {
    _id: id,
    ...facts,
    amount: toAmountText(cents, currency ?? shopCurrency),
    ...(currency !== null && currency !== shopCurrency && { currency }),
    gateway,
    ...(email !== null && shownEmail(email) !== '' && { email }),
    ...(order_id !== null && number !== null && { order: { _id: order_id, number } }),
    at: created_at,
  }
}

/**
 * Finds what does not add up in one payment, or in all. Statuses are written into the SQL text, because the databases use the
 * partial indexes of these rows only then.
 */
export async function findFaults(db: Db, scope: Scope): Promise<FaultyPayment[]> {
  const found = await Promise.all([
    findPaidWithoutOrder(db, scope),
    findOrdersWithoutPayment(db, scope),
    findPaidLate(db, scope),
    findFailedRefunds(db, scope),
    findDisputes(db, scope),
    findWrongAmounts(db, scope),
    findOldAttempts(db, scope),
  ])
  return found.flat()
}

function faulty(row: DeskRow, fault: DeskFault, repair?: DeskRepair): FaultyPayment {
  return { row, fault, ...(repair && { repair }), cents: row.left_cents }
}

/**
 * Finds successful payments without an order. It can be placed if the lines that the payment has reserved still
 * exist.
 */
async function findPaidWithoutOrder(db: Db, scope: Scope): Promise<FaultyPayment[]> {
  const { paymentId, since = 0 } = scope
  const hasLines = sql<number>`CASE WHEN EXISTS (
    SELECT 1 FROM cart_items WHERE cart_items.payment_id = payments.id AND order_id IS NULL) THEN 1 ELSE 0 END`
  const hasNoOrder = sql<SqlBool>`payments.id IN (
    SELECT paid.id FROM payments AS paid WHERE paid.status = 'succeeded' AND paid.id >= ${firstIdAt(since)}
    AND NOT EXISTS (SELECT 1 FROM orders AS placed WHERE placed.payment_id = paid.id)
    ${paymentId === undefined ? sql`` : sql`AND paid.id = ${paymentId}`})`
  const rows = await selectPayments(db, scope)
    .select(hasLines.as('has_lines'))
    .where(hasNoOrder)
    .where(hasMoneyLeft)
    .execute()
  return rows.map((row) => faulty(row, 'paid-without-order', row.has_lines ? 'place' : 'refund'))
}

async function findOrdersWithoutPayment(db: Db, scope: Scope): Promise<FaultyPayment[]> {
  const rows = await selectPayments(db, scope)
    .where('orders.state', 'not in', ['waiting', 'cancelled'])
    .where(
      sql<SqlBool>`payments.id IN (SELECT id FROM payments WHERE status = 'pending'
        UNION ALL SELECT id FROM payments WHERE status = 'failed')`,
    )
    .execute()
  return rows.map((row) => faulty(row, 'order-without-payment', row.status === 'pending' ? 'ask' : undefined))
}

/**
 * Finds failed payments whose money arrived nevertheless and was not paid back. Those of nobody are charges that the
 * shop has found at the gateway.
 */
async function findPaidLate(db: Db, scope: Scope): Promise<FaultyPayment[]> {
  const rows = await selectPayments(db, scope)
    .where('payments.status', '=', sql.lit('failed'))
    .where('payments.reference', 'is not', null)
    .where(hasMoneyLeft)
    .execute()
  return rows.map((row) => faulty(row, row.user_id === '' ? 'unknown-charge' : 'paid-late', 'refund'))
}

/**
 * Finds payments with refunds that have failed, and after which no other refund was made. One new refund repeats all failed refunds
 * of a payment. A refund can fail long after it was made, so newer refunds may have been made before it failed.
 */
async function findFailedRefunds(db: Db, scope: Scope): Promise<FaultyPayment[]> {
  const rows = await selectPayments(db, scope)
    .innerJoin('refunds', 'refunds.payment_id', 'payments.id')
    .select(['refunds.amount_cents as refund_cents', 'refunds.reason'])
    .where('payments.status', '=', 'succeeded')
    .where('refunds.status', '=', sql.lit('failed'))
    .where('refunds.dismissed_at', 'is', null)
    .where(hasMoneyLeft)
    .where(
      sql<SqlBool>`NOT EXISTS (
        SELECT 1 FROM refunds AS other
        WHERE other.payment_id = payments.id AND other.id <> refunds.id AND other.created_at >= refunds.settled_at)`,
    )
    .orderBy('refunds.settled_at', 'desc')
    .execute()
  return [...Map.groupBy(rows, ({ id }) => id).values()].flatMap(([row, ...others]) => {
    if (!row) return []
    const failed = others.reduce((sum, { refund_cents }) => sum + refund_cents, row.refund_cents)
    return {
      ...faulty(row, 'refund-failed', 'refund'),
      cents: Math.min(failed, row.left_cents),
      canDismiss: true,
      ...(row.reason !== null && { reason: reasonText(row.reason) }),
    }
  })
}

const DISPUTES = { open: 'disputed', won: 'dispute-won', lost: 'dispute-lost' } as const

/**
 * Finds payments with a dispute, or with a warning about fraud on which the admin can still act. A dispute can be
 * dismissed when it has ended, and a warning at any time.
 */
async function findDisputes(db: Db, scope: Scope): Promise<FaultyPayment[]> {
  const rows = await selectPayments(db, scope)
    .innerJoin('disputes', 'disputes.payment_id', 'payments.id')
    .select(['disputes.kind', 'disputes.reason', 'disputes.due_at', 'disputes.status as dispute'])
    .select('disputes.amount_cents as disputed_cents')
    .where('disputes.dismissed_at', 'is', null)
    .where(({ or, eb }) => or([eb('disputes.kind', '=', 'dispute'), eb('disputes.status', '=', 'open')]))
    .execute()
  return rows.map((row) => {
    const { kind, dispute, disputed_cents, left_cents, due_at } = row
    const isWarning = kind === 'warning'
    return {
      row,
      fault: isWarning ? 'fraud-warning' : DISPUTES[dispute],
      cents: isWarning ? left_cents : disputed_cents,
      reason: reasonText(row.reason),
      ...(isWarning && left_cents > 0 && { repair: 'refund' }),
      ...((isWarning || dispute !== 'open') && { canDismiss: true }),
      ...(dispute === 'open' && due_at !== null && { dueAt: due_at }),
    }
  })
}

/** Finds payments for which money of another amount or currency has arrived, and that were not closed because of it. */
async function findWrongAmounts(db: Db, scope: Scope): Promise<FaultyPayment[]> {
  const rows = await selectPayments(db, scope)
    .select(['arrived_cents', 'arrived_currency', sql<string>`payments.reason`.as('reason')])
    .where('payments.reason', 'is not', null)
    .where('payments.reason', 'like', `${WRONG_AMOUNT}%`)
    .where('payments.reference', 'is', null)
    .execute()
  return rows.map((row) => ({
    ...faulty(row, 'wrong-amount', row.status === 'pending' ? 'ask' : undefined),
    reason: row.reason,
    ...(row.arrived_cents !== null && {
      canClose: true,
      cents: row.arrived_cents,
      row: { ...row, currency: row.arrived_currency },
    }),
  }))
}

/** Finds payments that have been pending for more than a day. Orders that are paid later may wait. */
async function findOldAttempts(db: Db, scope: Scope): Promise<FaultyPayment[]> {
  const rows = await selectPayments(db, scope)
    .where('payments.status', '=', sql.lit('pending'))
    .where('payments.created_at', '<', now() - DAY_MS)
    // An order that waits for the charge of a saved card waits a week at most between two charges.
    .where(({ eb, or }) => or([eb('orders.id', 'is', null), eb('payments.due_at', '<', now() - DAY_MS)]))
    .execute()
  return rows.map((row) => faulty(row, 'attempt-too-old', 'ask'))
}
