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
import type { DeskRow } from './queries.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** Lists the payments with a fault, such as a missing order. Each has the one repair that is safe, if there is one. */
export async function listDesk(db: Db): Promise<DeskEntry[]> {
  const [withoutOrder, withoutPayment, late, failedRefunds, old] = await Promise.all([
    listPaidWithoutOrder(db),
    listOrdersWithoutPayment(db),
    listPaidLate(db),
    listFailedRefunds(db),
    listOldAttempts(db, now() - DAY_MS),
  ])
  return [
    ...withoutOrder.map((row) =>
      present(row, 'paid-without-order', { repair: row.has_lines ? 'place' : 'refund' }),
    ),
    ...withoutPayment.map((row) =>
      present(row, 'order-without-payment', row.status === 'pending' ? { repair: 'ask' } : {}),
    ),
    ...late.map((row) => present(row, 'paid-late', { repair: 'refund' })),
    ...failedRefunds.map((row) =>
      present(row, 'refund-failed', { repair: 'refund', cents: row.refund_cents }),
    ),
    ...old.map((row) => present(row, 'attempt-too-old', { repair: 'ask' })),
  ]
}

type Extra = { repair?: DeskRepair; cents?: number }

function present(row: DeskRow, fault: DeskFault, { repair, cents = row.amount_cents }: Extra): DeskEntry {
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
