import { Type } from 'typebox'
import type { Static } from 'typebox'
import type { CallTable } from '../call.ts'
import { GuestItems } from '../cart.ts'
import { EveryWeeks, exact, Id, IdParams, Img, Name, NewEmail, oneOf, OrNull, Text } from '../fields.ts'
import {
  Address,
  Checkout,
  Country,
  DeliveryPromise,
  DiscountPart,
  Minor,
  TaxPart,
  Total,
} from './settings.ts'
import { PAYMENT_WAYS } from './gateways.ts'
import { MAX_ITEMS, NOTE_LENGTH } from '../values/limits.ts'

/**
 * A line of the cart for which the customer is about to pay. `price` is the current price of the product. `soldOut` is
 * set if too little is left of the product for this line: the lines before it take what there is. A line that begins a
 * subscription has `everyWeeks`. With `roastersChoice`, the roaster chooses what comes after the first delivery.
 */
const QuoteLine = exact({
  _id: Id,
  productId: Id,
  productName: Name,
  img: Img,
  price: Minor,
  weightGrams: OrNull(Type.Integer()),
  grind: OrNull(Type.String()),
  everyWeeks: Type.Optional(EveryWeeks),
  roastersChoice: Type.Optional(Type.Literal(true)),
  soldOut: Type.Optional(Type.Literal(true)),
})

/**
 * How an order can be paid: at once without moving money, by card on the page of Stripe, by bank transfer after it was
 * placed, or when it is picked up. `note` is the owner's text about that.
 */
const PaymentChoice = exact({ way: oneOf(['instant', ...PAYMENT_WAYS] as const), note: Type.String() })

export type PaymentChoice = Static<typeof PaymentChoice>

/** A way of delivery that is possible for the lines of a quote, with its price and its promise. */
const Offer = exact({
  id: Id,
  name: Name,
  kind: oneOf(['parcel', 'pickup'] as const),
  note: Type.String(),
  price: Minor,
  promise: OrNull(DeliveryPromise),
})

export type Offer = Static<typeof Offer>

const QuotedDiscount = exact({ ...DiscountPart.properties, note: Type.Optional(Type.String()) })

export type QuotedDiscount = Static<typeof QuotedDiscount>

/**
 * What the customer pays, and the ways to pay from which the customer chooses. `methodId` is null if the shop delivers
 * nothing. `deliveryPrice` is without the `discounts`, which are missing if there are none. The `note` of a discount is
 * a sentence about conditions that are checked only when a guest pays. `tooSmall` is a sentence that is set if the
 * total is less than can be paid by card, or if it is nothing, and a subscription needs a card.
 */
const Totals = exact({
  methodId: OrNull(Id),
  deliveryPrice: Minor,
  discounts: Type.Optional(Type.Array(QuotedDiscount)),
  tooSmall: Type.Optional(Type.String()),
  tax: Type.Array(TaxPart),
  total: Total,
  payments: Type.Array(PaymentChoice, { minItems: 1 }),
})

/**
 * The `code` of a discount as the customer has typed it. With `withoutPersonal`, discounts without a code that depend
 * on the person are left out: the client sends it after `POST /checkout` has refused one with `discount-refused`.
 */
const withDiscounts = {
  code: Type.Optional(Text(40)),
  withoutPersonal: Type.Optional(Type.Literal(true)),
}

/** What coffees with one rhythm cost each time that they come again: the `total` is with the `deliveryPrice`. */
const Renewal = exact({ everyWeeks: EveryWeeks, deliveryPrice: Minor, total: Total })

export type Renewal = Static<typeof Renewal>

/**
 * What the checkout shows. `country` is the country of the shop. Parcels are sent to `countries`, which is empty if the
 * shop only has pickups. `delivers` is false if the shop has no ways of delivery, so that customers choose none.
 * `totals` is null until a possible way is chosen. `renewals` is missing until then, or if no subscription begins. `code` is the customer's code in capital letters, with a sentence
 * that says why it cannot be used, if it cannot.
 */
export const Quote = exact({
  currency: Type.String(),
  country: Country,
  countries: Type.Array(Country),
  lines: Type.Array(QuoteLine),
  itemsTotal: Total,
  weightGrams: Type.Integer(),
  delivers: Type.Boolean(),
  offers: Type.Array(Offer),
  totals: OrNull(Totals),
  renewals: Type.Optional(Type.Array(Renewal)),
  code: Type.Optional(exact({ code: Type.String(), refusal: Type.Optional(Type.String()) })),
})

export type Quote = Static<typeof Quote>

/**
 * A request for a quote. Without `lines`, the quote is for all unpaid lines of the caller's cart. Lines that are no
 * longer in the cart are left out. A guest sends the `items` of the browser's cart instead. If `country` is null, only
 * pickups are possible.
 */
const QuoteRequest = exact({
  lines: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: MAX_ITEMS })),
  items: Type.Optional(GuestItems),
  country: OrNull(Country),
  methodId: OrNull(Id),
  ...withDiscounts,
})

export type QuoteRequest = Static<typeof QuoteRequest>

/**
 * The order of a person without an account. `cartId` is a random id of the browser's cart. The browser keeps it until
 * the cart is paid, and all requests with the same id pay for one order. It must be impossible to guess, because the
 * response to a repeated request sets the cookie that shows the order.
 */
const GuestOrder = exact({
  cartId: Type.String({ pattern: '^[\\w-]{22,64}$' }),
  email: NewEmail,
  name: Name,
  items: GuestItems,
})

export type GuestOrder = Static<typeof GuestOrder>

/**
 * A request to pay. A guest sends `guest` instead of `lines`. `total`, `currency` and `promise` are what the customer
 * saw. If the server computes another total or another promise, nothing is charged. `address` is null for a pickup.
 * `methodId` is null if the shop delivers nothing: the order then has neither an address nor a note. Without `way`, the
 * first possible way to pay is taken.
 */
export const CheckoutRequest = exact({
  lines: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: MAX_ITEMS, uniqueItems: true })),
  guest: Type.Optional(GuestOrder),
  methodId: OrNull(Id),
  address: OrNull(Address),
  note: Text(NOTE_LENGTH),
  ...withDiscounts,
  total: Total,
  currency: Type.Optional(Type.String()),
  way: Type.Optional(PaymentChoice.properties.way),
  promise: OrNull(DeliveryPromise),
})

export type CheckoutRequest = Static<typeof CheckoutRequest>

/**
 * What became of a checkout. After `redirect`, the customer pays at `url`, a page of the payment gateway. `waiting`
 * is an order that is paid later. While the outcome is unknown, the status is `checking`. If an earlier request had
 * already paid for the lines or begun to, `paymentId` is its payment, and this request charged nothing. `alreadyPaid`
 * is set if the earlier request had paid. `paymentId` is missing only if the earlier payment is not known any more.
 */
export const CheckoutResult = exact({
  status: oneOf(['paid', 'waiting', 'redirect', 'checking'] as const),
  paymentId: Type.Optional(Id),
  alreadyPaid: Type.Optional(Type.Literal(true)),
  url: Type.Optional(Type.String()),
})

export type CheckoutResult = Static<typeof CheckoutResult>

/**
 * What a customer agreed to with a payment. `number` is the number of the order, or null if the payment has no order.
 * `subscribed` are the coffees whose subscriptions the order begins.
 */
export const PlacedCheckout = exact({
  number: OrNull(Type.Integer()),
  checkout: Checkout,
  subscribed: Type.Array(exact({ coffee: Name, everyWeeks: EveryWeeks, roastersChoice: Type.Boolean() })),
})

export type PlacedCheckout = Static<typeof PlacedCheckout>

/**
 * What a visitor reads about delivery to a country before there is an order. An order until `orderUntil`, such as
 * `10:00 tomorrow`, gets the promises of the `offers`; it is null if the shop promises no days. `price` is the lowest
 * one of a method, and orders from `freeFrom` on are delivered for nothing, if it is not null. `isTaxed` says whether
 * prices include tax there.
 */
export const DeliveryAhead = exact({
  country: Country,
  isTaxed: Type.Boolean(),
  orderUntil: OrNull(Type.String()),
  offers: Type.Array(
    exact({
      name: Name,
      kind: oneOf(['parcel', 'pickup'] as const),
      price: Minor,
      freeFrom: OrNull(Total),
      promise: OrNull(DeliveryPromise),
    }),
  ),
})

export type DeliveryAhead = Static<typeof DeliveryAhead>

/** Visitors may call these too, if the shop shows its products to everyone. */
const forGuests = { access: 'product' } as const

export const checkoutCalls = {
  'POST /checkout/quote': {
    summary: 'What lines of the cart cost with delivery and tax, and when they arrive',
    ...forGuests,
    limit: 'read',
    body: QuoteRequest,
    answer: Quote,
  },
  'POST /checkout': {
    summary: 'Pay for lines of the cart with delivery',
    ...forGuests,
    limit: 'write',
    // A checkout stores the cart of a guest, which can be as large as that of an account.
    limitOfVisitors: 'guest',
    whileClosed: 'admins',
    body: CheckoutRequest,
    answer: CheckoutResult,
  },
  'GET /checkout/{id}': {
    summary: 'What the caller agreed to with a payment',
    access: 'buyer',
    limit: 'read',
    params: IdParams,
    answer: PlacedCheckout,
  },
  'GET /delivery': {
    summary: 'When and for how much the shop delivers to the country of a time zone',
    access: 'product',
    limit: 'read',
    query: exact({ timeZone: Type.String({ maxLength: 64 }) }),
    answer: DeliveryAhead,
  },
  'GET /selling/promises': {
    summary: 'What an order that is placed now would be promised, by delivery method',
    access: 'admin',
    limit: 'read',
    answer: Type.Array(
      exact({ method: Name, kind: oneOf(['parcel', 'pickup'] as const), promise: OrNull(DeliveryPromise) }),
    ),
  },
} as const satisfies CallTable
