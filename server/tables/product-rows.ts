import type { Generated } from 'kysely'
import type { TaxClass } from '#contract/selling/settings.ts'
import type { Facet } from '#contract/values/facts/choices.ts'
import type { ReviewState } from '#contract/values/states.ts'

/** The place of a brand, coffee or packet in its list. Entries with the same place are sorted by id. */
export type InOrder = { position: Generated<number> }

export type BrandRow = {
  id: string
  owner_id: string
  name: string
  img: string
  rating: number
  created_at: number
  archived_at: number | null
  /** When an admin last changed or restored the brand. Null if that has not happened yet. */
  changed_at?: number | null | undefined
}

/** Something that can be bought: a coffee of a brand, or the product in a packet (a bag of coffee). */
export type ProductRow = {
  id: string
  owner_id: string
  kind: 'coffee' | 'packet'
  name: string
  img: string
  about: string
  price_cents: number
  /** The lowest price of the 30 days before the price was reduced, or null if no reduction is announced. */
  was_cents?: number | null | undefined
  rating: number
  /** The id of a coffee's brand. Null for a packet. */
  brand_id: string | null
  /** The category under which a packet is sold. Null for a coffee. */
  category: string | null
  /**
   * The cover picture of a packet, as the list of bags shows it. Null for a coffee. `img` is the picture of the
   * product itself.
   */
  cover_img: string | null
  created_at: number
  archived_at: number | null
  weight_grams: number | null
  tax_class: TaxClass
  /** The id of the stock from which this product is taken. Null for a product that is never sold out. */
  stock_id: string | null
  /** When an admin last changed or restored the product. Null if that has not happened yet. */
  changed_at?: number | null | undefined
  /** `CoffeeFacts` as JSON (`contract/selling/coffee-facts.ts`), or null if the owner has said nothing. */
  facts?: string | null | undefined
  /** The addresses of the pictures besides `img` as a JSON array, or null if there are none. */
  pictures?: string | null | undefined
  /** The id of the coffee of which this packet is another size, or null. */
  coffee_id?: string | null | undefined
}

export type CoffeeRow = ProductRow & { kind: 'coffee'; brand_id: string; category: null; cover_img: null }
export type PacketRow = ProductRow & { kind: 'packet'; brand_id: null; category: string; cover_img: string }

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
