import { percentOf, reducedOf, toTaxFields } from '#client/dashboard/selling/tax-rates.ts'
import { proposalFor, TAXED_COUNTRIES } from '#contract/selling/country-proposals.ts'
import type { DeliveryMethod, SellingSettings, TaxRates } from '#contract/selling/settings.ts'
import { toMinor } from '#contract/values/money.ts'
import { words } from './texts.ts'

/** The values of the form for the country of the shop and its first way of delivery. */
export type DeliveryFields = {
  country: string
  timeZone: string
  currency: string
  /** The tax rates of the country in percent. Without `standard`, the country has no tax. */
  standard: string
  reduced: string
  hasWithdrawal: boolean
  kind: DeliveryMethod['kind']
  /** What a parcel costs, as text in the chosen currency. */
  price: string
  /** Where and when an order can be picked up. */
  place: string
}

/** Returns what the form proposes for a country. `currency` is null if none is known. */
export function proposedFields(country: string) {
  const { currency, tax, hasWithdrawal } = proposalFor(country)
  const { standard, reduced } = toTaxFields(country, tax)
  return { currency, standard, reduced, hasWithdrawal }
}

/**
 * Returns what the form shows at first. Settings that were never saved are replaced by the country and the time zone of
 * the browser, and by what is proposed for that country.
 */
export function deliveryFields(settings: SellingSettings, version: number): DeliveryFields {
  const { timeZone, hasWithdrawal, tax } = settings
  const method = { kind: 'parcel', price: '', place: '' } as const
  if (version > 0) {
    const { country, currency } = settings
    const rates = tax.find((row) => row.country === country)
    return { ...method, timeZone, currency, hasWithdrawal, ...toTaxFields(country, rates) }
  }
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone
  const country = countryIn(own)
  const { currency, ...rest } = proposedFields(country)
  return { ...method, country, timeZone: own, currency: currency ?? settings.currency, ...rest }
}

/**
 * Returns the country of the browser's language, if it has this time zone. Otherwise returns a country that has it, or
 * '' if none is found: someone in Lisbon may use a browser in American English.
 */
function countryIn(timeZone: string): string {
  const { region } = new Intl.Locale(navigator.language)
  // Asking for the time zones of all countries would take a third of a second.
  const candidates = [...(region ? [region] : []), ...TAXED_COUNTRIES]
  return candidates.find((country) => zonesOf(country).includes(timeZone)) ?? ''
}

/** Returns the time zones of a country. In a browser that does not know them, no country has one. */
function zonesOf(country: string): string[] {
  // cast: TypeScript's library lacks `getTimeZones`.
  const locale = new Intl.Locale(`und-${country}`) as { getTimeZones?: () => string[] | undefined }
  return locale.getTimeZones?.() ?? []
}

/**
 * Returns the settings with the values of the form. The tax of other countries stays. They get a way of delivery only if they have none yet: a parcel with
 * one price to the country of the shop, or a pickup.
 */
export function withDelivery(settings: SellingSettings, fields: DeliveryFields): SellingSettings {
  const { country, timeZone, hasWithdrawal } = fields
  const tax = [...settings.tax.filter((row) => row.country !== country), ...ratesOf(fields)]
  const methods = settings.methods.length > 0 ? settings.methods : [firstMethod(fields)]
  return { ...settings, country, timeZone, hasWithdrawal, tax, methods }
}

/** Returns the tax rates of the country. There are none if the standard rate is empty. */
function ratesOf({ country, standard, reduced }: DeliveryFields): TaxRates[] {
  const rate = percentOf(standard)
  return rate === null ? [] : [{ country, standard: rate, reduced: reducedOf(reduced, rate) ?? rate }]
}

function firstMethod({ country, currency, kind, price, place }: DeliveryFields): DeliveryMethod {
  if (kind === 'pickup') return { id: 'first', kind, name: words.pickupName, note: place.trim(), zones: [] }
  const rate = { type: 'flat', price: toMinor(price, currency) ?? 0 } as const
  const zone = { countries: [country], rate, freeFrom: null, transitDays: { least: 1, most: 5 } }
  return { id: 'first', kind, name: words.parcelName, note: '', zones: [zone] }
}
