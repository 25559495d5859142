import { DEFAULT_SELLING } from '#contract/selling/settings.ts'
import type { SellingSettings } from '#contract/selling/settings.ts'
import type { ShopProfile } from '#contract/shop/profile.ts'
import { setShopCurrency } from '#contract/values/money.ts'
import { setShopDates, shopDates } from '#contract/values/dates/shop-dates.ts'
import { checkoutRules } from './checkout-rules.ts'
import { orderRules } from './order-rules.ts'
import { paymentRules } from './payment-rules.ts'
import { refundRules } from './refund-rules.ts'
import type { Query } from './snapshot.ts'
import { stockRules } from './stock-rules.ts'

const rules = [...paymentRules, ...refundRules, ...orderRules, ...checkoutRules, ...stockRules]

/**
 * Checks that payments, refunds, orders, lines and stock agree. Returns a sentence for everything that is wrong, which
 * says what to do. Days are those of the shop's time zone.
 */
export async function verifyBooks(query: Query): Promise<string[]> {
  await applySettings(query)
  const faults: string[] = []
  for (const rule of rules) faults.push(...(await rule(query)))
  return faults
}

/** Lets amounts and days be written in the currency, the time zone and the style of the shop. */
export async function applySettings(query: Query): Promise<void> {
  const rows = await query("SELECT name, value FROM shop_settings WHERE name IN ('selling', 'profile')")
  const values = new Map(rows.map(({ name, value }) => [name, JSON.parse(String(value))]))
  const selling: SellingSettings = { ...DEFAULT_SELLING, ...values.get('selling') }
  const profile: Partial<ShopProfile> = values.get('profile') ?? {}
  setShopCurrency(selling.currency)
  setShopDates({ dateStyle: profile.dateStyle ?? shopDates().dateStyle, timeZone: selling.timeZone })
}
