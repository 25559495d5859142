import { Problem } from '#contract/errors.ts'
import { toPrice } from '#contract/values/money.ts'
import type { Products } from '#server/catalogue/find-product.ts'
import type { Db } from '#server/shop-database.ts'
import type { CartItemRow } from '#server/tables.ts'
import { clearPaymentId, listOwnLines, setPaymentId, setPrice } from './queries.ts'
import type { ClaimedLine } from './queries.ts'

/** The lines that a user wants to pay for, and the prices that the user saw. Amounts are integer cents. */
export type Claim = {
  userId: string
  ids: string[]
  paymentId: string
  /**
   * The price that the user saw, by line id. For a line without an entry, it is the price from when the line was added.
   */
  prices: ReadonlyMap<string, number>
  /** The total that the user saw; null for a single line. */
  totalCents: number | null
}

/**
 * Claims the user's unpaid lines for one payment. Until that payment has an outcome, no other payment can claim them
 * and they cannot be removed. Returns the sum of today's prices in cents.
 *
 * Returns a problem, which rolls the write back, if a line does not exist or if the user saw another price. If all
 * lines are paid or claimed by another payment already, returns them as `taken`.
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
 * Checks that the price that the user saw is today's price. Returns today's price in cents and writes it to the line,
 * or returns a problem.
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

/** Releases the lines that a declined payment had claimed, so that they can be paid or removed again. */
export function releaseLines(tx: Db, paymentId: string): Promise<void> {
  return clearPaymentId(tx, paymentId)
}
