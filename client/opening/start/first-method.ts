import type { DeliveryMethod, SellingSettings } from '#contract/selling/settings.ts'
import { toMinor } from '#contract/values/money.ts'
import { words } from './texts.ts'

/** The values of the form for the country of the shop and its first way of delivery. */
export type DeliveryFields = {
  country: string
  timeZone: string
  currency: string
  kind: DeliveryMethod['kind']
  /** What a parcel costs, as text in the chosen currency. */
  price: string
  /** Where and when an order can be picked up. */
  place: string
}

/** Returns what the form shows at first. Settings that were never saved are replaced by what the browser knows. */
export function deliveryFields(settings: SellingSettings, version: number): DeliveryFields {
  const { country, timeZone, currency } = settings
  const choices = { currency, kind: 'parcel', price: '', place: '' } as const
  if (version > 0) return { ...choices, country, timeZone }
  return {
    ...choices,
    country: new Intl.Locale(navigator.language).region ?? '',
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  }
}

/** Reads an amount that may have a decimal comma. Returns null if the text is no amount of the currency. */
export function readAmount(text: string, currency: string): number | null {
  return toMinor(text.replace(/,(?=\d+\s*$)/, '.'), currency)
}

/**
 * Returns the settings with the values of the form. They get a way of delivery only if they have none yet: a parcel with
 * one price to the country of the shop, or a pickup.
 */
export function withDelivery(settings: SellingSettings, fields: DeliveryFields): SellingSettings {
  const { country, timeZone } = fields
  const methods = settings.methods.length > 0 ? settings.methods : [firstMethod(fields)]
  return { ...settings, country, timeZone, methods }
}

function firstMethod({ country, currency, kind, price, place }: DeliveryFields): DeliveryMethod {
  if (kind === 'pickup') return { id: 'first', kind, name: words.pickupName, note: place.trim(), zones: [] }
  const rate = { type: 'flat', price: readAmount(price, currency) ?? 0 } as const
  const zone = { countries: [country], rate, freeFrom: null, transitDays: { least: 1, most: 5 } }
  return { id: 'first', kind, name: words.parcelName, note: '', zones: [zone] }
}
