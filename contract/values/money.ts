/** Money is integer cents inside and text in dollars on the wire. */

/** Cents as dollars text: `1250` → `"12.50"`. */
export function toPrice(cents: number): string {
  const sign = cents < 0 ? '-' : ''
  const whole = Math.abs(cents)
  return `${sign}${Math.floor(whole / 100)}.${String(whole % 100).padStart(2, '0')}`
}

/** Dollars text for people, with separators: `1234.50` → `1,234.50`. The wire has none. */
export function withSeparators(price: string): string {
  return price.replace(/\B(?<!\.\d*)(?=(\d{3})+(?!\d))/g, ',')
}

/** Dollars text as cents, or null when it is not an amount of 0 or more with at most two decimals. */
export function toCents(price: string): number | null {
  const match = /^(\d{1,7})(?:\.(\d{1,2}))?$/.exec(price.trim())
  if (!match) return null
  return Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'))
}

/** A number of dollars as cents, or null when it has more than two decimals: `12.5` → `1250`. */
export function dollarsToCents(dollars: number): number | null {
  const cents = Math.round(dollars * 100)
  return Number.isSafeInteger(cents) && cents >= 0 && Math.abs(cents / 100 - dollars) < 1e-9 ? cents : null
}
