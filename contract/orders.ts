import { Type } from 'typebox'
import type { Static } from 'typebox'
import type { CallTable } from './call.ts'
import {
  Count,
  Delivery,
  EmailOrNone,
  exact,
  Id,
  IdParams,
  lineFields,
  Modified,
  Name,
  oneOf,
  Payment,
  Price,
  Time,
} from './fields.ts'
import { MAX_MOVES } from './values/limits.ts'
import { giftStates } from './values/orders/gifts.ts'
import { orderStates } from './values/states.ts'
import { OrderCountQuery, OrdersQuery, ProductCountQuery, ProductsQuery } from './paging.ts'

const gift = Type.Optional(oneOf(giftStates))

/**
 * A line in the cart or in an order of any user, paid or not, as the dashboard lists it. `orderId` is its order. It is
 * missing while the line is in a cart. `refunded` is set if the whole order was refunded: nothing is left to be done. `gift` is
 * set if it is a gift, for which nothing is sent.
 */
export const OrderedProduct = exact({
  ...lineFields,
  email: EmailOrNone,
  orderedAt: Time,
  orderId: Type.Optional(Id),
  refunded: Type.Optional(Type.Literal(true)),
  gift,
})

/**
 * The fields of an order in a list. `payment` is missing if the order waits for its payment or was cancelled.
 * `withdrawnAt` is when the customer withdrew from the contract.
 */
export const fullOrderFields = {
  _id: Id,
  number: Type.Integer(),
  state: oneOf(orderStates),
  email: EmailOrNone,
  customer: Name,
  total: Price,
  payment: Type.Optional(Payment),
  orderedAt: Time,
  withdrawnAt: Type.Optional(Time),
  gift,
  items: Type.Array(OrderedProduct),
}

export const FullOrder = exact(fullOrderFields)

export type OrderedProduct = Static<typeof OrderedProduct>
export type FullOrder = Static<typeof FullOrder>

const read = { access: 'admin', limit: 'read' } as const
const write = { access: 'admin', limit: 'write' } as const

/**
 * A request to move the order of a line from one delivery state to another, with all its lines. The request is refused if
 * the order is no longer in the state `from`.
 */
const Move = exact({ from: Delivery, to: Delivery })

const Moves = exact({
  moves: Type.Array(exact({ id: Id, from: Delivery, to: Delivery }), { minItems: 1, maxItems: MAX_MOVES }),
})

/**
 * The result of moving the orders of several lines. A line that is refused does not keep the others from being moved.
 * `reason` tells the admin in one sentence why a line was refused.
 */
const Moved = exact({
  acknowledged: Type.Boolean(),
  modifiedCount: Type.Integer(),
  refused: Type.Array(exact({ id: Id, reason: Type.String() })),
})

export type Moved = Static<typeof Moved>

export const orderCalls = {
  'GET /allProducts': {
    summary: 'All ordered products',
    ...read,
    query: ProductsQuery,
    answer: Type.Array(OrderedProduct),
  },
  'GET /fullProducts': {
    summary: 'All full orders',
    ...read,
    query: OrdersQuery,
    answer: Type.Array(FullOrder),
  },
  'GET /fullProduct/{id}': {
    summary: 'One full order with its items',
    ...read,
    params: IdParams,
    answer: FullOrder,
  },
  'PUT /delivery/{id}': {
    summary: 'Move the order of a paid line to the next or the previous delivery state',
    ...write,
    params: IdParams,
    body: Move,
    answer: Modified,
  },
  'PUT /deliveries': { summary: 'Move the orders of many paid lines', ...write, body: Moves, answer: Moved },
  'GET /count/products': {
    summary: 'How many ordered products the filters find',
    ...read,
    query: ProductCountQuery,
    answer: Count,
  },
  'GET /count/orders': {
    summary: 'How many full orders the filters find',
    ...read,
    query: OrderCountQuery,
    answer: Count,
  },
} as const satisfies CallTable
