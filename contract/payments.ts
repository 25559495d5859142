import { Type } from 'typebox'
import type { Static } from 'typebox'
import type { CallTable } from './call.ts'
import { OrderItem } from './cart.ts'
import { Email, exact, Id, IdParams, oneOf, Payment, Price, SentRatting } from './fields.ts'
import { MAX_ITEMS } from './values/limits.ts'

/**
 * A line of the cart, as the browser sends it with a payment. The server reads only `_id` and the price that the user
 * saw: `newPrice` or, without it, `price`. It ignores the other fields.
 */
const ShownItem = exact({
  ...Type.Partial(OrderItem).properties,
  _id: Id,
  ratting: Type.Optional(SentRatting),
})

/**
 * A request to pay for several lines of the cart. `total` is the total that the user saw: text, or a
 * number with at most two decimals.
 */
export const FullPayment = exact({
  email: Email,
  items: Type.Array(ShownItem, { minItems: 1, maxItems: MAX_ITEMS }),
  total: Type.Union([Price, Type.Number({ minimum: 0, maximum: 1e10 })]),
  payment: Type.Optional(Payment),
})

export type FullPayment = Static<typeof FullPayment>

/**
 * A request to pay for one line of the cart. `price` is the price that the user saw. If it is missing, the server
 * uses the price that the line had when it was added to the cart.
 */
const SinglePayment = Type.Union([exact({ price: Type.Optional(Price) }), Type.Null()])

/**
 * The fields that the results of paying for one line and for several lines have in common. `acknowledged` is false while
 * `checking` is set.
 */
const progress = {
  /** The outcome of the payment is not known yet. */
  checking: Type.Optional(Type.Literal(true)),
  /** The payment gateway cannot be reached, so nothing was charged. `checking` is set as well. */
  notStarted: Type.Optional(Type.Literal(true)),
  /** The page of the payment gateway on which the customer has to complete the payment. `checking` is set as well. */
  url: Type.Optional(Type.String()),
  /** The order was placed and will be paid later. */
  waiting: Type.Optional(Type.Literal(true)),
  /** An earlier request had already paid for the lines, so this request charged nothing. */
  alreadyPaid: Type.Optional(Type.Literal(true)),
}

const Paid = exact({ acknowledged: Type.Boolean(), modifiedCount: Type.Integer(), ...progress })

const FullPaid = exact({ acknowledged: Type.Boolean(), insertedId: Type.Optional(Id), ...progress })

/**
 * The state of a payment. `not-started` means that the payment gateway cannot be reached, so that there is no page
 * yet on which the customer could pay, and nothing was charged. `url` is the page of the gateway on which the
 * customer can complete the payment, and `reason` says why a payment failed.
 */
const PaymentState = exact({
  status: oneOf(['paid', 'waiting', 'checking', 'not-started', 'failed'] as const),
  orderId: Type.Optional(Id),
  reason: Type.Optional(Type.String()),
  url: Type.Optional(Type.String()),
})

export type PaymentState = Static<typeof PaymentState>

export const paymentCalls = {
  'GET /payment/{id}': {
    summary: 'The state of a payment of the caller',
    access: 'buyer',
    limit: 'read',
    params: IdParams,
    answer: PaymentState,
  },
  'DELETE /payment/{id}': {
    summary: 'Cancel a payment that the caller has not completed',
    access: 'buyer',
    limit: 'write',
    params: IdParams,
    answer: PaymentState,
  },
  'PUT /singlePayment/{id}': {
    summary: 'Pay one item of the cart',
    access: 'signedIn',
    limit: 'write',
    whileClosed: 'admins',
    params: IdParams,
    body: SinglePayment,
    answer: Paid,
  },
  'POST /fullOrder': {
    summary: 'Pay all unpaid items among those named',
    access: 'signedIn',
    limit: 'write',
    email: 'own',
    whileClosed: 'admins',
    body: FullPayment,
    answer: FullPaid,
  },
} as const satisfies CallTable
