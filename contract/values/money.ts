/*
 * Inside the shop, amounts of money are integers in the smallest unit of the shop's currency, such as cents. Most calls
 * have them as text in dollars (`toPrice`, `toCents`). The calls of the checkout and of the settings for selling have
 * the integers.
 */

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
 * Converts text in dollars to cents. Returns null unless the text is an amount of 0 or more, with at most seven digits
 * before the point and at most two after it.
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

/**
 * The maximum number of digits of an amount with all its decimals: in `USD`, seven before the point and two after it.
 */
const MOST_DIGITS = 9

/**
 * Returns how many decimals amounts of a currency have: 2 for `USD`, 0 for `JPY`, 3 for `KWD`. `Intl` knows them from
 * ISO 4217. Throws a `RangeError` if `currency` does not consist of three letters.
 */
export function decimalsOf(currency: string): number {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency })
  return format.resolvedOptions().maximumFractionDigits ?? 2
}

/**
 * Converts an amount in the smallest unit of a currency to text with all its decimals: `1250` is `12.50` in `USD`,
 * `1250` in `JPY` and `1.250` in `KWD`.
 */
export function toAmountText(minor: number, currency: string): string {
  const decimals = decimalsOf(currency)
  const digits = String(Math.abs(minor)).padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const sign = minor < 0 ? '-' : ''
  return decimals === 0 ? `${sign}${whole}` : `${sign}${whole}.${digits.slice(-decimals)}`
}

/**
 * Converts text to an amount in the smallest unit of a currency. Returns null unless the text is an amount of 0 or more
 * that has at most as many decimals as the currency, and is at most 999,999,999 in the smallest unit.
 */
export function toMinor(text: string, currency: string): number | null {
  const decimals = decimalsOf(currency)
  const match = /^(\d+)(?:\.(\d+))?$/.exec(text.trim())
  const [whole = '', fraction = ''] = match?.slice(1) ?? []
  if (!match || whole.length > MOST_DIGITS - decimals || fraction.length > decimals) return null
  return Number(whole + fraction.padEnd(decimals, '0'))
}

/**
 * Formats an amount in the smallest unit of a currency, to display it: `$1,250.00`, `¥1,250` or `KWD 1.250`. `Intl`
 * gets the amount as decimal text, because a JavaScript number could be rounded.
 */
export function formatMoney(minor: number, currency: string): string {
  // cast: the text consists of digits with an optional sign and decimals, which TypeScript cannot derive.
  const text = toAmountText(minor, currency) as Intl.StringNumericLiteral
  return new Intl.NumberFormat('en', { style: 'currency', currency }).format(text)
}
