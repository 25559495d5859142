import type { Offer, PaymentChoice, Quote, QuotedDiscount } from '#contract/selling/checkout.ts'
import type { DeliveryMethod, DeliveryZone, SellingSettings } from '#contract/selling/settings.ts'
import { isTooFine } from '#contract/selling/price-problems.ts'
import { COUNTRIES } from '#contract/values/countries.ts'
import { findZone } from '#contract/values/orders/delivery-price.ts'
import { HANDED_OVER } from '#contract/values/orders/counter.ts'
import type { DeliveryKind } from '#contract/values/states.ts'
import type { PricedLine } from '#server/cart/payable-lines.ts'
import { applyDiscounts, offDelivery, offLines } from '#server/discounts/apply-discounts.ts'
import type { Granted } from '#server/discounts/apply-discounts.ts'
import type { Found } from '#server/discounts/find-discounts.ts'
import type { Gateway } from '#server/payments/gateway.ts'
import type { Payments } from '#server/payments/payments.ts'
import { offeredWays, payNoteFor } from '#server/selling/read-selling.ts'
import { promiseFor } from './roast-promise.ts'
import { taxParts } from './tax.ts'

/**
 * The input of a quote. `country` and `methodId` are null if not chosen yet. Then the first way of the kind `firstOf`, if it is
 * set, counts as chosen. `at` is the time of the order in UTC milliseconds.
 */
export type Wanted = {
  lines: readonly PricedLine[]
  country: string | null
  methodId: string | null
  firstOf?: DeliveryKind
  at: number
  payments: Pick<Payments, 'gateways' | 'currentGateway'>
  discounts: Found
}

/** A quote, and what its discounts take off each line. */
export type Quoted = { quote: Quote; granted: readonly Granted[] }

/**
 * Computes what the checkout shows: the prices of the lines, the possible ways of delivery with their prices and
 * promises, and the totals for the chosen way of delivery. All amounts are in the smallest unit of the shop's currency.
 */
export function quoteFor(settings: SellingSettings, wanted: Wanted): Quoted {
  const { lines, methodId, firstOf, discounts } = wanted
  const itemsTotal = lines.reduce((sum, { product }) => sum + product.priceCents, 0)
  const weightGrams = lines.reduce((sum, line) => sum + (weightOf(line) ?? 0), 0)
  const offers = offersFor(settings, { ...wanted, itemsTotal, weightGrams })
  const offer =
    offers.find(({ id, kind }) => (methodId === null ? kind === firstOf : id === methodId)) ?? null
  const granted = offer ? grantedFor(wanted, offer.price, settings.currency) : []
  const quote = {
    currency: settings.currency,
    country: settings.country,
    countries: deliveredCountries(settings),
    lines: lines.map(presentLine),
    itemsTotal,
    weightGrams,
    delivers: settings.methods.length > 0,
    offers,
    totals: totalsFor(settings, { ...wanted, offer, granted }),
    ...(discounts.typed && { code: discounts.typed }),
  }
  return { quote, granted }
}

/**
 * Discounts are for orders that are delivered. In currencies with three decimals, cards cannot be charged with the last
 * one.
 */
function grantedFor(
  { lines, discounts }: Pick<Wanted, 'lines' | 'discounts'>,
  delivery: number,
  currency: string,
): readonly Granted[] {
  const items = lines.map(({ row, product }) => ({
    id: row.id,
    productId: product.id,
    price: product.priceCents,
  }))
  return applyDiscounts({ lines: items, delivery }, discounts, isTooFine(1, currency) ? 10 : 1)
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
    ...(row.every_weeks !== null && { everyWeeks: row.every_weeks }),
    ...(row.roasters_choice === 1 && { roastersChoice: true }),
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
    promise:
      method.id === HANDED_OVER
        ? null
        : promiseFor(roasting, { at: order.at, timeZone }, zone && zone.transitDays),
  }))
}

type Payable = {
  kind: DeliveryKind | null
  total: number
  payments: Wanted['payments']
  /** Whether the order begins a subscription, which goes on without the customer. */
  begins: boolean
}

/** How an order can be paid. `tooSmall` says why it cannot be paid by card, if that is the reason. */
type Choices = { payments: PaymentChoice[]; tooSmall?: string }

/**
 * Returns how an order can be paid. A parcel cannot be paid at the pickup, and neither can a subscription. `kind` is null if nothing is delivered. If
 * the owner offers nothing that is possible, the customer can pay by transfer, so that no order is lost. If the total
 * is too small for all that is offered, that stays offered, and the payment is refused. An order that costs nothing is
 * placed at once. It saves no card, so it can begin a subscription only if the later deliveries can be paid by transfer.
 */
function choicesFor(settings: SellingSettings, { kind, total, payments, begins }: Payable): Choices {
  const { gateways, currentGateway } = payments
  const { kind: gatewayKind, name } = currentGateway
  if (gatewayKind === 'local' || total === 0) {
    const isByCard = begins && gatewayKind === 'remote' && !offeredWays(settings, name).includes('transfer')
    return { payments: [{ way: 'instant', note: '' }], ...(isByCard && { tooSmall: NO_CARD_SAVED }) }
  }
  if (gatewayKind === 'remote' && name !== 'stripe') return { payments: [{ way: 'stripe', note: '' }] }
  const offered = offeredWays(settings, name).filter(
    (way) => gateways.has(way) && !(way === 'pickup' && (kind === 'parcel' || begins)),
  )
  const problems = new Map(
    offered.map((way) => [way, tooSmallFor(gateways.get(way), total, settings.currency)]),
  )
  const tooSmall = problems.values().find((text) => text !== null)
  const possible = offered.filter((way) => problems.get(way) === null)
  const ways = [possible, offered].find(({ length }) => length > 0) ?? (['transfer'] as const)
  return {
    payments: ways.map((way) => ({ way, note: payNoteFor(settings, way) })),
    ...(tooSmall !== undefined && { tooSmall }),
  }
}

const NO_CARD_SAVED =
  'An order that costs nothing saves no card, but each later delivery of a subscription is paid by card. Choose “Once” in your cart, or order without the discount.'

/** Returns a sentence if a total is less than a gateway can charge, otherwise null. */
function tooSmallFor(gateway: Gateway | undefined, total: number, currency: string): string | null {
  const problem = gateway?.kind === 'remote' && gateway.findChargeProblem?.([total], currency)
  return problem && problem.code === 'amount-too-small' ? (problem.extra.detail ?? null) : null
}

type Chosen = Pick<Wanted, 'lines' | 'country' | 'payments'> & {
  offer: Offer | null
  granted: readonly Granted[]
}

const NO_DELIVERY = { id: null, kind: null, price: 0 }

/**
 * Returns the totals for the chosen way of delivery, or null if none is chosen in a shop that has some. A parcel is
 * taxed in the country to which it goes, everything else in the shop's country. Tax is in what is left after the
 * discounts.
 */
function totalsFor(
  settings: SellingSettings,
  { lines, country, payments, offer, granted }: Chosen,
): Quote['totals'] {
  if (!offer && settings.methods.length > 0) return null
  const { id: methodId, kind, price: deliveryPrice } = offer ?? NO_DELIVERY
  const off = offLines(granted)
  const amounts = [
    ...lines.map(({ row, product }) => ({
      amount: product.priceCents - (off.get(row.id) ?? 0),
      taxClass: product.taxClass,
    })),
    { amount: deliveryPrice - offDelivery(granted), taxClass: 'standard' as const },
  ]
  const taxedIn = kind === 'parcel' && country !== null ? country : settings.country
  const total = amounts.reduce((sum, { amount }) => sum + amount, 0)
  return {
    methodId,
    deliveryPrice,
    ...(granted.length > 0 && { discounts: granted.map(presentGranted) }),
    tax: taxParts(amounts, settings.tax, taxedIn),
    total,
    ...choicesFor(settings, {
      kind,
      total,
      payments,
      begins: lines.some(({ row }) => row.every_weeks !== null),
    }),
  }
}

function presentGranted({ name, code, goods, ofDelivery, note }: Granted): QuotedDiscount {
  return { name, code, goods, ofDelivery, ...(note !== undefined && { note }) }
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
