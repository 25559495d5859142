import { trimmed } from '#client/ui/settings-form/trimmed.ts'
import { EU_COUNTRIES } from '#contract/selling/country-proposals.ts'
import type { DeliveryMethod, DeliveryZone, SellingSettings, TaxRates } from '#contract/selling/settings.ts'
import { PAYMENT_WAYS } from '#contract/selling/gateways.ts'
import { toAmountText, toMinor } from '#contract/values/money.ts'
import { daysOf, rangesOf } from './closed-days.ts'
import type { ClosedRange } from './closed-days.ts'
import { linesOf, percentOf } from './selling-rules.ts'

/** The settings as the form holds them. Amounts, rates and lists are text, as they are typed. */
export type SellingFields = Omit<
  SellingSettings,
  'methods' | 'roasting' | 'tax' | 'subscriptions' | 'grinds' | 'synonyms'
> & {
  methods: MethodFields[]
  roasting: { weekdays: string[]; cutOff: string; closedDays: ClosedRange[] }
  tax: TaxFields[]
  subscriptions: { isOffered: boolean; percentOff: string }
  grinds: string
  synonyms: string
}

/** The tax rates of a country: percentages. `reduced` is empty if there is only one rate. */
export type TaxFields = { country: string; standard: string; reduced: string }

export type MethodFields = Pick<DeliveryMethod, 'id' | 'name' | 'kind' | 'note'> & { zones: ZoneFields[] }

/**
 * The form's fields of a zone. `rate` has the fields of both types of rates, so that switching the type loses nothing.
 */
export type ZoneFields = {
  countries: string[]
  rate: {
    type: DeliveryZone['rate']['type']
    price: string
    steps: { upToGrams: string; price: string }[]
  }
  freeFrom: string
  transitDays: { least: string; most: string }
}

export const NEW_ZONE: ZoneFields = {
  countries: [],
  rate: { type: 'flat', price: '', steps: [{ upToGrams: '', price: '' }] },
  freeFrom: '',
  transitDays: { least: '1', most: '3' },
}

export function toFields(settings: SellingSettings): SellingFields {
  const { currency, methods, roasting, subscriptions, tax, grinds, synonyms } = settings
  return {
    ...settings,
    methods: methods.map((method) => ({
      ...method,
      zones: method.zones.map((zone) => zoneToFields(zone, currency)),
    })),
    roasting: {
      weekdays: roasting.weekdays.map(String),
      cutOff: roasting.cutOff,
      closedDays: rangesOf(roasting.closedDays),
    },
    subscriptions: { ...subscriptions, percentOff: String(subscriptions.percentOff) },
    tax: tax.map((row) => toTaxFields(row.country, row)),
    grinds: grinds.join('\n'),
    synonyms: synonyms.join('\n'),
  }
}

function zoneToFields(zone: DeliveryZone, currency: string): ZoneFields {
  const { countries, rate, freeFrom, transitDays } = zone
  return {
    countries,
    rate: {
      type: rate.type,
      price: rate.type === 'flat' ? toAmountText(rate.price, currency) : '',
      steps:
        rate.type === 'flat'
          ? NEW_ZONE.rate.steps
          : rate.steps.map(({ upToGrams, price }) => ({
              upToGrams: String(upToGrams),
              price: toAmountText(price, currency),
            })),
    },
    freeFrom: freeFrom === null ? '' : toAmountText(freeFrom, currency),
    transitDays: { least: String(transitDays.least), most: String(transitDays.most) },
  }
}

/**
 * Returns the EU countries to which the shop sends parcels and for which it has no tax rates. Empty unless the shop's own
 * country is in the EU and has tax rates. Parcels out of the EU are exports, which have no tax.
 */
export function untaxedCountries({
  country,
  tax,
  methods,
}: Pick<SellingFields, 'country' | 'tax' | 'methods'>): string[] {
  const taxed = tax.map((row) => row.country)
  if (!taxed.includes(country) || !EU_COUNTRIES.includes(country)) return []
  const parcels = methods.filter(({ kind }) => kind === 'parcel')
  const zones = parcels.flatMap((method) => method.zones.map(({ countries }) => countries))
  return EU_COUNTRIES.filter(
    (code) => !taxed.includes(code) && zones.some((zone) => zone.length === 0 || zone.includes(code)),
  )
}

/** Returns the texts of the tax rates of a country, or empty texts if it has none. */
export function toTaxFields(country: string, rates: TaxRates | null | undefined): TaxFields {
  if (!rates) return { country, standard: '', reduced: '' }
  const [standard, reduced] = [String(rates.standard / 100), String(rates.reduced / 100)]
  return { country, standard, reduced: reduced === standard ? '' : reduced }
}

/** Converts the form's fields to settings. All inputs match their rule in `rules`. */
export function toSettings(fields: SellingFields): SellingSettings {
  const { currency, roasting, bank, subscriptions } = fields
  const closedDays = roasting.closedDays.flatMap((range) => daysOf(range) ?? [])
  return trimmed({
    ...fields,
    methods: fields.methods.map((method) => readMethod(method, currency)),
    roasting: {
      weekdays: roasting.weekdays.map(Number).toSorted((a, b) => a - b),
      cutOff: roasting.cutOff,
      closedDays: [...new Set(closedDays)].toSorted(),
    },
    // Without a reduced rate, goods with that rate have the standard rate.
    tax: fields.tax.map(({ country, standard, reduced }) => ({
      country,
      standard: percentOf(standard) ?? 0,
      reduced: percentOf(reduced.trim() || standard) ?? 0,
    })),
    grinds: linesOf(fields.grinds),
    synonyms: linesOf(fields.synonyms),
    ways: PAYMENT_WAYS.filter((way) => fields.ways.includes(way)),
    bank: { ...bank, iban: bank.iban.replaceAll(/\s/g, '').toUpperCase() },
    subscriptions: { ...subscriptions, percentOff: Number(subscriptions.percentOff) },
  })
}

function readMethod({ zones, ...method }: MethodFields, currency: string): DeliveryMethod {
  return {
    ...method,
    zones: method.kind === 'pickup' ? [] : zones.map((zone) => readZone(zone, currency)),
  }
}

function readZone({ countries, rate, freeFrom, transitDays }: ZoneFields, currency: string): DeliveryZone {
  const amount = (text: string) => toMinor(text, currency) ?? 0
  const steps = rate.steps.map(({ upToGrams, price }) => ({
    upToGrams: Number(upToGrams),
    price: amount(price),
  }))
  return {
    countries,
    rate: rate.type === 'flat' ? { type: 'flat', price: amount(rate.price) } : { type: 'byWeight', steps },
    freeFrom: freeFrom.trim() === '' ? null : amount(freeFrom),
    transitDays: { least: Number(transitDays.least), most: Number(transitDays.most) },
  }
}
