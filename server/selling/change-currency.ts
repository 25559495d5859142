import { sql } from 'kysely'
import { Problem } from '#contract/errors.ts'
import type { DeliveryZone, SellingSettings } from '#contract/selling/settings.ts'
import { CURRENCIES } from '#contract/values/currency-codes.ts'
import { decimalsOf, MAX_MINOR, sameNumberIn } from '#contract/values/money.ts'
import { writeAudit } from '#server/audit/write-audit.ts'
import { now } from '#server/platform/clock.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import { writeSetting } from '#server/shop/stored-settings.ts'
import type { Db, ShopDatabase } from '#server/shop-database.ts'
import { readVersioned, SELLING } from './read-selling.ts'

type CurrencyChange = [before: string, after: string]

/** Returns the currency of the shop, and whether it is fixed, because something was sold. */
export async function showCurrency({ read }: ShopDatabase): Promise<{ currency: string; isFixed: boolean }> {
  const [{ settings }, isFixed] = await Promise.all([readVersioned(read), hasSold(read)])
  return { currency: settings.currency, isFixed }
}

/**
 * Changes the currency of a shop that has sold nothing yet. The numbers of all prices and delivery rates stay: 12.50 USD
 * becomes 12.50 EUR. They are rounded half up to the decimals of the new currency, and a price does not become 0.
 */
export async function changeCurrency(
  database: ShopDatabase,
  caller: Caller,
  currency: string,
): Promise<{ currency: string } | Problem> {
  if (!CURRENCIES.includes(currency))
    return new Problem('invalid-input', {
      errors: [{ field: 'currency', message: 'is not a currency that the shop can use' }],
    })
  return database.write(async ({ tx, publish }) => {
    const { settings, version } = await readVersioned(tx)
    const change: CurrencyChange = [settings.currency, currency]
    if (settings.currency === currency) return { currency }
    const problem = await convert(tx, { settings, version, change })
    if (problem) return problem
    await writeAudit(tx, caller, {
      action: 'changed settings',
      subject: 'Selling',
      detail: `currency: ${change.join(' to ')}`,
    })
    publish({ type: 'settings-changed' })
    publish({ type: 'catalogue-changed' })
    return { currency }
  })
}

type Conversion = { settings: SellingSettings; version: number; change: CurrencyChange }

async function convert(tx: Db, { settings, version, change }: Conversion): Promise<Problem | null> {
  const converted = withCurrency(settings, change)
  const largest = Math.max(await findLargestPrice(tx), ...ratesOf(settings))
  if (sameNumberIn(largest, change) > MAX_MINOR) return new Problem('prices-too-large')
  // A payment begins with locking its lines in the cart, and `changePrices` begins with changing these rows. Whether
  // something was sold is read after that, so that a payment that was made at the same moment is found.
  await changePrices(tx, change)
  if (await hasSold(tx)) return new Problem('currency-fixed')
  const saved = await writeSetting(tx, SELLING, { value: converted, version })
  return saved instanceof Problem ? saved : null
}

function withCurrency(settings: SellingSettings, change: CurrencyChange): SellingSettings {
  const methods = settings.methods.map((method) => ({
    ...method,
    zones: method.zones.map((zone) => zoneIn(zone, change)),
  }))
  return { ...settings, currency: change[1], methods }
}

function zoneIn(zone: DeliveryZone, change: CurrencyChange): DeliveryZone {
  const { rate, freeFrom } = zone
  const converted = <T extends { price: number }>(step: T) => ({
    ...step,
    price: sameNumberIn(step.price, change),
  })
  return {
    ...zone,
    rate: rate.type === 'flat' ? converted(rate) : { ...rate, steps: rate.steps.map(converted) },
    freeFrom: freeFrom === null ? null : sameNumberIn(freeFrom, change),
  }
}

function ratesOf({ methods }: SellingSettings): number[] {
  const zones = methods.flatMap((method) => method.zones)
  return zones.flatMap(({ rate, freeFrom }) => [
    freeFrom ?? 0,
    ...(rate.type === 'flat' ? [rate.price] : rate.steps.map(({ price }) => price)),
  ])
}

/** Returns whether a payment was begun or an order was placed. Payments that failed count, too. */
async function hasSold(db: Db): Promise<boolean> {
  const [payment, order] = await Promise.all([
    db.selectFrom('payments').select('id').limit(1).executeTakeFirst(),
    db.selectFrom('orders').select('id').limit(1).executeTakeFirst(),
  ])
  return payment !== undefined || order !== undefined
}

/** Returns the largest price of a product, or 0 if there are no products. */
async function findLargestPrice(db: Db): Promise<number> {
  const row = await db
    .selectFrom('products')
    .select(({ fn }) => fn.max('price_cents').as('largest'))
    .executeTakeFirst()
  return Number(row?.largest ?? 0)
}

/**
 * Changes the prices of all products, also the former ones, of all lines in carts, and the amounts of discounts as
 * `sameNumberIn` does, but no price becomes 0. Deleted products are changed too, because they can be restored.
 */
async function changePrices(tx: Db, [before, after]: CurrencyChange): Promise<void> {
  const shift = decimalsOf(after) - decimalsOf(before)
  const unit = 10 ** Math.abs(shift)
  // Both databases cut off the decimals when they divide integers.
  // The numbers are literals: `node:sqlite` would bind them as floating-point numbers.
  const changed = (column: 'price_cents' | 'was_cents' | 'from_subtotal_cents' | 'value') => {
    const price =
      shift >= 0
        ? sql`${sql.ref(column)} * ${sql.lit(unit)}`
        : sql`(${sql.ref(column)} + ${sql.lit(unit / 2)}) / ${sql.lit(unit)}`
    return sql<number>`CASE WHEN ${price} < 1 THEN 1 ELSE ${price} END`
  }
  const price_cents = changed('price_cents')
  await tx.updateTable('cart_items').set({ price_cents }).execute()
  await tx.updateTable('former_prices').set({ price_cents }).execute()
  await tx
    .updateTable('products')
    .set({ price_cents, was_cents: changed('was_cents'), changed_at: now() })
    .execute()
  await tx
    .updateTable('discounts')
    .set({ from_subtotal_cents: changed('from_subtotal_cents') })
    .where('from_subtotal_cents', 'is not', null)
    .execute()
  await tx
    .updateTable('discounts')
    .set({ value: changed('value') })
    .where('kind', '!=', 'percent')
    .where('value', 'is not', null)
    .execute()
}
