import { Type } from 'typebox'
import type { Static } from 'typebox'
import type { CallTable } from '../call.ts'
import { exact, Id, IdParams, Modified, oneOf, Price, Time } from '../fields.ts'
import { deskFaults, deskRepairs } from '../values/desk.ts'

/**
 * A payment with a fault, such as a missing order. `_id` and `at` are the id and the start of the payment. `amount` is
 * that of the payment or, if a refund has failed, of the refund or, if another amount has arrived, what has arrived.
 * `repair` is missing if no repair is safe.
 */
export const DeskEntry = exact({
  _id: Id,
  fault: oneOf(deskFaults),
  repair: Type.Optional(oneOf(deskRepairs)),
  /** Set if the payment can be closed, and what has arrived refunded. */
  canClose: Type.Optional(Type.Literal(true)),
  /** Set if the entry can be dismissed. */
  canDismiss: Type.Optional(Type.Literal(true)),
  /** Why a refund has failed, or why the customer disputes the payment. */
  reason: Type.Optional(Type.String()),
  /** When a dispute must be answered. */
  dueAt: Type.Optional(Time),
  amount: Price,
  /** Missing if the amount is in the shop's currency. */
  currency: Type.Optional(Type.String()),
  gateway: Type.String(),
  email: Type.Optional(Type.String()),
  order: Type.Optional(exact({ _id: Id, number: Type.Integer() })),
  at: Time,
})

export type DeskEntry = Static<typeof DeskEntry>

/** What the open payments of one customer reserve. `since` is when the oldest of them was started. */
export const HeldBags = exact({
  email: Type.Optional(Type.String()),
  bags: Type.Integer(),
  payments: Type.Integer(),
  since: Time,
})

export type HeldBags = Static<typeof HeldBags>

export const paymentDeskCalls = {
  'GET /paymentDesk': {
    summary: 'Payments that do not add up',
    access: 'admin',
    limit: 'read',
    answer: Type.Array(DeskEntry),
  },
  'GET /heldBags': {
    summary: 'The customers whose open payments reserve the most bags',
    access: 'admin',
    limit: 'read',
    answer: Type.Array(HeldBags),
  },
  'PUT /paymentDesk/{id}': {
    summary: 'Repair a payment that does not add up',
    access: 'admin',
    limit: 'write',
    params: IdParams,
    body: exact({ repair: oneOf(deskRepairs), fault: Type.Optional(oneOf(deskFaults)) }),
    answer: Modified,
  },
} as const satisfies CallTable
