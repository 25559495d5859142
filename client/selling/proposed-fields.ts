import type { UseFormReturn } from 'react-hook-form'
import { ownTimeZone } from '#contract/values/dates/date-texts.ts'
import { proposalFor, TAXED_COUNTRIES } from '#contract/selling/country-proposals.ts'
import type { SellingSettings, VersionedSelling } from '#contract/selling/settings.ts'
import { NEW_ZONE, toFields, toTaxFields } from './selling-fields.ts'
import type { MethodFields, SellingFields } from './selling-fields.ts'
import { words } from './texts.ts'

/**
 * Returns the fields with which a shop is set up: what is saved. Settings that were never saved are replaced by the country
 * and the time zone of the browser, and by what is usual in that country. A shop without a way of delivery gets a parcel to
 * its country, whose price is not filled in.
 */
export function startFields({ settings, version }: VersionedSelling): SellingFields {
  const fields = version > 0 ? toFields(settings) : proposedFields(settings)
  const { country, methods } = fields
  return methods.length > 0 ? fields : { ...fields, methods: [parcelTo(country)] }
}

function proposedFields(settings: SellingSettings): SellingFields {
  const timeZone = ownTimeZone()
  const country = countryIn(timeZone)
  const { currency, ...usual } = usualFields(country, [])
  return { ...toFields(settings), timeZone, country, currency: currency ?? settings.currency, ...usual }
}

/**
 * Returns what is usual in a country. `tax` are the rates of other countries, which stay. `currency` is null if none is
 * known.
 */
export function usualFields(country: string, tax: SellingFields['tax']) {
  const { currency, tax: rates, hasWithdrawal } = proposalFor(country)
  const others = tax.filter((row) => row.country !== country)
  return { currency, hasWithdrawal, tax: rates ? [...others, toTaxFields(country, rates)] : others }
}

/**
 * Fills in what is usual in a country that was chosen: currency, tax and withdrawal, and the country of the first parcel
 * if no way of delivery is saved yet.
 */
export function proposeUsual(
  form: UseFormReturn<SellingFields>,
  saved: SellingSettings,
  { country, isCurrencyFixed }: { country: string; isCurrencyFixed: boolean },
): void {
  const { currency, tax, hasWithdrawal } = usualFields(country, toFields(saved).tax)
  if (currency !== null && !isCurrencyFixed) form.setValue('currency', currency)
  form.setValue('tax', tax)
  form.setValue('hasWithdrawal', hasWithdrawal)
  const [first] = form.getValues('methods')
  const [zone] = first?.zones ?? []
  // The owner may have removed the proposed parcel already, or chosen its countries.
  if (saved.methods.length === 0 && first?.id === 'first' && zone && zone.countries.length <= 1)
    form.setValue('methods.0.zones.0.countries', [country])
}

function parcelTo(country: string): MethodFields {
  const countries = country === '' ? [] : [country]
  const zones = [{ ...NEW_ZONE, countries, transitDays: { least: '1', most: '5' } }]
  return { id: 'first', kind: 'parcel', name: words.firstNames.parcel, note: '', zones }
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
