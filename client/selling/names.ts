import { COUNTRIES, countriesByName } from '#contract/values/countries.ts'
import { CURRENCIES } from '#contract/values/currency-codes.ts'

/** All countries as the options of a select box, in the alphabetical order of their names. */
export const countryOptions = countriesByName(COUNTRIES)

const CURRENCY_NAMES = new Intl.DisplayNames('en', { type: 'currency' })

/** Returns a currency as it is shown to admins: `Euro (EUR)`. */
export function currencyName(currency: string): string {
  return `${CURRENCY_NAMES.of(currency) ?? currency} (${currency})`
}

export const currencyOptions = CURRENCIES.map((value) => ({ value, text: currencyName(value) })).toSorted(
  (a, b) => a.text.localeCompare(b.text, 'en'),
)
