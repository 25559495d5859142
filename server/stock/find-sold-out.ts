import { sql } from 'kysely'
import type { SqlBool } from 'kysely'
import { FEW_LEFT } from '#contract/values/limits.ts'
import type { Db } from '#server/shop-database.ts'
import type { StockRow } from '#server/tables/product-rows.ts'

/**
 * A line of a cart. `stockId` is null if the product is never sold out. `grams` is the weight, or 0 if it is unknown.
 */
export type WantedLine = { stockId: string | null; grams: number }

/**
 * Returns those of the lines for which too little is left: the lines before them in the list take what there is. Reads
 * nothing if no line has a stock.
 */
export async function findSoldOut<L extends WantedLine>(db: Db, lines: readonly L[]): Promise<Set<L>> {
  return (await findStockFor(db, lines)).soldOut
}

type Left = Pick<StockRow, 'id' | 'unit' | 'remaining'>

/**
 * What the stocks have for lines. `soldOut` are the lines for which too little is left. `roomFor` returns how many more
 * of a line's product are left beside all lines, or null if the product is never sold out.
 */
export type StockFor<L> = { soldOut: Set<L>; roomFor: (line: WantedLine) => number | null }

/** Does the same as `findSoldOut`, and returns how many more are left. */
export async function findStockFor<L extends WantedLine>(db: Db, lines: readonly L[]): Promise<StockFor<L>> {
  const ids = [...new Set(lines.map(({ stockId }) => stockId).filter((id) => id !== null))]
  const stocks = ids.length === 0 ? [] : db.selectFrom('stocks').selectAll().where('id', 'in', ids).execute()
  return stockFor(lines, await stocks)
}

export function stockFor<L extends WantedLine>(lines: readonly L[], stocks: readonly Left[]): StockFor<L> {
  const left = new Map(stocks.map((stock) => [stock.id, { ...stock }]))
  const fits = ({ stockId, grams }: L): boolean => {
    if (stockId === null) return true
    const stock = left.get(stockId)
    const need = stock?.unit === 'bags' ? 1 : grams
    // A product of a pool whose weight is unknown cannot be sold.
    if (!stock || need === 0 || stock.remaining < need) return false
    stock.remaining -= need
    return true
  }
  return {
    soldOut: new Set(lines.filter((line) => !fits(line))),
    roomFor: ({ stockId, grams }) => {
      const stock = stockId === null ? undefined : left.get(stockId)
      return stock ? countLeft(stock, grams === 0 ? null : grams) : null
    },
  }
}

/**
 * Returns a sentence about a product that says how many are left. `inCart` of them are in the customer's cart already.
 */
export function leftText(name: string, left: number, inCart = 0): string {
  if (left === 0) return `${name} is sold out.`
  const text = `Only ${left} of ${name} ${left === 1 ? 'is' : 'are'} left`
  return inCart === 0 ? `${text}.` : `${text}, and ${inCart} ${inCart === 1 ? 'is' : 'are'} in your cart.`
}

/**
 * Returns how many bags of a product can still be taken from a stock. `grams` is the weight of a bag, or null if it is
 * unknown. In that case nothing can be taken from a pool.
 */
export function countLeft({ unit, remaining }: Pick<StockRow, 'unit' | 'remaining'>, grams: number | null) {
  if (unit === 'bags') return remaining
  return grams === null ? 0 : Math.floor(remaining / grams)
}

/** What one piece of a product takes from its stock, as an SQL expression: one bag, or its weight in grams. */
export const pieceSize = sql`CASE stocks.unit WHEN 'grams' THEN products.weight_grams ELSE 1 END`

/** Selects the products on sale of which so few are left that customers read how many. */
export function selectFewLeft(db: Db) {
  return db
    .selectFrom('products')
    .innerJoin('stocks', 'stocks.id', 'products.stock_id')
    .where('products.archived_at', 'is', null)
    .where(sql<SqlBool>`stocks.remaining < ${pieceSize} * ${sql.lit(FEW_LEFT + 1)}`)
}
