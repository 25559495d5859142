import type { StockRow } from '#server/tables/stock-rows.ts'

/**
 * Returns how many bags of a product can still be taken from a stock. `grams` is the weight of a bag, or null if it is
 * unknown. In that case nothing can be taken from a pool.
 */
export function countLeft({ unit, remaining }: Pick<StockRow, 'unit' | 'remaining'>, grams: number | null) {
  if (unit === 'bags') return remaining
  return grams === null ? 0 : Math.floor(remaining / grams)
}
