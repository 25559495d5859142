import { Type } from 'typebox'
import type { Static } from 'typebox'
import type { CallTable } from '../call.ts'
import { exact, Id, IdParams, Modified, Name, oneOf, OrNull, Time } from '../fields.ts'
import { SubscriptionsQuery } from '../paging.ts'
import { Total } from '../selling/settings.ts'
import { subscriptionStates } from '../values/orders/subscriptions.ts'
import { orderStates } from '../values/states.ts'
import { OwnSubscription, OwnSubscriptions, SubscriptionChange } from './subscriptions.ts'

/** A day in the shop's time zone, such as `2026-11-24`. */
const Day = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' })

/** `grams` is null if the weight of a bag is not known. */
const DueCoffee = exact({ name: Name, bags: Type.Integer(), grams: OrNull(Type.Integer()) })

/**
 * What subscriptions need on a roast day, planned or ordered. Of the `orders` that they have placed already, `unpaid` ones wait
 * for their money. `income` is what the coffees cost, without delivery, in the smallest unit of the shop's currency.
 */
const DueDay = exact({
  day: Day,
  coffees: Type.Array(DueCoffee),
  deliveries: Type.Integer(),
  orders: Type.Integer(),
  unpaid: Type.Integer(),
  income: Total,
})

export type DueDay = Static<typeof DueDay>

const person = { name: Type.String(), email: Type.String() }

/** A subscription whose present was left out on the roast day `day`: it was sold out, or made the parcel too heavy. */
const SoldOutPresent = exact({ _id: Id, ...person, day: Day })

/** A subscription that began, was paused or ended. `at` and `reason` are null if they are not known. */
const Joined = exact({
  _id: Id,
  ...person,
  coffee: Name,
  at: OrNull(Time),
  reason: OrNull(Type.String()),
})

export type JoinedSubscription = Static<typeof Joined>

/** `count` is the number of all changes of a kind, of which the newest are listed. */
const Changes = exact({ count: Type.Integer(), newest: Type.Array(Joined) })

/**
 * The coffees that a person should have got in one parcel on the roast day `day`, and that were not ordered in time. `_id` is
 * that of one of the subscriptions. It cannot be sent any more if none of them is active.
 */
const Missed = exact({ _id: Id, day: Day, ...person, coffees: Type.Array(Name), canSend: Type.Boolean() })

export type MissedDelivery = Static<typeof Missed>

/**
 * What is due in the coming weeks, who joined, paused and left in the last days, and what was missed. Of what is `undeliverable`,
 * because its way of delivery is gone from the shop, nothing is due.
 */
const Overview = exact({
  isOffered: Type.Boolean(),
  due: Type.Array(DueDay),
  undeliverable: Type.Integer(),
  joined: Changes,
  paused: Changes,
  left: Changes,
  missed: Type.Array(Missed),
  soldOutPresents: Type.Array(SoldOutPresent),
})

export type SubscriptionsOverview = Static<typeof Overview>

/**
 * A subscription in the list. `income` is what one delivery costs, in the smallest unit of the shop's currency. `gift` has the
 * number of paid deliveries, and of those that are left. `nextDay` is null once its way of delivery is gone from the shop.
 */
const Listed = exact({
  _id: Id,
  ...person,
  coffee: Name,
  quantity: Type.Integer(),
  everyWeeks: Type.Integer(),
  nextDay: OrNull(Day),
  state: oneOf(subscriptionStates),
  income: Total,
  gift: Type.Optional(exact({ left: Type.Integer(), of: Type.Integer() })),
})

export type ListedSubscription = Static<typeof Listed>

/** An order that a subscription has placed, or with which it began. */
const ItsOrder = exact({ _id: Id, number: Type.Integer(), state: oneOf(orderStates) })

/** What became of a delivery, which was planned for the roast day `day`. */
const Delivered = exact({
  day: Day,
  state: oneOf(['ordered', 'sold-out', 'impossible', 'missed', 'left-out'] as const),
  order: Type.Optional(ItsOrder),
})

/**
 * One subscription, as its customer sees it, with the customer and what has become of it. `renewals` are the open orders of all
 * subscriptions of the customer. `present` goes with the next delivery. It was left out on `soldOutOn`, if there is such a day.
 */
const DeskSubscription = exact({
  ...OwnSubscriptions.properties,
  ...person,
  begunAt: Time,
  endedAt: Type.Optional(Time),
  reason: Type.Optional(Type.String()),
  present: Type.Optional(exact({ name: Name, soldOutOn: Type.Optional(Day) })),
  deliveries: Type.Array(Delivered),
  first: OrNull(ItsOrder),
})

export type DeskSubscription = Static<typeof DeskSubscription>

export const subscriptionDeskCalls = {
  'GET /allSubscriptions': {
    summary: 'All subscriptions, the newest first',
    access: 'admin',
    limit: 'read',
    query: SubscriptionsQuery,
    answer: Type.Array(Listed),
  },
  'GET /subscriptionsOverview': {
    summary: 'What subscriptions need in the next four weeks, how they changed, and what was missed',
    access: 'admin',
    limit: 'read',
    answer: Overview,
  },
  'GET /subscription/{id}': {
    summary: 'A subscription with its customer, its deliveries and what it can be changed to',
    access: 'admin',
    limit: 'read',
    params: IdParams,
    answer: DeskSubscription,
  },
  'PUT /subscription/{id}': {
    summary: 'Change a subscription for its customer, who is told by mail. It cannot become dearer',
    access: 'admin',
    limit: 'write',
    params: IdParams,
    body: SubscriptionChange,
    answer: OwnSubscription,
  },
  'PUT /subscription/{id}/present': {
    summary: 'Add a bag to its next delivery as a present, or take it back',
    access: 'admin',
    limit: 'write',
    params: IdParams,
    body: exact({ productId: OrNull(Id) }),
    answer: Modified,
  },
  'PUT /missedDeliveries/{id}': {
    summary: 'Send what a person missed on a day with the next roast day, or leave it out',
    access: 'admin',
    limit: 'write',
    params: IdParams,
    body: exact({ day: Day, decision: oneOf(['send', 'leave-out'] as const) }),
    answer: Modified,
  },
  'POST /shop/wake': {
    summary: 'Say that this is the real shop, and no copy',
    access: 'admin',
    limit: 'write',
    answer: exact({ acknowledged: Type.Boolean() }),
  },
} as const satisfies CallTable
