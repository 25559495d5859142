/**
 * What is left to sell: bags of one product, or the grams of a pool, from which several products are taken. `remaining`
 * is never negative.
 */
export type StockRow = {
  id: string
  name: string
  unit: 'bags' | 'grams'
  remaining: number
  created_at: number
}

/**
 * One change of a stock. `amount` is negative if something left the stock. `held` is what an attempt to pay took,
 * `released` what a failed or cancelled attempt gave back, `returned` what a refund of the whole amount put back, and
 * `set` what an admin added or removed.
 */
export type StockMoveRow = {
  id: string
  stock_id: string
  payment_id: string | null
  kind: 'set' | 'held' | 'released' | 'returned'
  amount: number
  created_at: number
}

/** A user who wants a mail when a product can be bought again. */
export type StockWatcherRow = { product_id: string; user_id: string; created_at: number }
