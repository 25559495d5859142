import { wrongField } from '#contract/errors.ts'
import type { Problem } from '#contract/errors.ts'
import { formatMoney, toMinor } from '#contract/values/money.ts'
import { now } from '#server/platform/clock.ts'
import type { Db } from '#server/shop-database.ts'
import type { ProductRow } from '#server/tables/product-rows.ts'

/** How long before a reduction the prices count, in ms (Directive 98/6/EC, article 6a, which asks for 30 days). */
const COUNTED_MS = 30 * 24 * 60 * 60_000

/** The parts of a form that say what a product costs, and whether that is announced as a reduction. */
type PriceForm = {
  kind: ProductRow['kind']
  currency: string
  sold: { price: string; reduced?: boolean | undefined }
}

/**
 * Stores the price that a product has until now. If it is stored twice in a millisecond, the first price stays. Deletes
 * prices that ended more than 30 days ago: they count for no reduction that begins now or later.
 */
export async function keepFormerPrice(tx: Db, { id, price_cents }: ProductRow): Promise<void> {
  const ended_at = now()
  await tx
    .deleteFrom('former_prices')
    .where('product_id', '=', id)
    .where('ended_at', '<=', ended_at - COUNTED_MS)
    .execute()
  await tx
    .insertInto('former_prices')
    .values({ product_id: id, ended_at, price_cents })
    .onConflict((conflict) => conflict.columns(['product_id', 'ended_at']).doNothing())
    .execute()
}

/**
 * Returns the price that customers see crossed out, or null if the form announces no reduction. It is never typed, because
 * it has to be the lowest of the 30 days before. Returns a problem if the new price is not below that. A form that says
 * nothing about a reduction keeps it for as long as it is one.
 */
export async function readPriorPrice(
  tx: Db,
  { kind, currency, sold: { price: typed, reduced } }: PriceForm,
  before: ProductRow | undefined,
): Promise<number | null | Problem> {
  const price = toMinor(typed, currency) ?? 0
  if (!before || reduced === false) return null
  if (reduced === undefined) return keptPriorPrice(tx, before, price)
  const prior = await findPriorPrice(tx, before, price)
  if (price < prior) return prior
  const message = `needs a price below ${formatMoney(prior, currency)}, the lowest of the last 30 days`
  return wrongField(kind === 'packet' ? 'about.reduced' : 'reduced', message)
}

/**
 * Returns the price that stays crossed out when a product gets this price, or null if none was, or if the new price is no
 * reduction.
 */
export async function keptPriorPrice(tx: Db, before: ProductRow, price: number): Promise<number | null> {
  const prior = before.was_cents ? await findPriorPrice(tx, before, price) : 0
  return price < prior ? prior : null
}

/**
 * Returns the lowest price of the 30 days before the reduction. A price that was announced as reduced, and is reduced
 * further or stays, keeps the one before the first reduction, as article 6a(5) allows. A price that stays and is announced
 * only now was reduced when it began, so it is not one of those before. All that are stored ended in the 30 days before it.
 */
async function findPriorPrice(tx: Db, product: ProductRow, price: number): Promise<number> {
  const { price_cents, was_cents } = product
  if (was_cents && price <= price_cents) return was_cents
  const before = price === price_cents ? await lowestSince(tx, product, 0) : 0
  if (before > price) return before
  return Math.min(price_cents, await lowestSince(tx, product, now() - COUNTED_MS))
}

/** Returns the lowest former price that ended after `since`, or the current price if there is none. */
async function lowestSince(tx: Db, { id, price_cents }: ProductRow, since: number): Promise<number> {
  const row = await tx
    .selectFrom('former_prices')
    .select(({ fn }) => fn.min('price_cents').as('lowest'))
    .where('product_id', '=', id)
    .where('ended_at', '>', since)
    .executeTakeFirst()
  return Number(row?.lowest ?? price_cents)
}
