import type { DeliveryAhead } from '#contract/selling/checkout.ts'
import type { SellingSettings } from '#contract/selling/settings.ts'
import { untilText } from '#contract/values/dates/date-texts.ts'
import { deliveredCountries, possibleMethods } from './quote.ts'
import { lastMomentFor, promiseFor } from './roast-promise.ts'

/** The time of the visit in UTC milliseconds, and the visitor's time zone as an IANA name. It comes from the browser. */
type Visit = { at: number; visitorZone: string }

/**
 * Returns what the page of a product says about delivery before there is an order: for each delivery method to the
 * visitor's country, the lowest price and the promise.
 */
export function deliveryAhead(settings: SellingSettings, { at, visitorZone }: Visit): DeliveryAhead {
  const { roasting, timeZone, methods, tax } = settings
  const country = countryIn(visitorZone, deliveredCountries(settings)) ?? settings.country
  const placed = { at, timeZone }
  const until = lastMomentFor(roasting, placed)
  const offers = possibleMethods(methods, { country, weightGrams: 0, itemsTotal: 0 })
  return {
    country,
    isTaxed: tax.some((rates) => rates.country === country && rates.standard > 0),
    orderUntil: until === null ? null : untilText(until, { at, readerZone: visitorZone }),
    offers: offers.map(({ method: { name, kind }, price, zone }) => ({
      name,
      kind,
      price,
      freeFrom: zone?.freeFrom ?? null,
      promise: promiseFor(roasting, placed, zone && zone.transitDays),
    })),
  }
}

/** Returns the first of the countries in which clocks show this time zone, or undefined. */
function countryIn(visitorZone: string, countries: readonly string[]): string | undefined {
  const zone = canonicalName(visitorZone)
  return zone === null ? undefined : countries.find((country) => zonesOf(country).includes(zone))
}

/** Time zones have several names: `Asia/Kolkata` is `Asia/Calcutta`. Returns null if it is no time zone. */
function canonicalName(zone: string): string | null {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone
  } catch {
    return null
  }
}

const known = new Map<string, readonly string[]>()

function zonesOf(country: string): readonly string[] {
  const zones = known.get(country) ?? new Intl.Locale(`und-${country}`).getTimeZones?.() ?? []
  known.set(country, zones)
  return zones
}
