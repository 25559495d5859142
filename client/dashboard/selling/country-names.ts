import { COUNTRIES } from '#contract/values/countries.ts'

const NAMES = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })

/** Returns the English name of a country, or its code if it has none. */
export function countryName(code: string): string {
  return (COUNTRIES.includes(code) && NAMES.of(code)) || code
}

/** All countries as the options of a select box, in the alphabetical order of their names. */
export const countryOptions = COUNTRIES.map((value) => ({ value, label: countryName(value) })).toSorted(
  (a, b) => a.label.localeCompare(b.label, 'en'),
)
