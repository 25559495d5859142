import type Stripe from 'stripe'
import type { Address } from '#contract/selling/settings.ts'
import { shopCurrency } from '#contract/values/currencies.ts'
import type { BillLine } from '#server/cart/list-bill.ts'
import type { Bill } from '../gateway.ts'
import { toStripe } from './amounts.ts'

type Params = Stripe.Checkout.SessionCreateParams

/** The maximum number of lines on Stripe's page. */
const MAX_LINES = 100

/** Returns the lines of Stripe's page. Those that exceed the maximum are replaced with one line of their sum. */
export function lineItems(lines: BillLine[]): NonNullable<Params['line_items']> {
  if (lines.length <= MAX_LINES) return lines.map(lineItem)
  const rest = lines.slice(MAX_LINES - 1)
  const count = rest.reduce((sum, { quantity }) => sum + quantity, 0)
  const unitCents = rest.reduce((sum, line) => sum + line.unitCents * line.quantity, 0)
  return [...lines.slice(0, MAX_LINES - 1), { name: `${count} more`, unitCents, quantity: 1 }].map(lineItem)
}

function lineItem({ name, unitCents, quantity }: BillLine) {
  const currency = shopCurrency()
  const unit_amount = toStripe(unitCents, currency)
  return {
    quantity,
    price_data: { currency: currency.toLowerCase(), unit_amount, product_data: { name } },
  }
}

/**
 * Adds what helps the customer and the owner, and without which a payment works as well. Stripe's page is in the
 * language of the browser.
 */
export function withDetails(
  { payment_intent_data, ...params }: Params,
  { email, address }: Bill,
  shopName: string,
): Params {
  const statement_descriptor_suffix = suffixOf(shopName)
  return {
    ...params,
    locale: 'auto',
    ...(email && { customer_email: email }),
    payment_intent_data: {
      ...payment_intent_data,
      ...(address && { shipping: shippingOf(address) }),
      ...(statement_descriptor_suffix && { statement_descriptor_suffix }),
    },
  }
}

/** Returns whether Stripe has refused what `withDetails` has added, such as an email address that it does not take. */
export function isAboutDetails(error: Error): boolean {
  const param = 'param' in error ? error.param : undefined
  return typeof param === 'string' && /^(locale|customer_email|payment_intent_data)\b/.test(param)
}

/** Stripe refuses empty texts, so they are left out. */
function shippingOf({ name, company, line1, line2, city, region, postcode, country, phone }: Address) {
  return {
    name: company ? `${name}, ${company}` : name,
    ...(phone && { phone }),
    address: {
      line1,
      ...(line2 && { line2 }),
      ...(city && { city }),
      ...(region && { state: region }),
      ...(postcode && { postal_code: postcode }),
      country,
    },
  }
}

/**
 * The maximum length of the suffix. Together with the prefix of the account, of at most 10 characters, and the `* `
 * between them it has at most 22 (https://docs.stripe.com/get-started/account/statement-descriptors).
 */
const SUFFIX_LENGTH = 10

/**
 * Returns the end of the text on the customer's card statement: the name of the shop in the characters that Stripe
 * takes. Returns an empty text if it has no Latin letter.
 */
export function suffixOf(shopName: string): string {
  const latin = shopName
    .replaceAll('ß', 'ss')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^A-Za-z0-9]+/g, ' ')
  const suffix = latin.trim().slice(0, SUFFIX_LENGTH).trim()
  return /[A-Za-z]/.test(suffix) ? suffix : ''
}
