import { EU_COUNTRIES } from '#contract/selling/country-proposals.ts'
import type { DeliveryMethod, DeliveryZone, SellingSettings } from '#contract/selling/settings.ts'
import { toAmountText, toMinor, exampleAmount } from '#contract/values/money.ts'
import { daysOf, rangesOf } from './closed-days.ts'
import type { ClosedRange } from './closed-days.ts'
import { percentOf, reducedOf, toTaxFields } from './tax-rates.ts'
import type { TaxFields } from './tax-rates.ts'
import { words } from './texts.ts'

/** The settings as the form holds them. Amounts, rates and lists are text, as they are typed. */
export type SellingFields = Pick<
  SellingSettings,
  'currency' | 'country' | 'timeZone' | 'hasWithdrawal' | 'payLaterNote' | 'payAtPickupNote'
> & {
  methods: MethodFields[]
  roasting: { weekdays: string[]; cutOff: string; closedDays: ClosedRange[] }
  tax: TaxFields[]
  grinds: string
}

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
  const { currency, methods, roasting, tax, grinds } = settings
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
    tax: tax.map((row) => toTaxFields(row.country, row)),
    grinds: grinds.join('\n'),
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
 * Returns the countries to which a shop in the EU sends parcels without tax, although its own country has a row: other
 * countries of the EU without a row. Elsewhere, parcels to other countries are exports, which have no tax.
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

/**
 * An input whose text cannot be converted to the value of its setting: the path of the setting, such as
 * `methods.0.zones.1.freeFrom`, and an error message.
 */
export type Misread = { field: string; message: string }

/**
 * Converts the form's fields to settings. Inputs that cannot be converted are listed in `misread`, and are 0 in
 * `settings`.
 */
export function toSettings(fields: SellingFields): { settings: SellingSettings; misread: Misread[] } {
  const misread: Misread[] = []
  const { currency, country, timeZone, hasWithdrawal, roasting } = fields
  const read: Reader['read'] = (field, message, value) => {
    if (value !== null) return value
    misread.push({ field, message })
    return 0
  }
  const amount: Reader['amount'] = (field, text) =>
    read(field, words.notAmount(exampleAmount(450, currency)), toMinor(text, currency))
  const reader = { read, amount }
  const methods = fields.methods.map((method, at) => readMethod(method, `methods.${at}`, reader))
  const closedDays = roasting.closedDays.flatMap((range, at) => {
    const days = daysOf(range)
    if (!days) misread.push({ field: `roasting.closedDays.${at}.from`, message: words.notRange })
    return days ?? []
  })
  const settings: SellingSettings = {
    currency,
    timeZone,
    country,
    methods,
    roasting: {
      weekdays: roasting.weekdays.map(Number).toSorted((a, b) => a - b),
      cutOff: roasting.cutOff,
      closedDays: [...new Set(closedDays)].toSorted(),
    },
    tax: fields.tax.map(({ country: of, standard: typed, reduced }, at) => {
      const standard = read(`tax.${at}.standard`, words.notPercent, percentOf(typed))
      return {
        country: of,
        standard,
        reduced: read(`tax.${at}.reduced`, words.notPercent, reducedOf(reduced, standard)),
      }
    }),
    grinds: linesOf(fields.grinds),
    hasWithdrawal,
    payLaterNote: fields.payLaterNote.trim(),
    payAtPickupNote: fields.payAtPickupNote.trim(),
  }
  return { settings, misread }
}

type Reader = {
  /** Returns `value`. If it is null, adds the path of its field and the message to `misread`, and returns 0. */
  read: (field: string, message: string, value: number | null) => number
  /** Reads an amount in the currency of the form in the same way. */
  amount: (field: string, text: string) => number
}

function readMethod(
  { id, name, kind, note, zones }: MethodFields,
  field: string,
  reader: Reader,
): DeliveryMethod {
  return {
    id,
    name: name.trim(),
    kind,
    note: note.trim(),
    zones: kind === 'pickup' ? [] : zones.map((zone, at) => readZone(zone, `${field}.zones.${at}`, reader)),
  }
}

function readZone(zone: ZoneFields, field: string, reader: Reader): DeliveryZone {
  const { countries, freeFrom, transitDays } = zone
  const days = (name: 'least' | 'most') =>
    reader.read(`${field}.transitDays.${name}`, words.notNumber, wholeOf(transitDays[name]))
  return {
    countries,
    rate: readRate(zone.rate, `${field}.rate`, reader),
    freeFrom: freeFrom.trim() === '' ? null : reader.amount(`${field}.freeFrom`, freeFrom),
    transitDays: { least: days('least'), most: days('most') },
  }
}

function readRate(
  { type, price, steps }: ZoneFields['rate'],
  field: string,
  { read, amount }: Reader,
): DeliveryZone['rate'] {
  if (type === 'flat') return { type, price: amount(`${field}.price`, price) }
  return {
    type,
    steps: steps.map((step, at) => ({
      upToGrams: read(`${field}.steps.${at}.upToGrams`, words.notGrams, gramsOf(step.upToGrams)),
      price: amount(`${field}.steps.${at}.price`, step.price),
    })),
  }
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

function wholeOf(text: string): number | null {
  return /^\d{1,7}$/.test(text.trim()) ? Number(text) : null
}

/** The greatest weight of a step is that of the contract. */
function gramsOf(text: string): number | null {
  const grams = wholeOf(text)
  return grams !== null && grams >= 1 && grams <= 1_000_000 ? grams : null
}
