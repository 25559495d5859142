import { Problem } from '#contract/errors.ts'
import { formatMoney, toMinor } from '#contract/values/money.ts'
import { now } from '#server/platform/clock.ts'
import type { Db } from '#server/shop-database.ts'
import type { ProductRow } from '#server/tables.ts'

/** How long before a reduction the prices count, in ms (Directive 98/6/EC, article 6a, which asks for 30 days). */
const COUNTED_MS = 30 * 24 * 60 * 60_000

/** The parts of a form that say what a product costs, and whether that is announced as a reduction. */
type PriceForm = {
  kind: ProductRow['kind']
  currency: string
  sold: { price: string; reduced?: boolean | undefined }
}

/** Stores the price that a product has until now. If it is stored twice in a millisecond, the first price stays. */
export async function keepFormerPrice(tx: Db, { id, price_cents }: ProductRow): Promise<void> {
  await tx
    .insertInto('former_prices')
    .values({ product_id: id, ended_at: now(), price_cents })
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
  const isAnnounced = reduced ?? Boolean(before?.was_cents)
  if (!before || !isAnnounced) return null
  const price = toMinor(typed, currency) ?? 0
  const prior = await findPriorPrice(tx, before, price)
  if (price < prior) return prior
  if (reduced === undefined) return null
  const message = `needs a price below ${formatMoney(prior, currency)}, the lowest of the last 30 days`
  return new Problem('invalid-input', {
    errors: [{ field: kind === 'packet' ? 'about.reduced' : 'reduced', message }],
  })
}

/**
 * Returns the lowest price of the last 30 days. A price that is reduced further, or stays, keeps the one before the first
 * reduction, as article 6a(5) allows.
 */
async function findPriorPrice(tx: Db, { id, price_cents, was_cents }: ProductRow, price: number) {
  if (was_cents && price <= price_cents) return was_cents
  const row = await tx
    .selectFrom('former_prices')
    .select(({ fn }) => fn.min('price_cents').as('lowest'))
    .where('product_id', '=', id)
    .where('ended_at', '>', now() - COUNTED_MS)
    .executeTakeFirst()
  return Math.min(price_cents, Number(row?.lowest ?? price_cents))
}
