import { Problem } from '#contract/errors.ts'
import { MAX_ITEMS } from '#contract/values/limits.ts'
import type { SoldProduct } from '#server/catalogue/sold-product.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import { findSoldOut, leftText } from '#server/stock/find-sold-out.ts'
import type { WantedLine } from '#server/stock/find-sold-out.ts'
import type { CartItemRow } from '#server/tables.ts'
import type { Cart } from './cart.ts'
import { listUnclaimed } from './queries.ts'

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
