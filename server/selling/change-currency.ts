import { Problem, wrongField } from '#contract/errors.ts'
import type { SellingSettings } from '#contract/selling/settings.ts'
import { CURRENCIES } from '#contract/values/currency-codes.ts'
import { decimalsOf } from '#contract/values/money.ts'
import { writeAudit } from '#server/audit/write-audit.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import { writeSetting } from '#server/shop/stored-settings.ts'
import type { Db, ShopDatabase } from '#server/shop-database.ts'
import { readVersioned, SELLING } from './read-selling.ts'

/** Returns the currency of the shop, and whether it is fixed, because something was sold. */
export async function showCurrency({ read }: ShopDatabase): Promise<{ currency: string; isFixed: boolean }> {
  const [{ settings }, isFixed] = await Promise.all([readVersioned(read), hasSold(read)])
  return { currency: settings.currency, isFixed }
}

/**
 * Changes the currency of a shop that has sold nothing yet. The numbers of all prices and delivery rates stay: 12.50 USD
 * becomes 12.50 EUR. While there are any, a currency with other decimals cannot be chosen.
 */
export async function changeCurrency(
  database: ShopDatabase,
  caller: Caller,
  currency: string,
): Promise<{ currency: string } | Problem> {
  if (!CURRENCIES.includes(currency)) return wrongField('currency', 'is not a currency that the shop can use')
  return database.write(async ({ tx, publish }) => {
    const { settings, version } = await readVersioned(tx)
    if (settings.currency === currency) return { currency }
    // A payment begins with locking its lines in the cart. Whether something was sold is read after these were locked
    // here, so that a payment that was made at the same moment is found. The update sets a column to its value.
    await tx
      .updateTable('cart_items')
      .set(({ ref }) => ({ price_cents: ref('price_cents') }))
      .execute()
    if (await hasSold(tx)) return new Problem('currency-fixed')
    if (decimalsOf(currency) !== decimalsOf(settings.currency) && (await hasPrices(tx, settings)))
      return new Problem('currency-fixed', { detail: OTHER_DECIMALS })
    // What was deleted has prices with the former decimals, so that it cannot be restored any more.
    if (decimalsOf(currency) !== decimalsOf(settings.currency))
      await tx.updateTable('products').set({ archived_at: 1 }).where('archived_at', 'is not', null).execute()
    const saved = await writeSetting(tx, SELLING, { value: { ...settings, currency }, version })
    if (saved instanceof Problem) return saved
    await writeAudit(tx, caller, {
      action: 'changed settings',
      subject: 'Selling',
      detail: `currency: ${settings.currency} to ${currency}`,
    })
    publish({ type: 'settings-changed' })
    publish({ type: 'catalogue-changed' })
    return { currency }
  })
}

const OTHER_DECIMALS =
  'Prices in this currency have other decimals. First delete the products, the discounts and the ways of delivery, and save. Then change the currency. Nothing was changed.'

async function hasPrices(tx: Db, { methods }: SellingSettings): Promise<boolean> {
  const [product, discount] = await Promise.all([
    tx.selectFrom('products').select('id').where('archived_at', 'is', null).limit(1).executeTakeFirst(),
    tx
      .selectFrom('discounts')
      .select('id')
      .where(({ or, eb }) => or([eb('kind', '!=', 'percent'), eb('from_subtotal_cents', 'is not', null)]))
      .limit(1)
      .executeTakeFirst(),
  ])
  return product !== undefined || discount !== undefined || methods.length > 0
}

/** Returns whether a payment was begun or an order was placed. Payments that failed count, too. */
async function hasSold(db: Db): Promise<boolean> {
  const [payment, order] = await Promise.all([
    db.selectFrom('payments').select('id').limit(1).executeTakeFirst(),
    db.selectFrom('orders').select('id').limit(1).executeTakeFirst(),
  ])
  return payment !== undefined || order !== undefined
}
