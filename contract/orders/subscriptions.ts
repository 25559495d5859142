import { Type } from 'typebox'
import type { Static } from 'typebox'
import type { CallTable } from '../call.ts'
import { Acknowledged, LinkToken } from '../identity/sign-in.ts'
import { Email, exact, Grams, Id, IdParams, Img, Name, oneOf, OrNull, Price, Text, Time } from '../fields.ts'
import { Address, Country, DeliveryPromise, LocalDate, Minor } from '../selling/settings.ts'
import { MAX_AT_ONCE } from '../values/limits.ts'
import { REASON_LENGTH, RHYTHMS, subscriptionStates } from '../values/orders/subscriptions.ts'
import type { Rhythm } from '../values/orders/subscriptions.ts'
import { orderStates } from '../values/states.ts'

/** A delivery that is planned `day` on. It can be changed until `changeUntil`. */
const NextDelivery = exact({ day: LocalDate, promise: DeliveryPromise, changeUntil: Time })

/**
 * A coffee to which a customer can change, with the price of a bag of a subscription. With `kind`, such as `espresso`, the roaster
 * can choose another one of that kind and size each time.
 */
const Choice = exact({
  _id: Id,
  name: Name,
  weight: Type.Optional(Grams),
  price: Price,
  kind: Type.Optional(Type.String()),
})

export type SubscriptionChoice = Static<typeof Choice>

/** Where a subscription goes. `address` is null if it is picked up. */
const Destination = exact({ methodId: Id, address: OrNull(Address) })

/**
 * A way of delivery, and what one delivery of a subscription costs in each of its zones. That is null if the delivery is too
 * heavy. A zone without countries is the rest of the world, and a pickup has no zones.
 */
const DeliveryWay = exact({
  _id: Id,
  name: Name,
  kind: oneOf(['parcel', 'pickup'] as const),
  zones: Type.Array(exact({ countries: Type.Array(Country), price: OrNull(Minor) })),
})

export type DeliveryWay = Static<typeof DeliveryWay>

/**
 * One of the customer's subscriptions. `price` is that of a bag, and `newPrice` the one that it has from a day on. `nextOn` is
 * the day from which the next delivery is roasted, which can be moved to `firstDay` or later, and `later` the roast day after it.
 * With `roastersChoice`, a coffee of the same `kind` comes in place of the product. `card` is missing if each delivery is paid by
 * transfer, or if it is a gift, which has `deliveriesLeft`. `next` is empty unless the subscription is active, and if its way of
 * delivery no longer goes to its `destination`.
 */
export const OwnSubscription = exact({
  _id: Id,
  product: exact({ _id: Id, name: Name, img: Img, weight: Type.Optional(Grams) }),
  secondChoice: OrNull(Id),
  roastersChoice: Type.Boolean(),
  kind: OrNull(Type.String()),
  grind: OrNull(Name),
  quantity: Type.Integer(),
  price: Price,
  newPrice: Type.Optional(exact({ price: Price, from: Time })),
  everyWeeks: Type.Integer(),
  state: oneOf(subscriptionStates),
  nextOn: LocalDate,
  firstDay: LocalDate,
  later: Type.Optional(LocalDate),
  delivery: Type.String(),
  destination: Destination,
  ways: Type.Array(DeliveryWay),
  addressLines: Type.Array(Type.String()),
  card: Type.Optional(Type.String()),
  deliveriesLeft: Type.Optional(Type.Integer()),
  next: Type.Array(NextDelivery),
})

export type OwnSubscription = Static<typeof OwnSubscription>

/** An order that subscriptions have placed, and that has not been sent. */
const OpenRenewal = exact({
  _id: Id,
  number: Type.Integer(),
  state: oneOf(orderStates),
  roastOn: LocalDate,
  total: Price,
})

export type OpenRenewal = Static<typeof OpenRenewal>

/**
 * The customer's subscriptions, and what they can be changed to. No delivery can be put off beyond `lastDay`. `takesCards` is set
 * if what is paid by transfer can be paid by card from now on.
 */
export const OwnSubscriptions = exact({
  subscriptions: Type.Array(OwnSubscription),
  renewals: Type.Array(OpenRenewal),
  choices: Type.Array(Choice),
  grinds: Type.Array(Name),
  lastDay: LocalDate,
  takesCards: Type.Optional(Type.Boolean()),
})

export type OwnSubscriptions = Static<typeof OwnSubscriptions>

/** What changes. Each change is undone by sending the earlier values. */
export const SubscriptionChange = exact({
  nextOn: Type.Optional(LocalDate),
  productId: Type.Optional(Id),
  secondChoice: Type.Optional(OrNull(Id)),
  roastersChoice: Type.Optional(Type.Boolean()),
  grind: Type.Optional(OrNull(Name)),
  quantity: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_AT_ONCE })),
  everyWeeks: Type.Optional(Type.Unsafe<Rhythm>({ enum: [...RHYTHMS] })),
  destination: Type.Optional(Destination),
  state: Type.Optional(oneOf(['active', 'ended'] as const)),
  reason: Type.Optional(Text(REASON_LENGTH)),
})

export type SubscriptionChange = Static<typeof SubscriptionChange>

/** The code in the mail that `POST /subscriptions/link/code` has sent. */
export const MailedCode = Type.String({ pattern: '^\\d{6}$' })

const own = { access: 'buyer' } as const
const byLink = { access: 'public', limit: 'signIn' } as const

/**
 * The calls with which customers see and change their subscriptions. Those with a `token` need no login: it is that of the link
 * in a mail.
 */
export const subscriptionCalls = {
  'GET /roastersChoice/{id}': {
    summary: 'The kind of coffees from which the roaster can choose in place of this one, if there are some',
    access: 'product',
    limit: 'read',
    params: IdParams,
    answer: exact({ kind: Type.Optional(Type.String()) }),
  },
  'GET /subscriptions': {
    summary: 'The caller’s subscriptions with their next deliveries',
    ...own,
    limit: 'read',
    answer: OwnSubscriptions,
  },
  'PUT /subscriptions/{id}': {
    summary: 'Change one of the caller’s subscriptions: skip or move a delivery, swap the coffee, end it',
    ...own,
    limit: 'write',
    params: IdParams,
    body: SubscriptionChange,
    answer: OwnSubscription,
  },
  'POST /subscriptions/links': {
    summary: 'Mail a link to the subscriptions of this email address, if it has some',
    access: 'public',
    limit: 'reset',
    body: exact({
      email: Email,
      number: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000_000 })),
    }),
    answer: Acknowledged,
  },
  'POST /subscriptions/link': {
    summary: 'The subscriptions of a mailed link',
    ...byLink,
    body: exact({ token: LinkToken }),
    answer: OwnSubscriptions,
  },
  'PUT /subscriptions/link/{id}': {
    summary: 'Change one of them. Another address, and what makes a delivery dearer, need a mailed code',
    ...byLink,
    params: IdParams,
    body: exact({ token: LinkToken, change: SubscriptionChange, code: Type.Optional(MailedCode) }),
    answer: OwnSubscription,
  },
  'POST /subscriptions/link/code': {
    summary:
      'Mail a code of six digits to the customer of the link. It works once, with this link, for ten minutes',
    ...byLink,
    body: exact({ token: LinkToken }),
    answer: Acknowledged,
  },
  'POST /subscriptions/link/revocation': {
    summary: 'Revoke this link, and all earlier ones of the same customer',
    ...byLink,
    body: exact({ token: LinkToken }),
    answer: Acknowledged,
  },
} as const satisfies CallTable
