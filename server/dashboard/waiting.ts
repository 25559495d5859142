import { sql } from 'kysely'
import type { Waiting } from '#contract/dashboard.ts'
import { isWithdrawn } from '#server/orders/lists/full-orders.ts'
import { countRows } from '#server/platform/tables/count-rows.ts'
import type { Db } from '#server/shop-database.ts'
import { selectFewLeft } from '#server/stock/find-sold-out.ts'

/**
 * Counts what waits for an admin. The states are written into the SQL text, because the databases use the partial indexes of
 * these rows only then.
 */
export async function countWaiting(db: Db): Promise<Waiting> {
  const orders = db.selectFrom('orders')
  const [toPack, toPay, withdrawn, messages, reviews, lowStock] = await Promise.all([
    countRows(db, orders.where('state', '=', sql.lit('paid'))),
    countRows(db, orders.where('state', '=', sql.lit('waiting'))),
    countRows(db, orders.where(isWithdrawn)),
    countRows(db, db.selectFrom('messages').where('answered_at', 'is', null)),
    countRows(db, db.selectFrom('reviews').where('state', '=', sql.lit('waiting'))),
    countRows(db, selectFewLeft(db)),
  ])
  return { toPack, toPay, withdrawn, messages, reviews, lowStock }
}
