import { sql } from 'kysely'
import { decimalsOf } from '#contract/values/money.ts'
import { now } from '#server/platform/clock.ts'
import type { Db } from '#server/shop-database.ts'

export type CurrencyChange = [before: string, after: string]

/** Returns whether a payment was begun or an order was placed. Payments that failed count, too. */
export async function hasSold(db: Db): Promise<boolean> {
  const [payment, order] = await Promise.all([
    db.selectFrom('payments').select('id').limit(1).executeTakeFirst(),
    db.selectFrom('orders').select('id').limit(1).executeTakeFirst(),
  ])
  return payment !== undefined || order !== undefined
}

/** Returns the largest price of a product, or 0 if there are no products. */
export async function findLargestPrice(db: Db): Promise<number> {
  const row = await db
    .selectFrom('products')
    .select(({ fn }) => fn.max('price_cents').as('largest'))
    .executeTakeFirst()
  return Number(row?.largest ?? 0)
}

/**
 * Changes the prices of all products and of all lines in carts as `sameNumberIn` does, but no price becomes 0. Deleted
 * products are changed too, because they can be restored.
 */
export async function changePrices(tx: Db, [before, after]: CurrencyChange): Promise<void> {
  const shift = decimalsOf(after) - decimalsOf(before)
  const unit = 10 ** Math.abs(shift)
  // Both databases cut off the decimals when they divide integers.
  // The numbers are literals: `node:sqlite` would bind them as floating-point numbers.
  const price =
    shift >= 0
      ? sql<number>`price_cents * ${sql.lit(unit)}`
      : sql<number>`(price_cents + ${sql.lit(unit / 2)}) / ${sql.lit(unit)}`
  const price_cents = sql<number>`CASE WHEN ${price} < 1 THEN 1 ELSE ${price} END`
  await tx.updateTable('cart_items').set({ price_cents }).execute()
  await tx.updateTable('products').set({ price_cents, changed_at: now() }).execute()
}
