import { Type } from 'typebox'
import type { Static } from 'typebox'
import type { CallTable } from '../call.ts'
import { exact, Id, Name, oneOf, STORABLE } from '../fields.ts'
import { NOTE_LENGTH } from '../values/limits.ts'

/* What an owner sets up to sell: currency, delivery, roast days and tax; and what a customer agrees to in the checkout. */

/** A country as ISO 3166-1 alpha-2, such as `PT`. */
export const Country = Type.String({ pattern: '^[A-Z]{2}$' })

/** A date in the shop's time zone, such as `2026-11-24`. */
const LocalDate = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' })

/** An amount in the smallest unit of the shop's currency: cents, yen or Kuwaiti fils. */
export const Minor = Type.Integer({ minimum: 0, maximum: 1_000_000_000 })

export const taxClasses = ['standard', 'reduced', 'zero'] as const

export type TaxClass = (typeof taxClasses)[number]

/**
 * What a delivery costs to a group of countries. An empty list of countries is the rest of the world. `flat` is one
 * price for each order. `byWeight` has steps: the first whose `upToGrams` is not exceeded gives the price, and a heavier
 * order cannot be sent. An order whose lines cost `freeFrom` or more is sent free.
 */
const Zone = exact({
  countries: Type.Array(Country, { maxItems: 250 }),
  rate: Type.Union([
    exact({ type: Type.Literal('flat'), price: Minor }),
    exact({
      type: Type.Literal('byWeight'),
      steps: Type.Array(
        exact({ upToGrams: Type.Integer({ minimum: 1, maximum: 1_000_000 }), price: Minor }),
        {
          minItems: 1,
          maxItems: 50,
        },
      ),
    }),
  ]),
  freeFrom: Type.Union([Minor, Type.Null()]),
  /** Working days from handing over to arrival. */
  transitDays: exact({
    least: Type.Integer({ minimum: 0, maximum: 60 }),
    most: Type.Integer({ minimum: 0, maximum: 60 }),
  }),
})

/** A way to get an order to the customer. `note` is shown to the customer: opening hours, or what the parcel service does. */
export const DeliveryMethod = exact({
  id: Id,
  name: Name,
  kind: oneOf(['parcel', 'pickup'] as const),
  note: Type.String({ maxLength: 500, pattern: STORABLE }),
  /** Empty for a pickup, which is free and possible for everyone. */
  zones: Type.Array(Zone, { maxItems: 50 }),
})

export type DeliveryMethod = Static<typeof DeliveryMethod>
export type DeliveryZone = Static<typeof Zone>

/**
 * When the shop roasts: weekdays from 0 (Sunday) to 6, and a cut-off. An order that is placed at or after `cutOff` on a
 * roast day is roasted on the next one. On `closedDays` nothing is roasted or handed over. Without weekdays nothing is
 * promised.
 */
export const Roasting = exact({
  weekdays: Type.Array(Type.Integer({ minimum: 0, maximum: 6 }), { maxItems: 7 }),
  cutOff: Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$' }),
  closedDays: Type.Array(LocalDate, { maxItems: 400 }),
})

export type Roasting = Static<typeof Roasting>

/**
 * The tax rates of a country in hundredths of a percent: `2300` is 23 %. Prices include tax. Delivery has the rate
 * `standard`.
 */
const TaxRates = exact({
  country: Country,
  standard: Type.Integer({ minimum: 0, maximum: 10_000 }),
  reduced: Type.Integer({ minimum: 0, maximum: 10_000 }),
})

export type TaxRates = Static<typeof TaxRates>

/** Everything that an owner sets up to sell. It is one row of `shop_settings`, called `selling`. */
export const SellingSettings = exact({
  /** As IANA names it, such as `Europe/Lisbon`. */
  timeZone: Type.String({ maxLength: 64 }),
  /** The country of the shop. Its tax rates apply to pickups. */
  country: Country,
  methods: Type.Array(DeliveryMethod, { maxItems: 20 }),
  roasting: Roasting,
  tax: Type.Array(TaxRates, { maxItems: 250 }),
  /** The grinds to choose from. An empty list asks nothing. */
  grinds: Type.Array(Name, { maxItems: 20 }),
  /** Whether the shop sells to consumers in the EU, who may withdraw within 14 days. */
  hasWithdrawal: Type.Boolean(),
  /** What a customer who pays later is told: the bank account, or that cash is taken at pickup. */
  payLaterNote: Type.String({ maxLength: 1000, pattern: STORABLE }),
})

export type SellingSettings = Static<typeof SellingSettings>

/** The settings of a shop in which nobody has changed them. Without methods there is no checkout. */
export const DEFAULT_SELLING: SellingSettings = {
  timeZone: 'UTC',
  country: 'US',
  methods: [],
  roasting: { weekdays: [], cutOff: '10:00', closedDays: [] },
  tax: [],
  grinds: ['Whole beans', 'Espresso', 'Filter', 'Cafetière'],
  hasWithdrawal: false,
  payLaterNote: '',
}

const Part = Type.String({ maxLength: 200, pattern: STORABLE })

/** A postal address. Parts that the country does not use are empty. `region` is a state, province or prefecture. */
export const Address = exact({
  name: Name,
  company: Part,
  line1: Name,
  line2: Part,
  city: Part,
  region: Part,
  postcode: Type.String({ maxLength: 20, pattern: STORABLE }),
  country: Country,
  phone: Type.String({ maxLength: 40, pattern: STORABLE }),
})

export type Address = Static<typeof Address>

/** When an order is roasted and arrives: dates in the shop's time zone. A pickup is ready on `from`. */
export const DeliveryPromise = exact({ roastOn: LocalDate, from: LocalDate, to: LocalDate })

export type DeliveryPromise = Static<typeof DeliveryPromise>

/** The tax in a part of the total. `rate` is in hundredths of a percent; `net` and `tax` add up to the part. */
export const TaxPart = exact({ rate: Type.Integer(), net: Minor, tax: Minor })

export type TaxPart = Static<typeof TaxPart>

/**
 * What a customer agreed to in the checkout. It is frozen with the payment. Amounts are in the smallest unit of
 * `currency`, and `itemsTotal` and `deliveryPrice` add up to `total`. `address` is null for a pickup.
 */
export const Checkout = exact({
  currency: Type.String({ pattern: '^[A-Z]{3}$' }),
  method: exact({ id: Id, name: Name, kind: oneOf(['parcel', 'pickup'] as const), note: Type.String() }),
  address: Type.Union([Address, Type.Null()]),
  /** The address as it is written on a parcel, line by line. Empty for a pickup. */
  addressLines: Type.Array(Type.String()),
  note: Type.String({ maxLength: NOTE_LENGTH, pattern: STORABLE }),
  promise: Type.Union([DeliveryPromise, Type.Null()]),
  weightGrams: Type.Integer({ minimum: 0 }),
  itemsTotal: Minor,
  deliveryPrice: Minor,
  tax: Type.Array(TaxPart),
  total: Minor,
})

export type Checkout = Static<typeof Checkout>

/**
 * The settings with their version, which changes with every save. An admin saves with the version that was read. The
 * save is refused if another admin has saved since. Settings that were never saved have the version 0.
 */
export const VersionedSelling = exact({ settings: SellingSettings, version: Type.Integer({ minimum: 0 }) })

export type VersionedSelling = Static<typeof VersionedSelling>

export const sellingCalls = {
  'GET /selling': {
    summary: 'How the shop delivers, roasts and taxes',
    access: 'admin',
    limit: 'read',
    answer: VersionedSelling,
  },
  'PUT /selling': {
    summary: 'Change how the shop delivers, roasts and taxes',
    access: 'admin',
    limit: 'write',
    body: VersionedSelling,
    answer: exact({ version: Type.Integer() }),
  },
} as const satisfies CallTable
