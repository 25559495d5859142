import { CURRENCIES } from '#contract/values/currency-codes.ts'

const NAMES = new Intl.DisplayNames('en', { type: 'currency' })

/** Returns a currency as it is shown to admins: `Euro (EUR)`. */
export function currencyName(currency: string): string {
  return `${NAMES.of(currency) ?? currency} (${currency})`
}

export const currencyOptions = CURRENCIES.map((value) => ({ value, label: currencyName(value) })).toSorted(
  (a, b) => a.label.localeCompare(b.label, 'en'),
)
