import { sql } from 'kysely'
import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import type { Db } from '#server/shop-database.ts'
import type { ProductRow, Tables, UserRow, StockMoveRow, StockRow, StockWatcherRow } from '#server/tables.ts'

/** What to take from a stock: `bags` if the stock counts bags, or `grams` if it is a pool. */
type Take = { id: string; bags: number; grams: number }

/**
 * Takes an amount from a stock if that much is left. The condition is part of the statement, so that parallel payments
 * never take more than there is. Returns the unit of the stock, or undefined if nothing was taken.
 */
export function takeFromStock(
  db: Db,
  { id, bags, grams }: Take,
): Promise<Pick<StockRow, 'unit'> | undefined> {
  const amount = sql<number>`CASE unit WHEN 'grams' THEN CAST(${grams} AS BIGINT) ELSE CAST(${bags} AS BIGINT) END`
  return (
    db
      .updateTable('stocks')
      .set({ remaining: sql<number>`remaining - ${amount}` })
      .where('id', '=', id)
      .where('remaining', '>=', amount)
      // `grams` is 0 for a product of a pool whose weight is unknown. Such a product cannot be sold.
      .where(amount, '>', 0)
      .returning('unit')
      .executeTakeFirst()
  )
}

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

/** Locks a stock until the end of the transaction and returns it. */
export function lockStock(db: Db, id: string): Promise<StockRow | undefined> {
  return addToStock(db, { id, amount: 0 })
}

export async function insertMoves(db: Db, moves: StockMoveRow[]): Promise<void> {
  await db.insertInto('stock_moves').values(moves).execute()
}

/**
 * Inserts the moves with which a payment gives stock back. A move is skipped if the payment has already given back to
 * that stock. Returns the inserted moves.
 */
export function insertGivenBack(
  db: Db,
  moves: StockMoveRow[],
): Promise<Pick<StockMoveRow, 'stock_id' | 'amount'>[]> {
  return db
    .insertInto('stock_moves')
    .values(moves)
    .onConflict((conflict) => conflict.doNothing())
    .returning(['stock_id', 'amount'])
    .execute()
}

export function listHeld(db: Db, paymentId: string): Promise<Pick<StockMoveRow, 'stock_id' | 'amount'>[]> {
  return db
    .selectFrom('stock_moves')
    .select(['stock_id', 'amount'])
    .where('payment_id', '=', paymentId)
    .where('kind', '=', 'held')
    .execute()
}

export function findStock(db: Db, id: string): Promise<StockRow | undefined> {
  return db.selectFrom('stocks').selectAll().where('id', '=', id).executeTakeFirst()
}

export function listStocks(db: Db, ids: string[]): Promise<StockRow[]> {
  return db.selectFrom('stocks').selectAll().where('id', 'in', ids).execute()
}

export async function hasMove(db: Db, id: string): Promise<boolean> {
  const row = await db.selectFrom('stock_moves').select('id').where('id', '=', id).executeTakeFirst()
  return row !== undefined
}

/** The maximum number of pools that an admin can choose from. */
const MAX_POOLS = 1000

/** Lists the pools from which at least one product is taken, sorted by name. */
export function listPools(db: Db): Promise<StockRow[]> {
  return db
    .selectFrom('stocks')
    .selectAll()
    .where('unit', '=', 'grams')
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('products').select('products.id').whereRef('products.stock_id', '=', 'stocks.id')),
    )
    .orderBy('name')
    .orderBy('id')
    .limit(MAX_POOLS)
    .execute()
}

export async function insertStock(db: Db, stock: StockRow): Promise<void> {
  await db.insertInto('stocks').values(stock).execute()
}

export type StockedProduct = Pick<ProductRow, 'id' | 'name' | 'weight_grams' | 'stock_id'>

/** Finds a product that is on sale. */
export function findStockedProduct(db: Db, id: string): Promise<StockedProduct | undefined> {
  return db
    .selectFrom('products')
    .select(['id', 'name', 'weight_grams', 'stock_id'])
    .where('id', '=', id)
    .where('archived_at', 'is', null)
    .executeTakeFirst()
}

/**
 * Changes the stock from which a product is taken, from `from` to `to`. Changes nothing and returns false if the
 * stock of the product is not `from` any more, because another admin has changed it.
 */
export async function setStockOf(
  db: Db,
  { id, from, to }: { id: string; from: string | null; to: string | null },
): Promise<boolean> {
  const row = await db
    .updateTable('products')
    .set({ stock_id: to })
    .where('id', '=', id)
    .where((eb) => (from === null ? eb('stock_id', 'is', null) : eb('stock_id', '=', from)))
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function insertWatcher(db: Db, watcher: StockWatcherRow): Promise<void> {
  await db
    .insertInto('stock_watchers')
    .values(watcher)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

type Watcher = Pick<StockWatcherRow, 'product_id' | 'user_id'>

export async function deleteWatcher(db: Db, { product_id, user_id }: Watcher): Promise<boolean> {
  const row = await db
    .deleteFrom('stock_watchers')
    .where('product_id', '=', product_id)
    .where('user_id', '=', user_id)
    .returning('product_id')
    .executeTakeFirst()
  return row !== undefined
}

/** The maximum number of watched products that are listed for a user. */
const MAX_WATCHED = 1000

export function listWatched(db: Db, userId: string): Promise<Pick<Watcher, 'product_id'>[]> {
  return db
    .selectFrom('stock_watchers')
    .select('product_id')
    .where('user_id', '=', userId)
    .limit(MAX_WATCHED)
    .execute()
}

/**
 * The products whose stock has changed: all that are taken from the stock `stockId`, or only the product `productId`.
 */
export type Changed = { stockId: string } | { productId: string }

/** Deletes and returns the watchers of the changed products that can be bought now. */
export function takeWatchers(db: Db, changed: Changed): Promise<Watcher[]> {
  const bag = sql`CASE stocks.unit WHEN 'grams' THEN products.weight_grams ELSE 1 END`
  const isLeft = sql<SqlBool>`(products.stock_id IS NULL OR stocks.remaining >= ${bag})`
  const available = ({ selectFrom }: ExpressionBuilder<Tables, 'stock_watchers'>) =>
    selectFrom('products')
      .leftJoin('stocks', 'stocks.id', 'products.stock_id')
      .select('products.id')
      .where(isChanged(changed))
      .where('products.archived_at', 'is', null)
      .where(isLeft)
  return db
    .deleteFrom('stock_watchers')
    .where('product_id', 'in', available)
    .returning(['product_id', 'user_id'])
    .execute()
}

function isChanged(changed: Changed): Expression<SqlBool> {
  return 'stockId' in changed
    ? sql<SqlBool>`products.stock_id = ${changed.stockId}`
    : sql<SqlBool>`products.id = ${changed.productId}`
}

/** `brand` is the name of a coffee's brand, and null for a packet. */
type Named = Pick<ProductRow, 'id' | 'name' | 'brand_id'> & { brand: string | null }

export function listProducts(db: Db, ids: string[]): Promise<Named[]> {
  return db
    .selectFrom('products')
    .leftJoin('brands', 'brands.id', 'products.brand_id')
    .select(['products.id', 'products.name', 'products.brand_id', 'brands.name as brand'])
    .where('products.id', 'in', ids)
    .execute()
}

export function listUsers(db: Db, ids: string[]): Promise<Pick<UserRow, 'id' | 'name' | 'email'>[]> {
  return db
    .selectFrom('users')
    .select(['id', 'name', 'email'])
    .where('id', 'in', ids)
    .where('archived_at', 'is', null)
    .execute()
}
