import type { FieldError } from '#contract/errors.ts'
import type { DeliveryMethod, DeliveryZone, SellingSettings } from '#contract/selling/settings.ts'
import { COUNTRIES } from '#contract/values/countries.ts'
import { CURRENCIES } from '#contract/values/currency-codes.ts'
import { isTooFine, describePriceProblem } from '#contract/selling/price-problems.ts'
import { isDate } from '#contract/values/dates/is-date.ts'

/**
 * Checks settings that match their schema for rules that a schema cannot express. Returns the errors by field, such as
 * `settings.methods.0.zones`, or an empty list if the settings can be saved.
 */
export function findSellingErrors(settings: SellingSettings): FieldError[] {
  const { currency, timeZone, country, methods, roasting, tax, bank, ways } = settings
  return [
    CURRENCIES.includes(currency) ? [] : [error('currency', 'is not a currency that the shop can use')],
    isTimeZone(timeZone) ? [] : [error('timeZone', 'is not a time zone, such as Europe/Lisbon')],
    unknownCountries('country', [country]),
    methods.flatMap((method, at) => methodErrors(method, `methods.${at}`)),
    methods.flatMap((method, at) => tooFinePrices(method, `methods.${at}`, currency)),
    repeated(methods.map(({ id }) => id)).map((at) => error(`methods.${at}.id`, 'is used twice')),
    roasting.closedDays.flatMap((day, at) =>
      isDate(day) ? [] : [error(`roasting.closedDays.${at}`, `is not a date: ${day}`)],
    ),
    bank.iban === '' || isIban(bank.iban) ? [] : [error('bank.iban', 'is not an IBAN')],
    bank.iban !== '' && bank.holder.trim() === '' ? [error('bank.holder', 'is needed beside the IBAN')] : [],
    ways.length === 1 && ways[0] === 'pickup' && methods.some(({ kind }) => kind === 'parcel')
      ? [error('ways', 'Parcels need a card or a transfer.')]
      : [],
    tax.flatMap((row, at) => unknownCountries(`tax.${at}.country`, [row.country])),
    repeated(tax.map((row) => row.country)).map((at) =>
      error(`tax.${at}.country`, 'has rates already. A country has one row.'),
    ),
  ].flat()
}

function methodErrors({ kind, zones }: DeliveryMethod, field: string): FieldError[] {
  if (kind === 'pickup')
    return zones.length > 0 ? [error(`${field}.zones`, 'A pickup is free and has no zones.')] : []
  if (zones.length === 0) return [error(`${field}.zones`, 'Parcels need at least one zone with a price.')]
  return [...overlaps(zones, field), ...zones.flatMap((zone, at) => zoneErrors(zone, `${field}.zones.${at}`))]
}

/**
 * Returns an error for each zone with a country that an earlier zone of the method has, because the country would have
 * two prices. A zone without countries is the rest of the world, so there may be only one.
 */
function overlaps(zones: DeliveryZone[], field: string): FieldError[] {
  const seen = new Set<string>()
  return zones.flatMap(({ countries }, at) => {
    const names = countries.length === 0 ? ['the rest of the world'] : countries
    const twice = names.filter((name) => seen.has(name))
    for (const name of names) seen.add(name)
    return twice.length === 0
      ? []
      : [error(`${field}.zones.${at}.countries`, `Another zone above has ${twice.join(', ')} already.`)]
  })
}

function zoneErrors({ countries, rate, transitDays }: DeliveryZone, field: string): FieldError[] {
  const { least, most } = transitDays
  return [
    ...unknownCountries(`${field}.countries`, countries),
    ...(least > most ? [error(`${field}.transitDays.most`, 'must not be less than the least days')] : []),
    ...(rate.type === 'byWeight' ? stepErrors(rate.steps, `${field}.rate.steps`) : []),
  ]
}

/** Returns an error for each price of a delivery that could not be charged to a card, as for the prices of products. */
function tooFinePrices({ zones }: DeliveryMethod, field: string, currency: string): FieldError[] {
  const prices = zones.flatMap(({ rate }, at) => {
    const path = `${field}.zones.${at}.rate`
    if (rate.type === 'flat') return [{ path, price: rate.price }]
    return rate.steps.map(({ price }, step) => ({ path: `${path}.steps.${step}`, price }))
  })
  return prices
    .filter(({ price }) => isTooFine(price, currency))
    .map(({ path }) => error(`${path}.price`, describePriceProblem('too-fine', currency)))
}

function stepErrors(steps: { upToGrams: number }[], field: string): FieldError[] {
  return steps.flatMap(({ upToGrams }, at) =>
    upToGrams > (steps[at - 1]?.upToGrams ?? 0)
      ? []
      : [error(`${field}.${at}.upToGrams`, 'must be more than in the step above')],
  )
}

function unknownCountries(field: string, countries: string[]): FieldError[] {
  const unknown = countries.filter((country) => !COUNTRIES.includes(country))
  return unknown.length === 0 ? [] : [error(field, `${unknown.join(', ')} is not the code of a country`)]
}

/** Returns the indexes of the texts that also occur earlier in the list. */
function repeated(texts: string[]): number[] {
  return texts.flatMap((text, at) => (texts.indexOf(text) < at ? [at] : []))
}

/**
 * Returns whether a text is the name of a time zone in the IANA database. An offset such as `+01:00` is not, because it
 * has no daylight saving time.
 */
function isTimeZone(name: string): boolean {
  if (!/^[A-Z]/i.test(name)) return false
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name)
    return true
  } catch {
    return false
  }
}

/** Returns whether the check digits of an IBAN are right (ISO 13616: the number modulo 97 is 1). */
function isIban(iban: string): boolean {
  const digits = `${iban.slice(4)}${iban.slice(0, 4)}`.replaceAll(/[A-Z]/g, (letter) =>
    String(letter.charCodeAt(0) - 55),
  )
  return /^\d{2}$/.test(iban.slice(2, 4)) && BigInt(digits) % 97n === 1n
}

function error(field: string, message: string): FieldError {
  return { field: `settings.${field}`, message }
}
