import type { Db } from '#server/shop-database.ts'
import type { StockRow } from '#server/tables.ts'

/**
 * A line of a cart. `stockId` is null if the product is never sold out. `grams` is the weight, or 0 if it is unknown.
 */
export type WantedLine = { stockId: string | null; grams: number }

/**
 * Returns those of the lines for which too little is left: the lines before them in the list take what there is. Reads
 * nothing if no line has a stock.
 */
export async function findSoldOut<L extends WantedLine>(db: Db, lines: readonly L[]): Promise<Set<L>> {
  const ids = [...new Set(lines.map(({ stockId }) => stockId).filter((id) => id !== null))]
  if (ids.length === 0) return new Set()
  return soldOutOf(lines, await db.selectFrom('stocks').selectAll().where('id', 'in', ids).execute())
}

type Left = Pick<StockRow, 'id' | 'unit' | 'remaining'>

export function soldOutOf<L extends WantedLine>(lines: readonly L[], stocks: readonly Left[]): Set<L> {
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
  return new Set(lines.filter((line) => !fits(line)))
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
