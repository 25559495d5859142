import { Type } from 'typebox'
import type { Static } from 'typebox'
import type { CallTable } from '../call.ts'
import { exact, Id, Name, oneOf, Text } from '../fields.ts'
import { DEFAULT_CURRENCY } from '../values/money.ts'
import { PAYMENT_WAYS } from './gateways.ts'
import { CHARTS, forAccounts } from './accounts.ts'
import { NOTE_LENGTH } from '../values/limits.ts'

/* The schemas of the settings for delivery, roasting and tax, and of what a customer agrees to in the checkout. */

/** A country as ISO 3166-1 alpha-2, such as `PT`. */
export const Country = Type.String({ pattern: '^[A-Z]{2}$' })

/** A date in the shop's time zone, such as `2026-11-24`. */
export const LocalDate = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' })

/** An amount in the smallest unit of the shop's currency, such as cents. */
export const Minor = Type.Integer({ minimum: 0, maximum: 1_000_000_000 })

/** A sum of amounts, in the smallest unit of the shop's currency. */
export const Total = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })

/** The code of a currency in ISO 4217, such as `USD`. */
const Currency = Type.String({ pattern: '^[A-Z]{3}$' })

export const taxClasses = ['standard', 'reduced', 'zero'] as const

export type TaxClass = (typeof taxClasses)[number]

/**
 * A group of countries to which a way of delivery has the same price. A zone without countries is for all countries
 * that are in no other zone of this way of delivery. `flat` is one price for each order. With `byWeight`, the price is
 * that of the first step whose `upToGrams` is at least the weight of the order. An order that is heavier than the last
 * step cannot be sent. If the lines of an order that can be sent cost `freeFrom` or more, its delivery is free.
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
  /** Working days (Monday to Friday) from the day on which the carrier gets the parcel until it arrives. */
  transitDays: exact({
    least: Type.Integer({ minimum: 0, maximum: 60 }),
    most: Type.Integer({ minimum: 0, maximum: 60 }),
  }),
})

/** A way to get an order to the customer. `note` is a text for the customer, such as the opening hours. */
export const DeliveryMethod = exact({
  id: Id,
  name: Name,
  kind: oneOf(['parcel', 'pickup'] as const),
  note: Text(500),
  /** Empty for a pickup, which is free and possible for everyone. */
  zones: Type.Array(Zone, { maxItems: 50 }),
})

export type DeliveryMethod = Static<typeof DeliveryMethod>
export type DeliveryZone = Static<typeof Zone>

/**
 * When the shop roasts: weekdays from 0 (Sunday) to 6, and a cut-off such as `10:00`, in the shop's time zone. An order
 * that is placed at or after `cutOff` on a roast day is roasted on the next roast day. On `closedDays` nothing is
 * roasted or handed over to the carrier. Without weekdays, customers are promised no days.
 */
export const Roasting = exact({
  weekdays: Type.Array(Type.Integer({ minimum: 0, maximum: 6 }), { maxItems: 7 }),
  cutOff: Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$' }),
  closedDays: Type.Array(LocalDate, { maxItems: 400 }),
})

export type Roasting = Static<typeof Roasting>

/**
 * The tax rates of a country in hundredths of a percent: `2300` is 23 %. Prices include tax. Delivery is taxed at the
 * rate `standard`.
 */
const TaxRates = exact({
  country: Country,
  standard: Type.Integer({ minimum: 0, maximum: 10_000 }),
  reduced: Type.Integer({ minimum: 0, maximum: 10_000 }),
})

export type TaxRates = Static<typeof TaxRates>

/**
 * What a page must say about food that is sold at a distance (Regulation (EU) 1169/2011), as far as it is the same for all
 * coffees. `firm` is the name and the address of the firm that is responsible for it. Empty texts are not shown.
 */
const FoodFacts = exact({ name: Text(80), storage: Text(200), firm: Text(300) })

export type FoodFacts = Static<typeof FoodFacts>

/** A number of an account with 4 to 8 digits, or an empty text for the usual one of the chart of accounts. */
const AccountNumber = Type.String({ pattern: '^(\\d{4,8})?$' })

/**
 * What the files for the accountant need. Sales to other EU countries from the day `ossSince` on are reported through the
 * One Stop Shop, and none if it is empty. The others are for DATEV: the numbers of the tax adviser and of the client, which are empty until the owner has
 * entered them, the chart of accounts, and the accounts for revenue by kind of tax, for the ways of payment, and for fees.
 */
const Accounting = exact({
  ossSince: Type.String({ pattern: '^(\\d{4}-\\d{2}-\\d{2})?$' }),
  consultant: Type.String({ pattern: '^(\\d{4,7})?$' }),
  client: Type.String({ pattern: '^(\\d{1,5})?$' }),
  chart: oneOf(CHARTS),
  accounts: exact(forAccounts(() => AccountNumber)),
})

export type Accounting = Static<typeof Accounting>

/** All settings for selling. They are stored as JSON in the row `selling` of the table `shop_settings`. */
export const SellingSettings = exact({
  /** The currency of all prices. `PUT /selling` cannot change it, but `PUT /selling/currency` can. */
  currency: Currency,
  /** The shop's time zone, as an IANA name such as `Europe/Lisbon`. */
  timeZone: Type.String({ maxLength: 64 }),
  /** The country of the shop. Its tax rates apply to pickups. */
  country: Country,
  methods: Type.Array(DeliveryMethod, { maxItems: 20 }),
  roasting: Roasting,
  tax: Type.Array(TaxRates, { maxItems: 250 }),
  /** The grinds to choose from. If there are none, customers choose no grind. */
  grinds: Type.Array(Name, { maxItems: 20 }),
  food: FoodFacts,
  /** Lines of words that mean the same in the search, such as `espresso = mokka`. */
  synonyms: Type.Array(Text(200), { maxItems: 200 }),
  /** Whether customers may withdraw from an order until 14 days after its delivery, as consumers in the EU may. */
  hasWithdrawal: Type.Boolean(),
  /** Whether visitors see a new review at once. Otherwise an admin has to show it first. */
  showsReviewsAtOnce: Type.Boolean(),
  /**
   * The ways to pay that customers can choose from. If there are none, the owner has not chosen yet: then it is Stripe if
   * its keys are in the settings, otherwise transfer and pickup.
   */
  ways: Type.Array(oneOf(PAYMENT_WAYS), { maxItems: PAYMENT_WAYS.length, uniqueItems: true }),
  /** What customers read about cards before they choose. */
  cardNote: Text(300),
  /** The bank account for transfers. It is shown with a code for banking apps. Both are empty if the text says it. */
  bank: exact({
    holder: Text(70),
    iban: Type.String({ maxLength: 34, pattern: '^([A-Z]{2}[0-9A-Z]{13,32})?$' }),
  }),
  /** The text that tells customers how to pay by transfer, such as the bank account. */
  payLaterNote: Text(1000),
  /** The same for orders that are picked up, such as in cash or by card at the counter. */
  payAtPickupNote: Text(1000),
  accounting: Accounting,
  /** Whether customers can subscribe to coffees, and how much less each bag of a subscription costs, in percent. */
  subscriptions: exact({
    isOffered: Type.Boolean(),
    percentOff: Type.Integer({ minimum: 0, maximum: 50 }),
  }),
})

export type SellingSettings = Static<typeof SellingSettings>

/** The settings of a shop until an admin saves others. They have no delivery methods, so the shop has no checkout. */
export const DEFAULT_SELLING: SellingSettings = {
  currency: DEFAULT_CURRENCY,
  timeZone: 'UTC',
  country: 'US',
  methods: [],
  roasting: { weekdays: [], cutOff: '10:00', closedDays: [] },
  tax: [],
  grinds: ['Whole beans', 'Espresso', 'Filter', 'Cafetière'],
  food: { name: '', storage: '', firm: '' },
  synonyms: ['decaf = decaffeinated', 'french press = cafetière', 'moka = mokka'],
  hasWithdrawal: false,
  showsReviewsAtOnce: false,
  ways: [],
  cardNote: '',
  bank: { holder: '', iban: '' },
  payLaterNote: '',
  payAtPickupNote: '',
  accounting: {
    ossSince: '',
    consultant: '',
    client: '',
    chart: 'SKR03',
    accounts: forAccounts(() => ''),
  },
  subscriptions: { isOffered: false, percentOff: 0 },
}

const Part = Text(200)

/** A postal address. Parts that the country does not use are empty. `region` is a state, province or prefecture. */
export const Address = exact({
  name: Name,
  company: Part,
  line1: Name,
  line2: Part,
  city: Part,
  region: Part,
  postcode: Text(20),
  country: Country,
  phone: Text(40),
})

export type Address = Static<typeof Address>

/**
 * The day on which an order is roasted, and the first and the last day on which it arrives. A pickup is ready on
 * `from`.
 */
export const DeliveryPromise = exact({ roastOn: LocalDate, from: LocalDate, to: LocalDate })

export type DeliveryPromise = Static<typeof DeliveryPromise>

/**
 * The tax in the part of a total that is taxed at `rate`, which is in hundredths of a percent. `net` and `tax` add up
 * to that part.
 */
export const TaxPart = exact({ rate: Type.Integer(), net: Total, tax: Total })

export type TaxPart = Static<typeof TaxPart>

/**
 * What a discount takes off a total: off the lines, and off the delivery. `code` is the customer's, or null if none was
 * needed.
 */
export const DiscountPart = exact({
  name: Name,
  code: Type.Union([Type.String(), Type.Null()]),
  goods: Total,
  ofDelivery: Total,
})

export type DiscountPart = Static<typeof DiscountPart>

/**
 * What a customer agreed to in the checkout. It is stored with the payment, and stays as it is if prices or settings
 * change. Amounts are in the smallest unit of `currency`, and `itemsTotal` and `deliveryPrice`, less the `discounts`, add up to
 * `total`.
 * `address` is null for a pickup.
 */
export const Checkout = exact({
  currency: Currency,
  method: exact({ id: Id, name: Name, kind: oneOf(['parcel', 'pickup'] as const), note: Type.String() }),
  address: Type.Union([Address, Type.Null()]),
  /** The address as it is written on a parcel, line by line. Empty for a pickup. */
  addressLines: Type.Array(Type.String()),
  note: Text(NOTE_LENGTH),
  promise: Type.Union([DeliveryPromise, Type.Null()]),
  weightGrams: Type.Integer({ minimum: 0 }),
  itemsTotal: Total,
  deliveryPrice: Minor,
  /** Missing if there are none. */
  discounts: Type.Optional(Type.Array(DiscountPart)),
  tax: Type.Array(TaxPart),
  total: Total,
  /** Set for a gift, whose deliveries are orders of their own. Of its address, only the country is known. */
  gift: Type.Optional(exact({ country: Country })),
})

export type Checkout = Static<typeof Checkout>

/**
 * The settings with their version, which changes when a changed setting is saved. A request to save contains the
 * version that the admin has read. It is refused if another admin has saved changes since. Settings that were never
 * saved have the version 0.
 */
export const VersionedSelling = exact({ settings: SellingSettings, version: Type.Integer({ minimum: 0 }) })

export type VersionedSelling = Static<typeof VersionedSelling>

/** The settings as they are shown. `hasStripe` says whether the keys of Stripe are in the settings of the program. */
const ShownSelling = exact({ ...VersionedSelling.properties, hasStripe: Type.Boolean() })

export type ShownSelling = Static<typeof ShownSelling>

export const sellingCalls = {
  'GET /selling': {
    summary: 'How the shop delivers, roasts and taxes',
    access: 'admin',
    limit: 'read',
    answer: ShownSelling,
  },
  'PUT /selling': {
    summary: 'Change how the shop delivers, roasts and taxes',
    access: 'admin',
    limit: 'write',
    body: VersionedSelling,
    answer: exact({ version: Type.Integer() }),
  },
  'GET /selling/currency': {
    summary: 'The currency of the shop, and whether it can still be changed',
    access: 'admin',
    limit: 'read',
    answer: exact({ currency: Currency, isFixed: Type.Boolean() }),
  },
  'PUT /selling/currency': {
    summary: 'Change the currency, and keep the numbers of all prices',
    access: 'admin',
    limit: 'write',
    body: exact({ currency: Currency }),
    answer: exact({ currency: Currency }),
  },
} as const satisfies CallTable
