import type { DeskEntry, HeldBags } from '#contract/orders/payment-desk.ts'
import { shopCurrency, toAmountText } from '#contract/values/money.ts'
import type { DeskFault, DeskRepair } from '#contract/values/desk.ts'
import { reasonText } from '#server/orders/payment-hooks.ts'
import { now } from '#server/platform/clock.ts'
import type { Db } from '#server/shop-database.ts'
import {
  listDisputes,
  listFailedRefunds,
  listHolders,
  listOldAttempts,
  listOrdersWithoutPayment,
  listPaidLate,
  listPaidWithoutOrder,
  listWrongAmounts,
} from './queries.ts'
import type { DeskRow, DisputedPayment, Scope } from './queries.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** A payment that does not add up, and the amount in question, of which nothing was refunded. */
export type FaultyPayment = Pick<
  DeskEntry,
  'fault' | 'repair' | 'canClose' | 'canDismiss' | 'reason' | 'dueAt'
> & {
  row: DeskRow
  cents: number
}

/** Lists the payments that do not add up, each with one safe repair, if there is one. */
export async function listDesk(db: Db): Promise<DeskEntry[]> {
  return (await findFaults(db, {})).map(present)
}

/** Finds what does not add up in one payment, or in all. */
export async function findFaults(db: Db, scope: Scope): Promise<FaultyPayment[]> {
  const [withoutOrder, withoutPayment, late, failedRefunds, wrongAmounts, old, disputes] = await Promise.all([
    listPaidWithoutOrder(db, scope),
    listOrdersWithoutPayment(db, scope),
    listPaidLate(db, scope),
    listFailedRefunds(db, scope),
    listWrongAmounts(db, scope),
    listOldAttempts(db, scope, now() - DAY_MS),
    listDisputes(db, scope),
  ])
  return [
    ...withoutOrder.map((row) => faulty(row, 'paid-without-order', row.has_lines ? 'place' : 'refund')),
    ...withoutPayment.map((row) =>
      faulty(row, 'order-without-payment', row.status === 'pending' ? 'ask' : undefined),
    ),
    ...late.map((row) => faulty(row, row.user_id === '' ? 'unknown-charge' : 'paid-late', 'refund')),
    ...failedRefunds.map((row) => ({
      ...faulty(row, 'refund-failed', 'refund'),
      cents: Math.min(row.refund_cents, row.left_cents),
      canDismiss: true as const,
      ...(row.reason !== null && { reason: reasonText(row.reason) }),
    })),
    ...disputes.map(disputed),
    ...wrongAmounts.map((row) => ({
      ...faulty(row, 'wrong-amount', row.status === 'pending' ? 'ask' : undefined),
      reason: row.reason,
      ...(row.arrived_cents !== null && {
        canClose: true as const,
        cents: row.arrived_cents,
        row: { ...row, currency: row.arrived_currency },
      }),
    })),
    ...old.map((row) => faulty(row, 'attempt-too-old', 'ask')),
  ]
}

function faulty(row: DeskRow, fault: DeskFault, repair?: DeskRepair): FaultyPayment {
  return { row, fault, ...(repair && { repair }), cents: row.left_cents }
}

const DISPUTES = { open: 'disputed', won: 'dispute-won', lost: 'dispute-lost' } as const

/** A dispute can be dismissed when it has ended, and a warning at any time. */
function disputed(row: DisputedPayment): FaultyPayment {
  const { kind, dispute, disputed_cents: cents, left_cents, reason, due_at } = row
  const isWarning = kind === 'warning'
  return {
    row,
    fault: isWarning ? 'fraud-warning' : DISPUTES[dispute],
    cents: isWarning ? left_cents : cents,
    reason: reasonText(reason),
    ...(isWarning && left_cents > 0 && { repair: 'refund' as const }),
    ...((isWarning || dispute !== 'open') && { canDismiss: true as const }),
    ...(dispute === 'open' && due_at !== null && { dueAt: due_at }),
  }
}

function present({ row, cents, ...facts }: FaultyPayment): DeskEntry {
  const { id, gateway, email, order_id, number, created_at, currency } = row
  return {
    _id: id,
    ...facts,
    amount: toAmountText(cents, currency ?? shopCurrency()),
    ...(currency !== null && currency !== shopCurrency() && { currency }),
    gateway,
    ...(email !== null && { email }),
    ...(order_id !== null && number !== null && { order: { _id: order_id, number } }),
    at: created_at,
  }
}

/** Lists the customers whose open payments reserve the most bags, and since when. */
export async function listHeldBags(db: Db): Promise<HeldBags[]> {
  return (await listHolders(db)).map(({ email, bags, payments, since }) => ({
    ...(email !== null && { email }),
    bags: Number(bags),
    payments: Number(payments),
    since: Number(since),
  }))
}
