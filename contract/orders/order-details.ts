import { Type } from 'typebox'
import type { Static } from 'typebox'
import type { CallTable } from '../call.ts'
import {
  exact,
  Id,
  IdParams,
  Inserted,
  Modified,
  NewEmail,
  oneOf,
  Price,
  STORABLE,
  Text,
  Time,
  TypedAmount,
} from '../fields.ts'
import { Mail } from '../mail.ts'
import { OrderedProduct } from '../orders.ts'
import { Address, Checkout, LocalDate } from '../selling/settings.ts'
import { carrierCodes, TRACKING_LENGTH } from '../values/orders/carriers.ts'
import { ORDER_NOTE_LENGTH } from '../values/limits.ts'
import { movingStates, orderStates } from '../values/states.ts'
import { LotsOfLine } from './lots.ts'
import { PickList, PickListForPackers } from './pick-list.ts'
import { receiptFields, Refund } from './receipt.ts'

/** What an admin enters about a parcel: `code` is the number of the carrier, or a link that begins with https. */
const Tracking = exact({ carrier: oneOf(carrierCodes), code: Text(TRACKING_LENGTH) })

/** What an admin wrote about an order. `who` is the name that the admin had then. */
const Note = exact({
  _id: Id,
  who: Type.String(),
  body: Type.String(),
  at: Time,
  /** Set if the note is for the customer. All others are internal. */
  isForCustomer: Type.Optional(Type.Literal(true)),
})

/** A dispute of an order's payment, or a warning of the bank that the payment may be fraud. */
const Dispute = exact({
  kind: oneOf(['dispute', 'warning'] as const),
  status: oneOf(['open', 'won', 'lost'] as const),
  amount: Price,
  reason: Type.String(),
  /** When the dispute must be answered. */
  dueAt: Type.Optional(Time),
  at: Time,
})

export type Dispute = Static<typeof Dispute>

/** An order with everything that an admin needs: the receipt, how it was paid, and the notes of the admins. */
export const OrderDetails = exact({
  ...receiptFields,
  kind: oneOf(['single', 'full'] as const),
  gateway: Type.String(),
  /** The gateway's id of the payment. */
  reference: Type.Optional(Type.String()),
  paidAt: Type.Optional(Time),
  /** What the gateway has kept of the payment as its fee, in the currency of the account there. */
  fee: Type.Optional(exact({ amount: Price, currency: Type.String() })),
  /** Set if the customer can be told by mail that a pickup is ready, although the order is not paid. */
  canTellReady: Type.Optional(Type.Literal(true)),
  /** Set if the payment was marked as paid by an admin, and can be taken back: nothing of the order was sent or refunded. */
  canTakeBackPayment: Type.Optional(Type.Literal(true)),
  /** Set if the customer has cancelled the order, so that it cannot be reopened. */
  isCancelledByCustomer: Type.Optional(Type.Literal(true)),
  disputes: Type.Array(Dispute),
  notes: Type.Array(Note),
  /** The mails about the order to the customer and to the shop, oldest first. */
  mails: Type.Array(Mail),
  /** The lots of the lines whose coffees have lots. */
  lots: Type.Array(LotsOfLine),
})

export type OrderDetails = Static<typeof OrderDetails>

const { _id, number, state, customer, orderedAt, withdrawnAt, gift } = receiptFields
const { trackingUrl, carrier, trackingNumber } = receiptFields
const { canTellReady, notes, lots } = OrderDetails.properties
const { _id: line, productName, img, weight, grind } = OrderedProduct.properties
const { method, address, addressLines, note, promise } = Checkout.properties
const { kind, status, at } = Dispute.properties

/** An order as a packer gets it: what is needed to pack and to send it, and that nothing may be sent. */
export const PackedOrder = exact({
  _id,
  number,
  state,
  customer,
  orderedAt,
  withdrawnAt,
  gift,
  trackingUrl,
  carrier,
  trackingNumber,
  canTellReady,
  notes,
  items: Type.Array(exact({ _id: line, productName, img, weight, grind })),
  checkout: Type.Optional(exact({ method, address, addressLines, note, promise })),
  disputes: Type.Array(exact({ kind, status, at })),
  lots,
})

export type PackedOrder = Static<typeof PackedOrder>

/**
 * A request to move an order from the state that the admin saw to another. `tracking` is stored only if `to` is
 * `sent`. `paid` is what has arrived and on which day, for an order that was waiting for it. Without it, the total has
 * arrived today.
 */
const OrderMove = exact({
  from: oneOf(orderStates),
  to: oneOf(orderStates),
  tracking: Type.Optional(Tracking),
  paid: Type.Optional(exact({ amount: TypedAmount, day: LocalDate })),
})

export type OrderMove = Static<typeof OrderMove>

/** A packer moves only orders that are paid, and neither marks an order as paid nor takes that back. */
const MoveByPacker = exact({
  from: oneOf(movingStates),
  to: oneOf(movingStates),
  tracking: OrderMove.properties.tracking,
})

/**
 * The email address and the postal address of an order. What is missing stays. With `tellsCustomer`, the customer gets a
 * mail about the correction.
 */
export const Correction = exact({
  email: Type.Optional(NewEmail),
  address: Type.Optional(Address),
  tellsCustomer: Type.Boolean(),
})

export type Correction = Static<typeof Correction>

/** A packer neither sees nor changes the email address, to which the link to an order is mailed. */
const { address: postal, tellsCustomer } = Correction.properties
const CorrectionByPacker = exact({ address: postal, tellsCustomer })

const NewNote = exact({
  isForCustomer: Type.Optional(Type.Boolean()),
  body: Type.String({ minLength: 1, maxLength: ORDER_NOTE_LENGTH, pattern: STORABLE }),
})

/** A packer writes internal notes only. */
const NoteByPacker = exact({ body: NewNote.properties.body })

const Refunded = exact({ acknowledged: Type.Boolean(), status: Refund.properties.status })

const read = { access: 'staff', limit: 'read' } as const
const write = { access: 'staff', limit: 'write' } as const

export const orderDetailsCalls = {
  'GET /order/{id}': {
    summary: 'One order, single or full',
    ...read,
    params: IdParams,
    answer: OrderDetails,
    answerForPackers: PackedOrder,
  },
  'PUT /order/{id}/state': {
    summary: 'Move an order to the next or the previous state',
    ...write,
    params: IdParams,
    body: OrderMove,
    bodyForPackers: MoveByPacker,
    answer: Modified,
    answerForPackers: Modified,
  },
  'PUT /order/{id}/address': {
    summary: 'Correct the email address and the postal address of an order before it is sent',
    ...write,
    params: IdParams,
    body: Correction,
    bodyForPackers: CorrectionByPacker,
    answer: Modified,
    answerForPackers: Modified,
  },
  'PUT /order/{id}/tracking': {
    summary: 'Store how the parcel of a sent order is followed, and tell the customer',
    ...write,
    params: IdParams,
    body: Tracking,
    answer: Modified,
    answerForPackers: Modified,
  },
  'PUT /order/{id}/notice': {
    summary: 'Tell the customer of a pickup that is paid later that it is ready',
    ...write,
    params: IdParams,
    answer: Modified,
    answerForPackers: Modified,
  },
  'POST /order/{id}/notes': {
    summary: 'Add a note to an order, which is internal, or is mailed to the customer',
    ...write,
    params: IdParams,
    body: NewNote,
    bodyForPackers: NoteByPacker,
    answer: Inserted,
    answerForPackers: Inserted,
  },
  'POST /order/{id}/mails': {
    summary: 'Send a mail about an order again, to the address that the order has now',
    ...write,
    access: 'admin',
    params: IdParams,
    body: exact({ mailId: Id }),
    answer: Modified,
  },
  'POST /order/{id}/refunds': {
    summary: 'Refund an order, or a part of it',
    ...write,
    access: 'admin',
    params: IdParams,
    /** With `left`, the amount that the admin saw, the response is `state-conflict` if another amount is left to refund now. */
    body: exact({ amount: TypedAmount, left: Type.Optional(TypedAmount) }),
    answer: Refunded,
  },
  'GET /pickList': {
    summary: 'What to pack and what to roast next',
    ...read,
    answer: PickList,
    answerForPackers: PickListForPackers,
  },
} as const satisfies CallTable
