import { Type } from 'typebox'
import type { Static } from 'typebox'
import type { CallTable } from './call.ts'
import { Deleted, Delivery, Email, exact, Id, IdParams, Img, Modified, Name, Payment, Price, Ratting } from './fields.ts'
import {
  NewestQuery,
  OrderCountQuery,
  OrdersQuery,
  ProductCountQuery,
  ProductsQuery,
  UserCountQuery,
  UsersQuery,
} from './pages-of-rows.ts'

const Time = Type.Integer({ description: 'UTC milliseconds' })

/** One ordered product, whoever ordered it. `delivery` is there once it is paid. */
export const OrderedProduct = exact({
  _id: Id,
  email: Email,
  customer: Name,
  productName: Name,
  img: Img,
  price: Price,
  ratting: Ratting,
  payment: Type.Optional(Payment),
  delivery: Type.Optional(Delivery),
  orderedAt: Time,
})

export const FullOrder = exact({
  _id: Id,
  email: Email,
  customer: Name,
  total: Price,
  payment: Payment,
  orderedAt: Time,
  items: Type.Array(OrderedProduct),
})

export const User = exact({ _id: Id, name: Type.String(), email: Email, role: Type.Optional(Type.Literal('Admin')) })

/**
 * Today (since midnight UTC) and the last 30 days. Amounts are text in dollars. Nothing unpaid is counted: `orders` are
 * the payments that went through today, each for one item or for a whole cart; `accepted` is the share, from 0 to 1, of
 * the payments started today that went through, null while none has been answered; `sold` are items.
 */
export const Glance = exact({
  today: exact({ orders: Type.Integer(), revenue: Price, accepted: Type.Union([Type.Number(), Type.Null()]) }),
  days: Type.Array(exact({ day: Type.String(), sold: Type.Integer(), revenue: Price })),
  bestSellers: Type.Array(exact({ productName: Name, sold: Type.Integer(), revenue: Price })),
})

export const Message = exact({ _id: Id, name: Type.String(), email: Type.String(), message: Type.String(), receivedAt: Time })

export const Mail = exact({
  _id: Id,
  replyTo: Type.String(),
  subject: Type.String(),
  status: Type.Union([Type.Literal('waiting'), Type.Literal('sent'), Type.Literal('failed')]),
  tries: Type.Integer(),
  error: Type.Optional(Type.String()),
  createdAt: Time,
  sentAt: Type.Optional(Time),
})

/** One change of the books: who did what to which thing, in words. */
export const AuditEntry = exact({ _id: Id, at: Time, who: Type.String(), action: Type.String(), subject: Type.String(), detail: Type.String() })

export type OrderedProduct = Static<typeof OrderedProduct>
export type FullOrder = Static<typeof FullOrder>
export type User = Static<typeof User>
export type Glance = Static<typeof Glance>
export type Message = Static<typeof Message>
export type Mail = Static<typeof Mail>
export type AuditEntry = Static<typeof AuditEntry>

const read = { access: 'admin', limit: 'read' } as const
const write = { access: 'admin', limit: 'write' } as const

/** Moves an item from one state of delivery to another; refused when it is no longer where it was seen. */
const Move = exact({ from: Delivery, to: Delivery })

/** The most items that one call moves. */
export const MOST_MOVES = 100

const Moves = exact({ moves: Type.Array(exact({ id: Id, from: Delivery, to: Delivery }), { minItems: 1, maxItems: MOST_MOVES }) })

/** Each item is moved or refused by itself; `reason` is a sentence for the admin. */
const Moved = exact({
  acknowledged: Type.Boolean(),
  modifiedCount: Type.Integer(),
  refused: Type.Array(exact({ id: Id, reason: Type.String() })),
})

export type Moved = Static<typeof Moved>

/** The most rows that are counted: a table with more has at least this many. */
export const MOST_COUNTED = 100_000

const Count = exact({ rows: Type.Integer({ maximum: MOST_COUNTED }) })

export const dashboardCalls = {
  'GET /allProducts': { summary: 'All ordered products', ...read, query: ProductsQuery, answer: Type.Array(OrderedProduct) },
  'GET /fullProducts': { summary: 'All full orders', ...read, query: OrdersQuery, answer: Type.Array(FullOrder) },
  'GET /fullProduct/{id}': { summary: 'One full order with its items', ...read, params: IdParams, answer: FullOrder },
  'PUT /delivery/{id}': { summary: 'Move a paid item on, or back', ...write, params: IdParams, body: Move, answer: Modified },
  'PUT /deliveries': { summary: 'Move many paid items on, or back', ...write, body: Moves, answer: Moved },
  'GET /count/products': { summary: 'How many ordered products the filters find', ...read, query: ProductCountQuery, answer: Count },
  'GET /count/orders': { summary: 'How many full orders the filters find', ...read, query: OrderCountQuery, answer: Count },
  'GET /count/users': { summary: 'How many users the filters find', ...read, query: UserCountQuery, answer: Count },
  'GET /allUser': { summary: 'All users', ...read, query: UsersQuery, answer: Type.Array(User) },
  'PUT /makeAdmin/{id}': { summary: 'Make somebody an administrator', ...write, params: IdParams, answer: Modified },
  'PUT /removeAdmin/{id}': { summary: 'Make an administrator a shopper; never the last', ...write, params: IdParams, answer: Modified },
  'DELETE /userDelete/{id}': { summary: 'Remove somebody; what they bought stays in the books', ...write, params: IdParams, answer: Deleted },
  'GET /glance': { summary: 'Today and the last 30 days', ...read, answer: Glance },
  'GET /messages': { summary: 'Messages from the contact form', ...read, query: NewestQuery, answer: Type.Array(Message) },
  'GET /outbox': { summary: 'Mails sent, waiting and failed', ...read, query: NewestQuery, answer: Type.Array(Mail) },
  'PUT /outboxRetry/{id}': { summary: 'Try a failed mail again', ...write, params: IdParams, answer: Modified },
  'GET /audit': { summary: 'Who changed what', ...read, query: NewestQuery, answer: Type.Array(AuditEntry) },
} as const satisfies CallTable

/**
 * Beside the table, since they answer no JSON; for admins, recognised by their session cookie because a browser
 * opens them itself. Paths relative to `/api`. Exports take the filters of their table.
 */
export const EXPORT_PATHS = { products: '/export/products.csv', orders: '/export/orders.csv' } as const

/** Server-sent events: `orders` when an order or payment came in, `users`, `catalogue`, `messages` alike. */
export const LIVE_PATH = '/live'
export const liveTopics = ['orders', 'users', 'catalogue', 'messages'] as const
/** The last event of a line that the server closes because the admin opened too many. The client does not reconnect. */
export const LIVE_REPLACED = 'replaced'
export type LiveTopic = (typeof liveTopics)[number]
