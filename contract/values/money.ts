/* Inside the shop, amounts of money are integers in cents. In requests and responses, they are text in dollars. */

/** The shop's currency, as its code in ISO 4217. */
export const CURRENCY = 'USD'

/** Converts cents to text in dollars: `1250` → `"12.50"`. */
export function toPrice(cents: number): string {
  const sign = cents < 0 ? '-' : ''
  const whole = Math.abs(cents)
  return `${sign}${Math.floor(whole / 100)}.${String(whole % 100).padStart(2, '0')}`
}

/**
 * Adds thousands separators to an amount in dollars, to display it: `1234.50` → `1,234.50`. Requests and responses
 * have no separators.
 */
export function withSeparators(price: string): string {
  return price.replace(/\B(?<!\.\d*)(?=(\d{3})+(?!\d))/g, ',')
}

/**
 * Converts text in dollars to cents. Returns null unless the text is an amount of 0 or more, with at most seven
 * digits before the point and two after it.
 */
export function toCents(price: string): number | null {
  const match = /^(\d{1,7})(?:\.(\d{1,2}))?$/.exec(price.trim())
  if (!match) return null
  return Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'))
}

/** The reasons why a text cannot be the price of a product. */
export type PriceProblem = 'not-an-amount' | 'too-large' | 'zero'

/**
 * Returns why a text that was typed in cannot be the price of a product, or null if it can. A price must be more than
 * 0.
 */
export function findPriceProblem(price: string): PriceProblem | null {
  const cents = toCents(price)
  if (cents === 0) return 'zero'
  if (cents !== null) return null
  return /^0*[1-9]\d{7,}(\.\d{1,2})?$/.test(price.trim()) ? 'too-large' : 'not-an-amount'
}

/**
 * Converts a number of dollars to cents: `12.5` → `1250`. Returns null if it is negative or has more than two
 * decimals.
 */
export function dollarsToCents(dollars: number): number | null {
  const cents = Math.round(dollars * 100)
  return Number.isSafeInteger(cents) && cents >= 0 && Math.abs(cents / 100 - dollars) < 1e-9 ? cents : null
}
