import { Problem } from '#contract/errors.ts'
import { MOST_ITEMS } from '#contract/values/limits.ts'
import type { SoldProduct } from '#server/catalogue/sold-product.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import type { CartItemRow } from '#server/tables.ts'
import type { Cart } from './cart.ts'
import { listOwnLines } from './payment-queries.ts'
import { listUnclaimed } from './queries.ts'

/** A line of a cart with its product as it is on sale now. */
export type PricedLine = { row: CartItemRow; product: SoldProduct }

/**
 * Returns the lines of the caller's cart with these ids if all of them are paid or claimed by a payment, otherwise
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
 * Returns the lines of the caller's cart with these ids, and their products. Without ids, returns all lines that no
 * payment has claimed and whose product is still sold. Returns a problem if a line does not exist or its product is no
 * longer sold. Some of the lines with the given ids may be paid already: the payment itself skips them.
 */
export async function readPricedLines(
  { database, products }: Pick<Cart, 'database' | 'products'>,
  caller: Caller,
  ids: string[] | null,
): Promise<PricedLine[] | Problem> {
  const rows = await (ids
    ? listOwnLines(database.read, { ids, userId: caller.userId })
    : listUnclaimed(database.read, caller, MOST_ITEMS))
  if (ids && rows.length < new Set(ids).size) return new Problem('not-found')
  const lines: PricedLine[] = []
  for (const row of rows.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    const product = await products.byId(row.product_id)
    if (product) lines.push({ row, product })
    else if (ids) return new Problem('product-removed', { detail: `${row.product_name} is no longer sold.` })
  }
  return lines
}
