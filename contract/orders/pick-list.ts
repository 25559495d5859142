import { Type } from 'typebox'
import type { Static } from 'typebox'
import { exact, Id, Name, oneOf, Price, Time } from '../fields.ts'
import { LocalDate } from '../selling/settings.ts'
import { orderMarks, orderStates } from '../values/states.ts'

/** An order in the pick list. `marks` is missing if there is nothing to know about the order. */
const NumberedOrder = exact({
  _id: Id,
  number: Type.Integer(),
  marks: Type.Optional(Type.Array(oneOf(orderMarks))),
})

export type NumberedOrder = Static<typeof NumberedOrder>

/**
 * Lines with the same product, weight (in grams) and grind that have to be packed. `count` is their number, and
 * `orders` are the orders that contain them.
 */
const PickLine = exact({
  product: Name,
  soldAs: Type.Optional(Name),
  weight: Type.Optional(Type.Integer()),
  grind: Type.Optional(Type.String()),
  count: Type.Integer(),
  orders: Type.Array(NumberedOrder),
})

/**
 * How many grams of a coffee have to be roasted on a day for the orders to pack. For orders without a promised day,
 * `roastOn` is missing.
 */
const RoastLine = exact({
  roastOn: Type.Optional(LocalDate),
  coffee: Name,
  grams: Type.Integer(),
})

/** An order that is not delivered yet. `isPickup` is set if the customer picks it up. */
const OpenOrderToPack = exact({
  ...NumberedOrder.properties,
  isPickup: Type.Optional(Type.Literal(true)),
  state: oneOf(orderStates),
  customer: Type.String(),
  orderedAt: Time,
})

const OpenOrder = exact({ ...OpenOrderToPack.properties, total: Price })

export type OpenOrder = Static<typeof OpenOrder>

/**
 * What has to be packed, and what has to be roasted for it. `waiting` are the newest 100 orders that are not paid yet.
 * `onTheWay` are the newest 100 packed orders, and the newest 100 that are sent, or ready to be picked up.
 */
export const PickList = exact({
  lines: Type.Array(PickLine),
  roasts: Type.Array(RoastLine),
  waiting: Type.Array(OpenOrder),
  onTheWay: Type.Array(OpenOrder),
})

export type PickList = Static<typeof PickList>

/** The same, as packers get it: orders without their totals. */
export const PickListForPackers = exact({
  ...PickList.properties,
  waiting: Type.Array(OpenOrderToPack),
  onTheWay: Type.Array(OpenOrderToPack),
})
