import type { StockRow } from '#server/tables.ts'

/**
 * Returns how many of a product can still be taken from a stock. `grams` is the weight of the product. Nothing can be
 * taken from a pool if the weight is unknown.
 */
export function countLeft({ unit, remaining }: Pick<StockRow, 'unit' | 'remaining'>, grams: number | null) {
  if (unit === 'bags') return remaining
  return grams === null ? 0 : Math.floor(remaining / grams)
}
