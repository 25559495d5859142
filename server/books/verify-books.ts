import { DEFAULT_SELLING } from '#contract/selling/settings.ts'
import type { Checkout, SellingSettings } from '#contract/selling/settings.ts'
import { DEFAULT_PROFILE } from '#contract/shop/profile.ts'
import type { ShopProfile } from '#contract/shop/profile.ts'
import { setShopDates } from '#contract/values/dates/shop-dates.ts'
import { includedTax } from '#server/checkout/tax.ts'
import { discountRules } from './discount-rules.ts'
import { lotRules } from './lot-rules.ts'
import { orderRules } from './order-rules.ts'
import { paymentRules } from './payment-rules.ts'
import { subscriptionRules } from './subscription-rules.ts'
import { COMPARE, describeFault, inCurrency, money, NAMED } from './rule.ts'
import type { Rule } from './rule.ts'
import type { Query, Row } from './snapshot.ts'

const rules: Rule[] = [
  ...Object.values(paymentRules),
  ...Object.values(orderRules),
  ...Object.values(discountRules),
  ...Object.values(lotRules),
  ...Object.values(subscriptionRules),
  checkCheckouts,
]

/**
 * Checks that payments, refunds, orders, lines and stock agree. Returns a sentence for everything that is wrong, which
 * says what to do. Days are those of the shop's time zone.
 */
export async function verifyBooks(query: Query): Promise<string[]> {
  const currency = await applySettings(query)
  const faults: string[] = []
  for (const rule of rules) faults.push(...(await rule(query, currency)))
  return faults
}

/** Lets days be written in the time zone and the style of the shop. Returns the currency of the shop. */
export async function applySettings(query: Query): Promise<string> {
  const rows = await query("SELECT name, value FROM shop_settings WHERE name IN ('selling', 'profile')")
  const values = new Map(rows.map(({ name, value }) => [name, JSON.parse(String(value))]))
  const selling: SellingSettings = { ...DEFAULT_SELLING, ...values.get('selling') }
  const profile: Partial<ShopProfile> = values.get('profile') ?? {}
  setShopDates({ dateStyle: profile.dateStyle ?? DEFAULT_PROFILE.dateStyle, timeZone: selling.timeZone })
  return selling.currency
}

const AT_ONCE = 5000

/** Checks that what customers agreed to adds up, and is what was ordered and paid. Reads checkouts page by page. */
async function checkCheckouts(query: Query, currency: string): Promise<string[]> {
  const faults: string[] = []
  for (let after = ''; ;) {
    const rows = await query(`
      SELECT ${NAMED}, checkouts.payment_id, checkouts.data, payments.amount_cents, payments.arrived_cents,
        (SELECT sum(price_cents) FROM cart_items WHERE cart_items.payment_id = checkouts.payment_id) AS lines
      FROM checkouts LEFT JOIN payments ON payments.id = checkouts.payment_id
      LEFT JOIN orders ON orders.payment_id = checkouts.payment_id LEFT JOIN users ON users.id = checkouts.user_id
      WHERE checkouts.payment_id > '${after.replaceAll("'", "''")}' ORDER BY checkouts.payment_id LIMIT ${AT_ONCE}`)
    if (rows.length === 0) return faults
    faults.push(...rows.flatMap((row) => describeCheckout(row, currency)))
    after = String(rows.at(-1)?.['payment_id'])
  }
}

function describeCheckout(row: Row, shopCurrency: string): string[] {
  const checkout: Checkout = JSON.parse(String(row['data']))
  const fault = faultOf(row, checkout, shopCurrency)
  return describeFault(inCurrency(row, shopCurrency), fault, COMPARE)
}

/** Returns what is wrong with a checkout, or null. A failed payment without an order has no lines any more. */
function faultOf(row: Row, checkout: Checkout, shopCurrency: string): string | null {
  const { currency, total, tax } = checkout
  const { goods, delivery } = afterDiscounts(checkout)
  if (currency && currency !== shopCurrency) return `was agreed in ${currency}, not in ${shopCurrency}`
  const text = (cents: unknown) => money(cents, shopCurrency)
  const { lines, order_id, amount_cents } = row
  const cost = `its lines and its delivery cost ${text(lines)} and ${text(delivery)}`
  if (order_id && Number(row['cents']) !== Number(lines) + delivery)
    return `has the total ${text(row['cents'])}, but ${cost}`
  if (!isPaid(row, total) || total !== goods + delivery)
    return `was paid with ${text(amount_cents)}, but agreed were ${text(goods)} and ${text(delivery)} for the delivery, together ${text(total)}`
  const wrong = tax.find(({ rate, net, tax: part }) => part !== includedTax(net + part, rate))
  const taxed = tax.reduce((sum, part) => sum + part.net + part.tax, 0)
  if (wrong) return `has ${text(wrong.tax)} tax at ${wrong.rate / 100} % in ${text(wrong.net + wrong.tax)}`
  return tax.length > 0 && taxed !== total ? `has tax for ${text(taxed)} instead of its total` : null
}

/** Returns what the coffees and the delivery cost after discounts. */
function afterDiscounts({ itemsTotal, deliveryPrice, discounts = [] }: Checkout) {
  return {
    goods: discounts.reduce((left, { goods }) => left - goods, itemsTotal),
    delivery: discounts.reduce((left, { ofDelivery }) => left - ofDelivery, deliveryPrice),
  }
}

/** A payment for which another amount has arrived may have that amount. */
function isPaid({ amount_cents, arrived_cents }: Row, total: number): boolean {
  return total === Number(amount_cents) || arrived_cents !== null
}
