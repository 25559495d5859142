import { Type } from 'typebox'
import type { Static } from 'typebox'
import type { CallTable } from '../call.ts'
import { Email, exact, Grams, Id, IdParams, Modified, Name, oneOf, Price, Time } from '../fields.ts'
import { receiptFields, TrackingUrl } from './receipt.ts'
import { DeliveryPromise } from '../selling/settings.ts'
import { orderStates } from '../values/states.ts'

/** No shop has so many orders. PostgreSQL and SQLite refuse larger integers. */
const MAX_ORDER_NUMBER = 1_000_000_000

/** Set if the customer can still withdraw from the contract of the order. */
const canWithdraw = Type.Optional(Type.Literal(true))

/** How to pay for an order that waits for its payment. It is missing if the shop says nothing about that. */
const payLaterNote = Type.Optional(Type.String())

/**
 * One of the caller's orders, as a list shows it. `kind` is how it gets to the customer. `products` counts equal
 * products of the same weight.
 */
export const OwnOrder = exact({
  _id: Id,
  number: Type.Integer(),
  state: oneOf(orderStates),
  kind: oneOf(['parcel', 'pickup'] as const),
  total: Price,
  orderedAt: Time,
  products: Type.Array(exact({ name: Name, weight: Type.Optional(Grams), count: Type.Integer() })),
  trackingUrl: Type.Optional(TrackingUrl),
  promise: Type.Optional(DeliveryPromise),
  withdrawnAt: Type.Optional(Time),
  gift: receiptFields.gift,
  canWithdraw,
  payLaterNote,
})

export type OwnOrder = Static<typeof OwnOrder>

/** A payment by bank debit whose money has not arrived. Its order is placed when it does. */
export const OwnDebit = exact({ _id: Id, amount: Price, at: Time })

export type OwnDebit = Static<typeof OwnDebit>

/**
 * The bank transfer for an order that waits for it. `qr` is a picture (a data URL) with a code that banking apps read. It
 * is missing in currencies other than the euro, for which there is no such code.
 */
const Transfer = exact({
  holder: Type.String(),
  iban: Type.String(),
  amount: Price,
  reference: Type.String(),
  qr: Type.Optional(Type.String()),
})

export type Transfer = Static<typeof Transfer>

export const OwnReceipt = exact({
  ...receiptFields,
  canWithdraw,
  payLaterNote,
  transfer: Type.Optional(Transfer),
})

export type OwnReceipt = Static<typeof OwnReceipt>

const OwnOrders = exact({
  orders: Type.Array(OwnOrder),
  isLast: Type.Boolean(),
  /** Only on the first page of all orders. */
  onTheWay: Type.Optional(Type.Array(OwnDebit)),
})

export type OwnOrders = Static<typeof OwnOrders>

const own = { access: 'buyer' } as const

/**
 * The calls with which customers see their own orders, cancel them and withdraw from them. For an order of another
 * user, they respond as if it did not exist.
 */
export const accountCalls = {
  'GET /myOrders': {
    summary:
      'The caller’s orders, newest first, or only those that wait for their payment. `before` is the last order of the page before',
    access: 'signedIn',
    limit: 'read',
    query: exact({ before: Type.Optional(Id), state: Type.Optional(oneOf(['waiting'] as const)) }),
    answer: OwnOrders,
  },
  'GET /myOrder/{id}': {
    summary: 'One of the caller’s orders as a receipt',
    ...own,
    limit: 'read',
    params: IdParams,
    answer: OwnReceipt,
  },
  'DELETE /myOrder/{id}': {
    summary: 'Cancel one of the caller’s orders that waits for its payment',
    ...own,
    limit: 'write',
    params: IdParams,
    answer: Modified,
  },
  'PUT /myOrder/{id}/withdrawal': {
    summary: 'Withdraw from the contract of an order',
    ...own,
    limit: 'write',
    params: IdParams,
    answer: Modified,
  },
  'POST /withdrawals': {
    summary: 'Mail a link to withdraw from an order, if the number and the email address are those of one',
    access: 'public',
    limit: 'reset',
    body: exact({ number: Type.Integer({ minimum: 1, maximum: MAX_ORDER_NUMBER }), email: Email }),
    answer: exact({ acknowledged: Type.Literal(true) }),
  },
  'POST /withdrawals/link': {
    summary: 'Withdraw from the order of such a link',
    access: 'public',
    limit: 'signIn',
    body: exact({ token: Type.String({ minLength: 1, maxLength: 200 }) }),
    answer: exact({ number: Type.Integer() }),
  },
} as const satisfies CallTable
