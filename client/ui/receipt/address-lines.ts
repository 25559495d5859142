import type { Address } from '#contract/selling/settings.ts'

/** Countries whose addresses have the postcode after the town and the region, in the same line. */
const POSTCODE_LAST = new Set(['AU', 'CA', 'GB', 'IE', 'IN', 'NZ', 'SG', 'US', 'ZA'])

const COUNTRIES = new Intl.DisplayNames(['en'], { type: 'region' })

/** Returns the lines of an address as they stand on a parcel. The last line is the name of the country. */
export function addressLines(address: Address): string[] {
  const { name, company, line1, line2, country } = address
  const lines = [name, company, line1, line2, ...townLines(address), COUNTRIES.of(country) ?? country]
  return lines.map((line) => line.trim()).filter((line) => line !== '')
}

function townLines({ city, region, postcode, country }: Address): string[] {
  if (!POSTCODE_LAST.has(country)) return [`${postcode} ${city}`, region]
  const town = [city, region].filter((part) => part.trim() !== '').join(', ')
  return [`${town} ${postcode}`]
}
