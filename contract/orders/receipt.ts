import { Type } from 'typebox'
import type { Static } from 'typebox'
import { exact, Id, oneOf, Price, Time } from '../fields.ts'
import { fullOrderFields } from '../orders.ts'
import { Checkout } from '../selling/settings.ts'
import { carrierCodes, TRACKING_LENGTH } from '../values/orders/carriers.ts'

/**
 * A refund of an order, or of a part of it. While the gateway has not confirmed it, it is `pending`. `by` is the name
 * of the admin who made it. It is missing in the customer's receipt, and if the shop made the refund by itself.
 */
export const Refund = exact({
  _id: Id,
  amount: Price,
  status: oneOf(['pending', 'succeeded', 'failed'] as const),
  at: Time,
  by: Type.Optional(Type.String()),
  /** Why the refund failed. Missing in the customer's receipt. */
  reason: Type.Optional(Type.String()),
})

export type Refund = Static<typeof Refund>

/** A web address on which a customer can follow a parcel. */
export const TrackingUrl = Type.String({ maxLength: TRACKING_LENGTH })

/**
 * The fields of an order that both the customer and the admins see. `checkout` is missing for an order without a
 * checkout.
 */
export const receiptFields = {
  ...fullOrderFields,
  trackingUrl: Type.Optional(TrackingUrl),
  /** The carrier of the parcel and its number. Missing if the shop has entered only a link. */
  carrier: Type.Optional(oneOf(carrierCodes.filter((code) => code !== 'own'))),
  trackingNumber: Type.Optional(Type.String()),
  checkout: Type.Optional(Checkout),
  refunds: Type.Array(Refund),
  /** What the shop wrote to the customer about the order. */
  shopNotes: Type.Array(exact({ _id: Id, body: Type.String(), at: Time })),
}
