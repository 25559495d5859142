import { Type } from 'typebox'
import type { Static } from 'typebox'
import type { CallTable } from './call.ts'
import { Delivery, Email, exact, Id, IdParams, Img, Name, Payment, Price, SentRatting } from './fields.ts'
import { MOST_ITEMS } from './values/limits.ts'

/** An item as the browser shows it. Only `_id` and the price shown are read; the rest is never believed. */
const ShownItem = exact({
  _id: Id,
  email: Type.Optional(Email),
  customer: Type.Optional(Name),
  productName: Type.Optional(Name),
  img: Type.Optional(Img),
  price: Type.Optional(Price),
  ratting: Type.Optional(SentRatting),
  payment: Type.Optional(Payment),
  productId: Type.Optional(Id),
  newPrice: Type.Optional(Price),
  removed: Type.Optional(Type.Literal(true)),
  checking: Type.Optional(Type.Literal(true)),
  delivery: Type.Optional(Delivery),
  brand: Type.Optional(Name),
  bag: Type.Optional(Name),
})

/** `total` is what the person was shown, in dollars: as text, or as a number with at most two decimals. */
export const FullPayment = exact({
  email: Email,
  items: Type.Array(ShownItem, { minItems: 1, maxItems: MOST_ITEMS }),
  total: Type.Union([Price, Type.Number({ minimum: 0, maximum: 1e10 })]),
  payment: Type.Optional(Payment),
})

export type FullPayment = Static<typeof FullPayment>

/** `price` is what the person was shown; without it, the price agreed when the item was put into the cart. */
const SinglePayment = Type.Union([exact({ price: Type.Optional(Price) }), Type.Null()])

/**
 * `acknowledged` is false, with `checking`, while the gateway's answer is not known. `alreadyPaid` is there when
 * another request has paid for the items, so that this one moved no money.
 */
const Paid = exact({
  acknowledged: Type.Boolean(),
  modifiedCount: Type.Integer(),
  checking: Type.Optional(Type.Literal(true)),
  alreadyPaid: Type.Optional(Type.Literal(true)),
})

const FullPaid = exact({
  acknowledged: Type.Boolean(),
  insertedId: Type.Optional(Id),
  checking: Type.Optional(Type.Literal(true)),
  alreadyPaid: Type.Optional(Type.Literal(true)),
})

export const paymentCalls = {
  'PUT /singlePayment/{id}': {
    summary: 'Pay one item of the cart',
    access: 'signedIn',
    limit: 'write',
    params: IdParams,
    body: SinglePayment,
    answer: Paid,
  },
  'POST /fullOrder': {
    summary: 'Pay all unpaid items among those named',
    access: 'signedIn',
    limit: 'write',
    email: 'own',
    body: FullPayment,
    answer: FullPaid,
  },
} as const satisfies CallTable
