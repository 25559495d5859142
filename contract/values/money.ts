/*
 * Inside the shop, amounts of money are integers in the smallest unit of the shop's currency, such as cents. Most calls
 * have them as text with the decimals of the currency, such as `12.50` (`toAmountText`, `toMinor`). The calls of the
 * checkout and of the settings for selling have the integers.
 */

/**
 * The maximum number of digits of an amount with all its decimals: in `USD`, seven before the point and two after it.
 */
export const MAX_DIGITS = 9

/** The maximum number of digits in front of the point of a sum. Its smallest unit fits into a JavaScript number. */
const MAX_DIGITS_OF_SUM = 12

/** The largest amount, in the smallest unit of a currency. */
export const MAX_MINOR = 10 ** MAX_DIGITS - 1

/**
 * Converts a number in a currency to an amount: in `USD`, `12.5` → `1250`. Returns null if it is negative or
 * has more decimals than the currency.
 */
export function numberToMinor(dollars: number, currency: string): number | null {
  const unit = 10 ** decimalsOf(currency)
  const cents = Math.round(dollars * unit)
  return Number.isSafeInteger(cents) && cents >= 0 && Math.abs(cents / unit - dollars) < 1e-9 ? cents : null
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

/** The whole part and the decimals of an amount that was typed in. */
export const AMOUNT = /^(\d+)(?:[.,](\d+))?$/

/**
 * Converts text to an amount in the smallest unit of a currency. The text may have a decimal point or a decimal comma,
 * because people type both. Returns null unless the text is an amount of 0 or more that has at most as many decimals as
 * the currency, and is at most 999,999,999 in the smallest unit. `1,250` is refused in `USD`, and not read as 1.25.
 */
export function toMinor(text: string, currency: string): number | null {
  return readAmount(text, currency, MAX_DIGITS - decimalsOf(currency))
}

function readAmount(text: string, currency: string, maxDigits: number): number | null {
  const decimals = decimalsOf(currency)
  const [, whole = '', fraction = ''] = AMOUNT.exec(text.trim()) ?? []
  if (whole === '' || whole.length > maxDigits || fraction.length > decimals) return null
  return Number(whole + fraction.padEnd(decimals, '0'))
}

/**
 * The currencies that English texts write with a symbol, by the Unicode CLDR. The francs have a space after theirs. They
 * are a table because the first `Intl.NumberFormat` of a page takes 20 ms, which is 80 ms on a slow phone.
 */
const SYMBOLS: Readonly<Record<string, string>> = {
  AUD: 'A$',
  BRL: 'R$',
  CAD: 'CA$',
  CNY: 'CN¥',
  EUR: '€',
  GBP: '£',
  HKD: 'HK$',
  ILS: '₪',
  INR: '₹',
  JPY: '¥',
  KRW: '₩',
  MXN: 'MX$',
  NZD: 'NZ$',
  PHP: '₱',
  TWD: 'NT$',
  USD: '$',
  VND: '₫',
  XAF: 'FCFA\u00a0',
  XCD: 'EC$',
  XOF: 'F\u202fCFA\u00a0',
  XPF: 'CFPF\u00a0',
}

/** Returns a whole number, or its digits, with a comma between thousands: `1,950`. */
export function withCommas(whole: number | string): string {
  return String(whole).replaceAll(/\B(?=(\d{3})+$)/g, ',')
}

/** Formats an amount in the smallest unit of a currency, to display it: `$1,250.00`, `¥1,250` or `KWD 1.250`. */
export function formatMoney(minor: number, currency: string): string {
  const symbol = SYMBOLS[currency] ?? `${currency}\u00a0`
  return `${minor < 0 ? '-' : ''}${symbol}${groupedAmount(Math.abs(minor), currency)}`
}

/** Returns an amount of 0 or more with commas, and without the currency: `1,250.00`. */
export function groupedAmount(minor: number, currency: string): string {
  const [whole = '', ...fraction] = toAmountText(minor, currency).split('.')
  return [withCommas(whole), ...fraction].join('.')
}

/**
 * Formats a price of the API for display: in `USD`, `1234.5` becomes `$1,234.50`. Other texts are returned unchanged.
 * Do not send the result in a request.
 */
export function formatPrice(price: string, currency: string): string {
  const minor = toTotal(price, currency)
  return minor === null ? price : formatMoney(minor, currency)
}

/** Does the same as `toMinor` for a sum of prices, which can be larger than the largest price. */
export function toTotal(price: string, currency: string): number | null {
  return readAmount(price, currency, MAX_DIGITS_OF_SUM)
}

/*
 * The currencies of the shop. The number of decimals is written down here, because `Intl` does not have those of ISO
 * 4217 everywhere: V8 says 0 for HUF, where ISO 4217 and Stripe say 2. The server and all browsers must use the same.
 */

/** The currency of a shop until its owner chooses another one, as its code in ISO 4217. */
export const DEFAULT_CURRENCY = 'USD'

const WITHOUT_DECIMALS = 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF'

const WITH_THREE_DECIMALS = 'BHD IQD JOD KWD LYD OMR TND'

/**
 * Returns how many decimals amounts of a currency have by ISO 4217: 2 for `USD`, 0 for `JPY`, 3 for `KWD`. Throws a
 * `RangeError` if `currency` does not consist of three letters.
 */
export function decimalsOf(currency: string): 0 | 2 | 3 {
  if (!/^[A-Z]{3}$/i.test(currency)) throw new RangeError(`Not the code of a currency: ${currency}`)
  const code = currency.toUpperCase()
  if (WITHOUT_DECIMALS.includes(code)) return 0
  return WITH_THREE_DECIMALS.includes(code) ? 3 : 2
}
