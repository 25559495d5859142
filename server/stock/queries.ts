import { sql } from 'kysely'
import type { Db } from '#server/shop-database.ts'
import type { ProductRow, StockMoveRow, StockRow } from '#server/tables/product-rows.ts'

/**
 * Adds an amount to a stock, or subtracts it if it is negative. Returns undefined, and changes nothing, if less than
 * zero would be left.
 */
export function addToStock(
  db: Db,
  { id, amount }: { id: string; amount: number },
): Promise<StockRow | undefined> {
  const sum = sql<number>`remaining + CAST(${amount} AS BIGINT)`
  return db
    .updateTable('stocks')
    .set({ remaining: sum })
    .where('id', '=', id)
    .where(sum, '>=', 0)
    .returningAll()
    .executeTakeFirst()
}

export async function insertMoves(db: Db, moves: StockMoveRow[]): Promise<void> {
  await db.insertInto('stock_moves').values(moves).execute()
}

export type StockedProduct = Pick<ProductRow, 'id' | 'name' | 'brand_id' | 'weight_grams' | 'stock_id'>

const stockedColumns = ['id', 'name', 'brand_id', 'weight_grams', 'stock_id'] as const

/** Finds a product that is on sale. */
export function findStockedProduct(db: Db, id: string): Promise<StockedProduct | undefined> {
  return db
    .selectFrom('products')
    .select(stockedColumns)
    .where('id', '=', id)
    .where('archived_at', 'is', null)
    .executeTakeFirst()
}

/** Locks a product that is on sale until the end of the transaction, and returns it. The update changes nothing. */
export function lockStockedProduct(tx: Db, id: string): Promise<StockedProduct | undefined> {
  return tx
    .updateTable('products')
    .set(({ ref }) => ({ stock_id: ref('stock_id') }))
    .where('id', '=', id)
    .where('archived_at', 'is', null)
    .returning(stockedColumns)
    .executeTakeFirst()
}
