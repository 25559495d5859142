import type { Offer, PaymentChoice, Quote } from '#contract/selling/checkout.ts'
import type { DeliveryMethod, DeliveryZone, SellingSettings } from '#contract/selling/settings.ts'
import { COUNTRIES } from '#contract/values/countries.ts'
import type { DeliveryKind } from '#contract/values/states.ts'
import type { PricedLine } from '#server/cart/payable-lines.ts'
import type { Payments } from '#server/payments/payments.ts'
import { offeredWays, payNoteFor } from '#server/selling/read-selling.ts'
import { promiseFor } from './roast-promise.ts'
import { taxParts } from './tax.ts'

/**
 * The input of a quote. `country` and `methodId` are null if not chosen yet. `at` is the time of the order in UTC
 * milliseconds.
 */
export type Wanted = {
  lines: readonly PricedLine[]
  country: string | null
  methodId: string | null
  at: number
  payments: Pick<Payments, 'gateways' | 'currentGateway'>
}

/**
 * Computes what the checkout shows: the prices of the lines, the possible ways of delivery with their prices and
 * promises, and the totals for the chosen way of delivery. All amounts are in the smallest unit of the shop's currency.
 */
export function quoteFor(settings: SellingSettings, wanted: Wanted): Quote {
  const { lines, methodId } = wanted
  const itemsTotal = lines.reduce((sum, { product }) => sum + product.priceCents, 0)
  const weightGrams = lines.reduce((sum, line) => sum + (weightOf(line) ?? 0), 0)
  const offers = offersFor(settings, { ...wanted, itemsTotal, weightGrams })
  return {
    currency: settings.currency,
    country: settings.country,
    countries: deliveredCountries(settings),
    lines: lines.map(presentLine),
    itemsTotal,
    weightGrams,
    delivers: settings.methods.length > 0,
    offers,
    totals: totalsFor(settings, { ...wanted, offer: offers.find(({ id }) => id === methodId) ?? null }),
  }
}

/**
 * Returns the weight of a line in grams, as the cart showed it. A line that was added before the product had a weight
 * gets the product's current weight.
 */
function weightOf({ row, product }: PricedLine): number | null {
  return row.weight_grams ?? product.weightGrams
}

function presentLine(line: PricedLine): Quote['lines'][number] {
  const { row, product, isSoldOut } = line
  return {
    _id: row.id,
    productId: row.product_id,
    productName: row.product_name,
    img: row.img,
    price: product.priceCents,
    weightGrams: weightOf(line),
    grind: row.grind,
    ...(isSoldOut && { soldOut: true }),
  }
}

type Weighed = Pick<Wanted, 'country' | 'at'> & { itemsTotal: number; weightGrams: number }

function offersFor(settings: SellingSettings, order: Weighed): Quote['offers'] {
  const { timeZone, roasting } = settings
  return possibleMethods(settings.methods, order).map(({ method, price, zone }) => ({
    id: method.id,
    name: method.name,
    kind: method.kind,
    note: method.note,
    price,
    promise: promiseFor(roasting, { at: order.at, timeZone }, zone && zone.transitDays),
  }))
}

/**
 * Returns how an order can be paid. A parcel cannot be paid at the pickup. `kind` is null if nothing is delivered. If the
 * owner offers nothing that is possible, the customer can pay by transfer, so that no order is lost.
 */
function choicesFor(
  settings: SellingSettings,
  kind: DeliveryKind | null,
  { gateways, currentGateway: { kind: gatewayKind, name } }: Wanted['payments'],
): PaymentChoice[] {
  if (gatewayKind === 'local') return [{ way: 'instant', note: '' }]
  if (gatewayKind === 'remote' && name !== 'stripe') return [{ way: 'stripe', note: '' }]
  const possible = offeredWays(settings, name).filter(
    (way) => gateways.has(way) && !(way === 'pickup' && kind === 'parcel'),
  )
  const ways = possible.length > 0 ? possible : (['transfer'] as const)
  return ways.map((way) => ({ way, note: payNoteFor(settings, way) }))
}

type Chosen = Pick<Wanted, 'lines' | 'country' | 'payments'> & { offer: Offer | null }

const NO_DELIVERY = { id: null, kind: null, price: 0 }

/**
 * Returns the totals for the chosen way of delivery, or null if none is chosen in a shop that has some. A parcel is taxed
 * in the country to which it goes, everything else in the shop's country.
 */
function totalsFor(settings: SellingSettings, { lines, country, payments, offer }: Chosen): Quote['totals'] {
  if (!offer && settings.methods.length > 0) return null
  const { id: methodId, kind, price: deliveryPrice } = offer ?? NO_DELIVERY
  const amounts = [
    ...lines.map(({ product }) => ({ amount: product.priceCents, taxClass: product.taxClass })),
    { amount: deliveryPrice, taxClass: 'standard' as const },
  ]
  const taxedIn = kind === 'parcel' && country !== null ? country : settings.country
  return {
    methodId,
    deliveryPrice,
    tax: taxParts(amounts, settings.tax, taxedIn),
    total: amounts.reduce((sum, { amount }) => sum + amount, 0),
    payments: choicesFor(settings, kind, payments),
  }
}

/**
 * Returns the countries to which at least one method sends parcels. A zone that lists no countries stands for the rest
 * of the world.
 */
export function deliveredCountries({ methods }: SellingSettings): string[] {
  const zones = methods.filter(({ kind }) => kind === 'parcel').flatMap((method) => method.zones)
  if (zones.some(({ countries }) => countries.length === 0)) return [...COUNTRIES]
  return [...new Set(zones.flatMap(({ countries }) => countries))].toSorted()
}

/** The values that decide the price of a delivery. `itemsTotal` is in the smallest unit of the shop's currency. */
type Parcel = { country: string; weightGrams: number; itemsTotal: number }

/** A delivery method that is possible for an order, with its price and the zone that the order goes to. */
type PossibleMethod = { method: DeliveryMethod; price: number; zone: DeliveryZone | null }

/**
 * Returns the delivery methods that are possible for an order, in the order in which the owner lists them. A pickup is
 * always possible and free, and has no zone. Without a country, only pickups are possible.
 */
export function possibleMethods(
  methods: readonly DeliveryMethod[],
  parcel: Omit<Parcel, 'country'> & { country: string | null },
): PossibleMethod[] {
  return methods.flatMap((method) => {
    if (method.kind === 'pickup') return [{ method, price: 0, zone: null }]
    const { country } = parcel
    if (country === null) return []
    const zone = findZone(method, country)
    const price = zone && priceInZone(zone, parcel)
    return price === null ? [] : [{ method, price, zone }]
  })
}

/**
 * Returns the zone of a delivery method to which a country belongs. A zone that lists the country is preferred to the
 * zone for the rest of the world, which lists no countries. Returns null if the method does not deliver to the country.
 */
export function findZone({ zones }: Pick<DeliveryMethod, 'zones'>, country: string): DeliveryZone | null {
  const named = zones.find(({ countries }) => countries.includes(country))
  return named ?? zones.find(({ countries }) => countries.length === 0) ?? null
}

/**
 * Returns what a delivery costs, in the smallest unit of the shop's currency. Returns null if the order is heavier than
 * the last weight step of the rate, even if its items cost enough for free delivery.
 */
export function priceInZone(
  { rate, freeFrom }: DeliveryZone,
  { weightGrams, itemsTotal }: Omit<Parcel, 'country'>,
): number | null {
  const price =
    rate.type === 'flat'
      ? rate.price
      : (rate.steps.find(({ upToGrams }) => weightGrams <= upToGrams)?.price ?? null)
  if (price === null) return null
  return freeFrom !== null && itemsTotal >= freeFrom ? 0 : price
}
