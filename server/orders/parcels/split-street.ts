import type { Address } from '#contract/selling/settings.ts'

/** Countries where the number of a house is in front of the street. */
const NUMBER_FIRST = new Set(['AU', 'CA', 'FR', 'GB', 'IE', 'IN', 'LU', 'MY', 'NZ', 'SG', 'US', 'ZA'])

/** A number at the end, such as `12`, `12 a`, `12-14` or `12/3`. */
const AT_END = /^(.*[^\s,\d])[\s,]+(\d+\s?[a-z]?(?:\s?[-/]\s?\d+\s?[a-z]?)*)$/i
const AT_START = /^(\d+[a-z]?(?:[-/]\d+[a-z]?)*)[\s,]+(.*\D.*)$/i

/**
 * Splits the first line of an address into the street and the number of the house, as some parcel services need them. If no
 * number is found, all of it is the street.
 */
export function splitStreet({ line1, country }: Pick<Address, 'line1' | 'country'>): {
  street: string
  houseNumber: string
} {
  const text = line1.trim()
  const [, ahead, after] = AT_START.exec(text) ?? []
  const [, before, behind] = AT_END.exec(text) ?? []
  const isAhead = ahead !== undefined && (NUMBER_FIRST.has(country) || behind === undefined)
  if (isAhead) return { street: after ?? '', houseNumber: ahead }
  return behind === undefined
    ? { street: text, houseNumber: '' }
    : { street: before ?? '', houseNumber: behind }
}
