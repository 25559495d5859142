import type { DeskEntry } from '#contract/orders/payment-desk.ts'
import { toPrice } from '#contract/values/money.ts'
import type { DeskFault, DeskRepair } from '#contract/values/desk.ts'
import { now } from '#server/platform/clock.ts'
import type { Db } from '#server/shop-database.ts'
import {
  listFailedRefunds,
  listOldAttempts,
  listOrdersWithoutPayment,
  listPaidLate,
  listPaidWithoutOrder,
} from './queries.ts'
import type { DeskRow, Scope } from './queries.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** A payment that does not add up, and the amount in question, of which nothing was refunded. */
export type FaultyPayment = { row: DeskRow; fault: DeskFault; repair?: DeskRepair; cents: number }

/** Lists the payments that do not add up, each with one safe repair, if there is one. */
export async function listDesk(db: Db): Promise<DeskEntry[]> {
  return (await findFaults(db, {})).map(present)
}

/** Finds what does not add up in one payment, or in all. */
export async function findFaults(db: Db, scope: Scope): Promise<FaultyPayment[]> {
  const [withoutOrder, withoutPayment, late, failedRefunds, old] = await Promise.all([
    listPaidWithoutOrder(db, scope),
    listOrdersWithoutPayment(db, scope),
    listPaidLate(db, scope),
    listFailedRefunds(db, scope),
    listOldAttempts(db, scope, now() - DAY_MS),
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
    })),
    ...old.map((row) => faulty(row, 'attempt-too-old', 'ask')),
  ]
}

function faulty(row: DeskRow, fault: DeskFault, repair?: DeskRepair): FaultyPayment {
  return { row, fault, ...(repair && { repair }), cents: row.left_cents }
}

function present({ row, fault, repair, cents }: FaultyPayment): DeskEntry {
  const { id, gateway, email, order_id, number, created_at } = row
  return {
    _id: id,
    fault,
    ...(repair && { repair }),
    amount: toPrice(cents),
    gateway,
    ...(email !== null && { email }),
    ...(order_id !== null && number !== null && { order: { _id: order_id, number } }),
    at: created_at,
  }
}
