import { Problem, wrongField } from '#contract/errors.ts'
import type { ProductStock, Stock, StockChange } from '#contract/selling/stock.ts'
import { writeAudit } from '#server/audit/write-audit.ts'
import { newId, now } from '#server/platform/clock.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import type { Db, ShopDatabase, ShopWrite } from '#server/shop-database.ts'
import type { StockRow } from '#server/tables/product-rows.ts'
import { addToStock, findStockedProduct, insertMoves, lockStockedProduct } from './queries.ts'
import type { StockedProduct } from './queries.ts'
import { mailWatchers } from './watch-product.ts'

/** A change of the stock of the product with this id. */
type SentChange = { id: string; change: StockChange }

type Done = { acknowledged: true; modifiedCount: number }

/**
 * Changes how much is left of a product, or the stock from which the product is taken. The request contains the
 * difference to the amount that the admin saw, so that a sale or another admin's change in the meantime is kept.
 * Returns the problem `stock-changed` if the product is taken from another stock by now, or if the amount would be
 * negative. A repeated request with the same `key` changes nothing.
 */
export async function changeStock(
  write: ShopWrite,
  caller: Caller,
  { id, change }: SentChange,
): Promise<Done | Problem> {
  const { tx } = write
  const product = await lockStockedProduct(tx, id)
  if (!product) return new Problem('not-found')
  // The product is locked now, so another request with this key has been committed or comes later.
  const repeated = await findRepeated(tx, change)
  if (repeated) return repeated
  const stock = await chooseStock(write, product, change)
  if (stock instanceof Problem) return stock
  const left = stock && 'change' in change ? await changeAmount(tx, stock, change) : null
  if (left instanceof Problem) return left
  await mailWatchers(tx, stock ? { stockId: stock.id } : { productId: id })
  await writeAudit(tx, caller, {
    action: 'changed stock',
    subject: product.name,
    detail: detailOf(left, change),
  })
  return { acknowledged: true, modifiedCount: 1 }
}

/**
 * Returns the answer to a request whose key is known, or null. If the amount is another one, the admin has corrected it because
 * the first answer was lost, and must see the new stock first.
 */
async function findRepeated(tx: Db, change: StockChange): Promise<Done | Problem | null> {
  if (change.use === 'none') return null
  const moves = tx.selectFrom('stock_moves').select('amount').where('id', '=', change.key)
  const move = await moves.executeTakeFirst()
  if (!move) return null
  return move.amount === change.change
    ? { acknowledged: true, modifiedCount: 0 }
    : new Problem('stock-changed')
}

/**
 * Stores in the product the stock that the admin has chosen. Returns this stock, or null for none. Returns a problem if
 * another admin has changed the stock of the product.
 */
async function chooseStock(
  { tx, publish }: ShopWrite,
  product: StockedProduct,
  change: StockChange,
): Promise<StockRow | Problem | null> {
  if (product.stock_id !== change.shown) return new Problem('stock-changed')
  const stock = await stockFor(tx, product, change)
  if (stock instanceof Problem) return stock
  const stock_id = stock?.id ?? null
  if (stock_id === product.stock_id) return stock
  await tx.updateTable('products').set({ stock_id }).where('id', '=', product.id).execute()
  // The cached catalogue contains the id of a product's stock, but not how much of it is left.
  publish({ type: 'catalogue-changed' })
  return stock
}

/** Returns the stock that the admin has chosen, or null for none. Inserts a stock that does not exist yet. */
async function stockFor(
  tx: Db,
  product: StockedProduct,
  change: StockChange,
): Promise<StockRow | Problem | null> {
  if (change.use === 'none') return null
  if (change.use === 'bags') {
    const current = product.stock_id === null ? undefined : await findStock(tx, product.stock_id)
    return current?.unit === 'bags' ? current : newStock(tx, { name: product.name, unit: 'bags' })
  }
  if (product.weight_grams === null) return wrongField('use', 'needs the weight of the product')
  if (change.use === 'newPool') return newStock(tx, { name: change.name.trim(), unit: 'grams' })
  const pool = await findStock(tx, change.poolId)
  return pool?.unit === 'grams' ? pool : wrongField('poolId', 'There is no such pool')
}

async function newStock(tx: Db, { name, unit }: Pick<StockRow, 'name' | 'unit'>): Promise<StockRow> {
  const stock: StockRow = { id: newId(), name, unit, remaining: 0, created_at: now() }
  await tx.insertInto('stocks').values(stock).execute()
  return stock
}

function findStock(db: Db, id: string): Promise<StockRow | undefined> {
  return db.selectFrom('stocks').selectAll().where('id', '=', id).executeTakeFirst()
}

/**
 * Adds an amount to a stock, and inserts the move that records it, with `key` as its id. Returns the stock afterwards, or
 * a problem if less than zero would be left.
 */
async function changeAmount(
  tx: Db,
  { id }: StockRow,
  { key, change: amount }: { key: string; change: number },
): Promise<StockRow | Problem> {
  const stock = await addToStock(tx, { id, amount })
  if (!stock) return new Problem('stock-changed')
  const move = {
    id: key,
    stock_id: id,
    payment_id: null,
    kind: 'set' as const,
    amount,
    created_at: now(),
  }
  if (amount !== 0) await insertMoves(tx, [move])
  return stock
}

/** Returns the text for the audit log, such as `Harar: +500, now 12000 grams`. */
function detailOf(stock: StockRow | null, change: StockChange): string {
  if (!stock || change.use === 'none') return 'not counted any more'
  const difference = change.change < 0 ? String(change.change) : `+${change.change}`
  return `${stock.name}: ${difference}, now ${stock.remaining} ${stock.unit}`
}

/** The maximum number of pools that an admin can choose from. */
const MAX_POOLS = 1000

/**
 * Returns the stock from which a product is taken, and the pools that an admin can choose for it instead: those from
 * which at least one product is taken.
 */
export async function showStock({ read }: ShopDatabase, id: string): Promise<ProductStock | Problem> {
  const product = await findStockedProduct(read, id)
  if (!product) return new Problem('not-found')
  const stock = product.stock_id === null ? undefined : await findStock(read, product.stock_id)
  const pools = await read
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
  return { ...(stock && { stock: present(stock) }), pools: pools.map(present) }
}

/** Returns whether a stock is a pool of grams, so that its products need a weight. */
export async function isPool(db: Db, id: string): Promise<boolean> {
  return (await findStock(db, id))?.unit === 'grams'
}

function present({ id, name, unit, remaining }: StockRow): Stock {
  return { _id: id, name, unit, remaining }
}
