import { Type } from 'typebox'
import type { Static } from 'typebox'
import type { CallTable } from './call.ts'
import { exact, Id, Name, oneOf, Price, Text, Time } from './fields.ts'
import { MAX_SEARCH_TEXT } from './values/facts/coffee-list.ts'
import { giftStates } from './values/orders/gifts.ts'
import { orderStates } from './values/states.ts'

/** Money is text, such as `12.50`. `revenue` includes delivery, and `refunded` is not taken off it. */
const Money = { revenue: Price, refunded: Price }

/**
 * The sales figures on the dashboard. `today` begins at midnight in the time zone of the shop, and `days` are the last 30
 * days, including today. An order counts on the day on which it was paid, and a refund on the day on which it was made, as in
 * the files of the month. `bestSellers` are the products that sold best in these 30 days, without orders that were refunded
 * whole. `orders` is the number of orders that were paid today, and `sold` the number of paid lines. `accepted` is the share
 * (0 to 1) of successful payments among the payments that were started today and have an outcome, or null if there are none.
 * It is missing if customers pay later, by transfer or in cash.
 */
export const DashboardSummary = exact({
  today: exact({
    orders: Type.Integer(),
    ...Money,
    accepted: Type.Optional(Type.Union([Type.Number(), Type.Null()])),
  }),
  days: Type.Array(exact({ day: Type.String(), sold: Type.Integer(), ...Money })),
  bestSellers: Type.Array(exact({ productName: Name, sold: Type.Integer(), revenue: Price })),
})

export type DashboardSummary = Static<typeof DashboardSummary>

/**
 * How many orders, messages, reviews and products wait for an admin: paid orders, orders that wait for their payment, orders
 * from which the customer has withdrawn, open messages, reviews that are not shown yet, products of which only few are left,
 * what is on the payment desk, which is counted once a minute, and missed deliveries of subscriptions. No number is larger than `MAX_COUNTED`.
 */
const Waiting = exact({
  toPack: Type.Integer(),
  toPay: Type.Integer(),
  withdrawn: Type.Integer(),
  messages: Type.Integer(),
  reviews: Type.Integer(),
  lowStock: Type.Integer(),
  faults: Type.Integer(),
  missed: Type.Integer(),
})

export type Waiting = Static<typeof Waiting>

const { toPack, messages } = Waiting.properties

/** What waits for a packer: the other things are on pages that packers may not see. */
const WaitingForPackers = exact({ toPack, messages })

/**
 * Something that the search of the dashboard has found. `id` is that of the order, the account, the message or the product.
 * `title` is the name of a person or a product. `number`, `state` and `at` are those of an order, `at` also that of a
 * message. `note` is where an order goes and what is in it, the beginning of a message, or the brand or category of a product.
 * `after` is the cursor of the inbox before a message.
 */
const Hit = exact({
  kind: oneOf(['order', 'account', 'message', 'coffee', 'bag'] as const),
  id: Id,
  title: Type.String(),
  number: Type.Optional(Type.Integer()),
  state: Type.Optional(oneOf(orderStates)),
  gift: Type.Optional(oneOf(giftStates)),
  at: Type.Optional(Time),
  note: Type.String(),
  after: Type.Optional(Type.String()),
  email: Type.Optional(Type.String()),
})

export type Hit = Static<typeof Hit>

const { email: _, ...hitForPackers } = Hit.properties

export const dashboardCalls = {
  'GET /glance': {
    summary: 'Today and the last 30 days',
    access: 'admin',
    limit: 'read',
    answer: DashboardSummary,
  },
  'GET /waiting': {
    summary: 'How much waits for an admin, or for a packer',
    access: 'staff',
    limit: 'read',
    answer: Waiting,
    answerForPackers: WaitingForPackers,
  },
  'GET /find': {
    summary:
      'Orders, accounts, messages and products with words that begin so, the best first. Packers get orders and messages',
    access: 'staff',
    limit: 'read',
    query: exact({ q: Text(MAX_SEARCH_TEXT) }),
    answer: Type.Array(Hit),
    answerForPackers: Type.Array(exact(hitForPackers)),
  },
} as const satisfies CallTable
