import { sql } from 'kysely'
import type { Waiting } from '#contract/dashboard.ts'
import { MAX_COUNTED } from '#contract/values/limits.ts'
import { isWithdrawn } from '#server/orders/lists/full-orders.ts'
import { isPaid, isPickupToPack } from '#server/orders/packing/pick-list.ts'
import { countFaults } from '#server/payments/desk/list-desk.ts'
import type { Payments } from '#server/payments/payments.ts'
import { countRows } from '#server/platform/tables/count-rows.ts'
import { selectFewLeft } from '#server/stock/find-sold-out.ts'

/**
 * Counts what waits for an admin. The states are written into the SQL text, because the databases use the partial indexes of
 * these rows only then.
 */
export async function countWaiting(payments: Payments): Promise<Waiting> {
  const db = payments.database.longRead
  const orders = db.selectFrom('orders')
  const withCheckout = orders.innerJoin('checkouts', 'checkouts.payment_id', 'orders.payment_id')
  const [paid, pickups, toPay, withdrawn, messages, reviews, lowStock, missed, faults] = await Promise.all([
    countRows(db, orders.where(isPaid)),
    countRows(db, withCheckout.where(isPickupToPack)),
    countRows(db, orders.where('state', '=', sql.lit('waiting'))),
    countRows(db, orders.where(isWithdrawn)),
    countRows(db, db.selectFrom('messages').where('answered_at', 'is', null)),
    countRows(db, db.selectFrom('reviews').where('state', '=', sql.lit('waiting'))),
    countRows(db, selectFewLeft(db)),
    countRows(db, db.selectFrom('deliveries').where('state', '=', sql.lit('missed'))),
    countFaults(payments),
  ])
  return {
    toPack: Math.min(paid + pickups, MAX_COUNTED),
    toPay,
    withdrawn,
    messages,
    reviews,
    lowStock,
    faults,
    missed,
  }
}
