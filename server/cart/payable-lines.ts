import { Problem } from '#contract/errors.ts'
import type { SellingSettings } from '#contract/selling/settings.ts'
import { MAX_ITEMS } from '#contract/values/limits.ts'
import { subscriberPrice } from '#contract/values/orders/subscriptions.ts'
import type { SoldProduct } from '#server/catalogue/find-product.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import { findSoldOut, leftText } from '#server/stock/find-sold-out.ts'
import type { WantedLine } from '#server/stock/find-sold-out.ts'
import type { Db } from '#server/shop-database.ts'
import type { CartItemRow } from '#server/tables.ts'
import type { Cart } from './cart.ts'
import { listOwnLines } from './payment-queries.ts'
import { listUnclaimed } from './queries.ts'

/**
 * A line of a cart with its product as it is on sale now. `isSoldOut` is set if too little is left of the product for
 * this line: the older lines take what there is.
 */
export type PricedLine = { row: CartItemRow; product: SoldProduct; isSoldOut?: boolean }

/**
 * Returns the lines of the caller's cart with these ids if all of them are paid or reserved by a payment, otherwise
 * null.
 */
export async function listTaken(
  { database }: Pick<Cart, 'database'>,
  { userId }: Caller,
  ids: string[],
): Promise<CartItemRow[] | null> {
  const rows = await listOwnLines(database.read, { ids, userId })
  const taken = rows.filter(({ payment, payment_id }) => payment !== null || payment_id !== null)
  return taken.length === ids.length ? taken : null
}

/**
 * Returns the lines of the caller's cart that can be paid: no payment has reserved them, and their product is still sold.
 * With `ids`, returns only those of them. Lines that are no longer in the cart are left out.
 */
export async function listPayable(
  { database, products }: Pick<Cart, 'database' | 'products'>,
  caller: Caller,
  ids: string[] | null,
): Promise<PricedLine[]> {
  const rows = await listUnclaimed(database.read, caller, MAX_ITEMS)
  const lines = []
  for (const row of ids ? rows.filter(({ id }) => ids.includes(id)) : rows) {
    const product = await products.byId(row.product_id)
    if (product) lines.push({ row, product })
  }
  return withStock(database.read, lines)
}

/** Returns the lines with what is sold out among them. The lines before take what there is. */
export async function withStock(db: Db, lines: readonly PricedLine[]): Promise<PricedLine[]> {
  const wanted = lines.map(({ row, product }) => ({ row, product, ...wantedLine(row, product) }))
  const soldOut = await findSoldOut(db, wanted)
  return wanted.map((line) => ({ row: line.row, product: line.product, isSoldOut: soldOut.has(line) }))
}

/**
 * Returns the lines of the caller's cart with these ids, and their products. Returns a problem if a line does not exist
 * or its product is no longer sold. Some of the lines may be paid already: the payment itself skips them.
 */
export async function readPricedLines(
  { database, products }: Pick<Cart, 'database' | 'products'>,
  caller: Caller,
  ids: string[],
): Promise<PricedLine[] | Problem> {
  const rows = await listOwnLines(database.read, { ids, userId: caller.userId })
  if (rows.length < new Set(ids).size) return new Problem('not-found')
  const lines: PricedLine[] = []
  for (const row of rows.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    const product = await products.byId(row.product_id)
    if (!product) return new Problem('product-removed', { detail: `${row.product_name} is no longer sold.` })
    lines.push({ row, product })
  }
  return lines
}

/**
 * Returns what the product of a cart line costs now, in the smallest unit of the currency. A bag of a subscription costs less.
 */
export function priceOf(
  { every_weeks }: Pick<CartItemRow, 'every_weeks'>,
  { priceCents }: Pick<SoldProduct, 'priceCents'>,
  { subscriptions, currency }: Pick<SellingSettings, 'subscriptions' | 'currency'>,
): number {
  return every_weeks === null ? priceCents : subscriberPrice(priceCents, subscriptions, currency)
}

/**
 * Returns what a cart line takes from the stock of its product. The weight is the one that is stored in the line and
 * was shown in the cart. A line without a weight was added before the product had one, and takes the product's current
 * weight.
 */
export function wantedLine(
  { weight_grams }: Pick<CartItemRow, 'weight_grams'>,
  { stockId, weightGrams }: SoldProduct,
): WantedLine {
  return { stockId, grams: weight_grams ?? weightGrams ?? 0 }
}

/**
 * Returns a problem if `count` more of a product cannot be sold, because too little is left beside what is in the
 * caller's cart already. Its `left` is how many can still be added.
 */
export async function findShortage(
  { database, products }: Cart,
  caller: Caller,
  { product, count }: { product: SoldProduct; count: number },
): Promise<Problem | null> {
  if (product.stockId === null) return null
  const inCart: (WantedLine & { productId: string })[] = []
  for (const row of await listUnclaimed(database.read, caller, MAX_ITEMS)) {
    const sold = await products.byId(row.product_id)
    if (sold) inCart.push({ ...wantedLine(row, sold), productId: sold.id })
  }
  const added = Array.from({ length: count }, () => ({
    ...wantedLine({ weight_grams: null }, product),
    productId: product.id,
  }))
  const soldOut = await findSoldOut(database.read, [...inCart, ...added])
  const left = added.filter((line) => !soldOut.has(line)).length
  if (left === count) return null
  const same = inCart.filter(({ productId }) => productId === product.id)
  const kept = same.filter((line) => !soldOut.has(line)).length
  return new Problem('sold-out', { detail: leftText(product.name, kept + left, same.length), left })
}
