import { sql } from 'kysely'
import { newId, now } from '#server/platform/clock.ts'
import type { Db } from '#server/shop-database.ts'
import type { StockRow } from '#server/tables/product-rows.ts'
import { addToStock, insertMoves } from './queries.ts'
import { mailWatchers } from './watch-product.ts'

/**
 * Lists the pools of grams from which a coffee or one of its sizes is taken, by the id of the coffee. If the sizes are
 * taken from several, the coffee has the one that was created last.
 */
export async function listPools(db: Db, coffees: string[] | 'all'): Promise<Map<string, StockRow>> {
  const rows = await db
    .selectFrom('stocks')
    .innerJoin('products', 'products.stock_id', 'stocks.id')
    .selectAll('stocks')
    .select(sql<string>`COALESCE(products.coffee_id, products.id)`.as('coffee'))
    .where('unit', '=', 'grams')
    .where('products.archived_at', 'is', null)
    .$if(coffees !== 'all', (query) =>
      query.where(({ eb, or }) => or([eb('products.id', 'in', coffees), eb('coffee_id', 'in', coffees)])),
    )
    .orderBy('stocks.id')
    .execute()
  return new Map(rows.map(({ coffee, ...pool }) => [coffee, pool]))
}

/** A change of the grams of a pool because of what was roasted. */
type RoastedGrams = { poolId: string; lotId: string; amount: number }

/**
 * Adds what was roasted to a pool, or subtracts it. Returns undefined, and changes nothing, if less than zero would be left:
 * what is sold already cannot be taken back.
 */
export async function changePool(
  tx: Db,
  { poolId, lotId, amount }: RoastedGrams,
): Promise<StockRow | undefined> {
  const pool = await addToStock(tx, { id: poolId, amount })
  if (!pool) return undefined
  const move = { payment_id: null, kind: 'set', amount, created_at: now(), lot_id: lotId } as const
  await insertMoves(tx, [{ ...move, id: newId(), stock_id: poolId }])
  await mailWatchers(tx, { stockId: poolId })
  return pool
}

/** Returns a pool, or undefined if there is none with this id. */
export function findPool(db: Db, id: string): Promise<StockRow | undefined> {
  return db.selectFrom('stocks').selectAll().where('id', '=', id).executeTakeFirst()
}
