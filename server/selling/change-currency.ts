import { Problem } from '#contract/errors.ts'
import type { DeliveryZone, SellingSettings } from '#contract/selling/settings.ts'
import { CURRENCIES } from '#contract/values/currency-codes.ts'
import { MAX_MINOR, sameNumberIn } from '#contract/values/money.ts'
import { writeAudit } from '#server/audit/write-audit.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import type { Db, ShopDatabase } from '#server/shop-database.ts'
import { changePrices, findLargestPrice, hasSold } from './currency-queries.ts'
import type { CurrencyChange } from './currency-queries.ts'
import { readVersioned } from './read-selling.ts'
import { replaceSelling } from './save-selling.ts'

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
  const saved = await replaceSelling(tx, converted, version)
  return saved === null ? new Problem('settings-changed') : null
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
