import { Problem } from '#contract/errors.ts'
import { toPrice } from '#contract/values/money.ts'
import type { Products } from '#server/catalogue/find-product.ts'
import type { Db } from '#server/shop-database.ts'
import type { CartItemRow } from '#server/tables.ts'
import { clearPaymentId, listOwnLines, setPaymentId, setPrice } from './queries.ts'
import type { ClaimedLine } from './queries.ts'

/**
 * The cart lines that a user wants to pay for, and the prices that were shown to the user. All prices are in integer
 * cents.
 */
export type Claim = {
  userId: string
  ids: string[]
  paymentId: string
  /**
   * The prices that were shown to the user, by line id. For a line that is not in the map, the price that is stored
   * in the line is used.
   */
  prices: ReadonlyMap<string, number>
  /** The total that was shown to the user, or null if the user pays for a single line. */
  totalCents: number | null
}

/**
 * Claims cart lines, that is, reserves the user's unpaid lines for one payment. Until this payment has an outcome,
 * the lines cannot be removed, and no other payment can claim them. Returns the sum of their current prices in cents.
 *
 * Lines that are already paid or claimed by another payment are skipped. If this applies to all lines, returns them
 * as `taken`. Returns a problem if a line does not exist or if another price was shown to the user. A problem rolls
 * the transaction back.
 */
export async function claimLines(
  tx: Db,
  products: Products,
  claim: Claim,
): Promise<{ amountCents: number } | { taken: CartItemRow[] } | Problem> {
  const { ids, userId, paymentId } = claim
  const claimed = await setPaymentId(tx, { ids, userId, paymentId })
  if (claimed.length < ids.length) {
    const all = await listOwnLines(tx, { ids, userId })
    if (all.length < ids.length) return new Problem('not-found')
    if (claimed.length === 0) return { taken: all }
  }
  let amountCents = 0
  for (const line of claimed) {
    const cents = await priceToPay(tx, products, { line, shown: claim.prices.get(line.id) })
    if (cents instanceof Problem) return cents
    amountCents += cents
  }
  if (claim.totalCents !== null && claim.totalCents !== amountCents)
    return new Problem('total-changed', { total: toPrice(amountCents) })
  return { amountCents }
}

type PriceCheck = { line: ClaimedLine; shown: number | undefined }

/**
 * Checks that the current price of a cart line's product was shown to the user. If so, stores this price in the line
 * and returns it in cents. Returns a problem if another price was shown or if the product is no longer sold.
 */
async function priceToPay(
  tx: Db,
  products: Products,
  { line, shown = line.price_cents }: PriceCheck,
): Promise<number | Problem> {
  const product = await products.byIdWithin(tx, line.product_id)
  if (!product) return new Problem('product-removed', { detail: `${line.product_name} is no longer sold.` })
  const { priceCents } = product
  if (priceCents !== shown) {
    const price = toPrice(priceCents)
    return new Problem('price-changed', { price, detail: `${line.product_name} now costs $${price}.` })
  }
  if (priceCents !== line.price_cents) await setPrice(tx, { id: line.id, cents: priceCents })
  return priceCents
}

/**
 * Releases the cart lines that were reserved for a declined payment. The user can then pay for them or remove them
 * again.
 */
export function releaseLines(tx: Db, paymentId: string): Promise<void> {
  return clearPaymentId(tx, paymentId)
}
