import { DEFAULT_CURRENCY, setShopCurrency, shopCurrency } from '#contract/values/currencies.ts'
import { orderRules } from './order-rules.ts'
import { paymentRules } from './payment-rules.ts'
import type { Query } from './snapshot.ts'
import { stockRules } from './stock-rules.ts'

/** A rule of the books. Returns a sentence for each row that breaks it, or an empty list. */
type Rule = (query: Query) => Promise<string[]>

const rules: Rule[] = [...paymentRules, ...orderRules, ...stockRules, checkoutsHaveTheCurrency]

/** Checks that payments, refunds, orders, lines and stock agree. Returns a sentence for everything that is wrong. */
export async function verifyBooks(query: Query): Promise<string[]> {
  setShopCurrency(await readCurrency(query))
  const faults: string[] = []
  for (const rule of rules) faults.push(...(await rule(query)))
  return faults
}

async function readCurrency(query: Query): Promise<string> {
  const [row] = await query("SELECT value FROM shop_settings WHERE name = 'selling'")
  const settings: { currency?: string } = row ? JSON.parse(String(row['value'])) : {}
  return settings.currency ?? DEFAULT_CURRENCY
}

/** The currency of a shop does not change after the first sale, so all checkouts must have the same. */
async function checkoutsHaveTheCurrency(query: Query): Promise<string[]> {
  const currency = shopCurrency()
  // A customer's text cannot match, because the quotation marks in it are escaped.
  const rows = await query(`
    SELECT payment_id FROM checkouts
    WHERE data LIKE '%"currency":"%' AND data NOT LIKE '%"currency":"${currency}"%'`)
  return rows.map(
    ({ payment_id }) =>
      `The checkout of payment ${payment_id} is not in ${currency}, the currency of the shop.`,
  )
}
