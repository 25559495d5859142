import { sql } from 'kysely'
import type { SelectQueryBuilder, SqlBool } from 'kysely'
import type { Waiting } from '#contract/dashboard.ts'
import { FEW_LEFT, MAX_COUNTED } from '#contract/values/limits.ts'
import type { Db } from '#server/shop-database.ts'
import type { Tables } from '#server/tables.ts'

/**
 * Counts what waits for an admin. The states are written into the SQL text, because the databases use the partial indexes of
 * these rows only then.
 */
export async function countWaiting(db: Db): Promise<Waiting> {
  const orders = db.selectFrom('orders')
  const withdrawals = orders
    .where('withdrawn_at', 'is not', null)
    .where('state', 'not in', [sql.lit('cancelled' as const), sql.lit('refunded' as const)])
  const [toPack, toPay, withdrawn, messages, reviews, lowStock] = await Promise.all([
    count(db, orders.where('state', '=', sql.lit('paid'))),
    count(db, orders.where('state', '=', sql.lit('waiting'))),
    count(db, withdrawals),
    count(db, db.selectFrom('messages').where('answered_at', 'is', null)),
    count(db, db.selectFrom('reviews').where('state', '=', sql.lit('waiting'))),
    count(db, lowProducts(db)),
  ])
  return { toPack, toPay, withdrawn, messages, reviews, lowStock }
}

/** Selects the products of which so few are left that customers read how many. */
function lowProducts(db: Db) {
  const bag = sql`CASE stocks.unit WHEN 'grams' THEN products.weight_grams ELSE 1 END`
  return db
    .selectFrom('products')
    .innerJoin('stocks', 'stocks.id', 'products.stock_id')
    .where('products.archived_at', 'is', null)
    .where(sql<SqlBool>`stocks.remaining < ${bag} * ${sql.lit(FEW_LEFT + 1)}`)
}

/** Counts rows, up to `MAX_COUNTED`. */
async function count<TB extends keyof Tables>(
  db: Db,
  rows: SelectQueryBuilder<Tables, TB, object>,
): Promise<number> {
  const some = rows.select(sql`1`.as('one')).limit(MAX_COUNTED)
  const found = await sql<{ counted: number }>`SELECT count(*) AS counted FROM (${some}) AS found`.execute(db)
  return Number(found.rows[0]?.counted ?? 0)
}
