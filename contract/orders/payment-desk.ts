import { Type } from 'typebox'
import type { Static } from 'typebox'
import type { CallTable } from '../call.ts'
import { exact, Id, IdParams, Modified, oneOf, Price, Time } from '../fields.ts'
import { deskFaults, deskRepairs } from '../values/desk.ts'

/**
 * A payment that does not add up. `_id` is the id of the payment, and `amount` is the amount in question. Without a
 * `repair` there is nothing safe that the shop can do by itself.
 */
export const DeskEntry = exact({
  _id: Id,
  fault: oneOf(deskFaults),
  repair: Type.Optional(oneOf(deskRepairs)),
  amount: Price,
  gateway: Type.String(),
  email: Type.Optional(Type.String()),
  order: Type.Optional(exact({ _id: Id, number: Type.Integer() })),
  at: Time,
})

export type DeskEntry = Static<typeof DeskEntry>

export const paymentDeskCalls = {
  'GET /paymentDesk': {
    summary: 'Payments that do not add up',
    access: 'admin',
    limit: 'read',
    answer: Type.Array(DeskEntry),
  },
  'PUT /paymentDesk/{id}': {
    summary: 'Repair a payment that does not add up',
    access: 'admin',
    limit: 'write',
    params: IdParams,
    body: exact({ repair: oneOf(deskRepairs) }),
    answer: Modified,
  },
} as const satisfies CallTable
