import type { Facet } from '#contract/values/facts/choices.ts'
import type { ReviewState } from '#contract/values/states.ts'

/** A value of a fact by which visitors filter and compare coffees, such as the country `ET` or the note `Bergamot`. */
export type ProductFacetRow = { product_id: string; facet: Facet; value: string }

/** A price that a product had until `ended_at`. */
export type FormerPriceRow = { product_id: string; ended_at: number; price_cents: number }

/** The folded words of a product on sale, by where they stand. */
export type ProductSearchRow = {
  product_id: string
  name: string
  notes: string
  facts: string
  about: string
}

/**
 * What a buyer says about a coffee. `product_id` is the coffee, also if one of its bags was bought. `name` is the first
 * name of the buyer, and `brewed_with` may be empty.
 */
export type ReviewRow = {
  id: string
  product_id: string
  product_name: string
  user_id: string
  name: string
  stars: number
  brewed_with: string
  text: string
  state: ReviewState
  written_at: number
}

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
 * `set` what an admin added or removed, or what was roasted for the lot `lot_id`.
 */
export type StockMoveRow = {
  id: string
  stock_id: string
  payment_id: string | null
  kind: 'set' | 'held' | 'released' | 'returned'
  amount: number
  created_at: number
  lot_id?: string | null | undefined
}

/** A user who wants a mail when a product can be bought again. */
export type StockWatcherRow = { product_id: string; user_id: string; created_at: number }
