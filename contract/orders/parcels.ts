import { Type } from 'typebox'
import type { Static } from 'typebox'
import type { CallTable } from '../call.ts'
import { exact, Id, oneOf } from '../fields.ts'
import { carrierCodes, TRACKING_LENGTH } from '../values/orders/carriers.ts'
import { MAX_PARCELS, PARCEL_CELL_LENGTH } from '../values/limits.ts'

/**
 * A row of a file with tracking numbers, as it stands there: the number of the order, the number or the link of the parcel,
 * and the name of the carrier, which may be empty.
 */
export const ParcelRow = exact({
  order: Type.String({ maxLength: PARCEL_CELL_LENGTH.order }),
  code: Type.String({ maxLength: TRACKING_LENGTH }),
  carrier: Type.String({ maxLength: PARCEL_CELL_LENGTH.carrier }),
})

export type ParcelRow = Static<typeof ParcelRow>

/**
 * What happens with a row, or would happen: its order is sent, or the row is refused, and `reason` says why. `order` is
 * missing if none has the number.
 */
const ParcelOutcome = exact({
  outcome: oneOf(['sends', 'refused'] as const),
  order: Type.Optional(exact({ _id: Id, number: Type.Integer(), customer: Type.String() })),
  tracking: Type.Optional(Type.String()),
  reason: Type.Optional(Type.String()),
})

export type ParcelOutcome = Static<typeof ParcelOutcome>

/** A request to send the orders of these rows. `carrier` is that of rows that name none. A dry run changes nothing. */
const ParcelRows = exact({
  rows: Type.Array(ParcelRow, { minItems: 1, maxItems: MAX_PARCELS }),
  carrier: oneOf(carrierCodes),
  isDryRun: Type.Boolean(),
})

export type ParcelRows = Static<typeof ParcelRows>

export const parcelCalls = {
  'POST /parcels': {
    summary: 'Mark many orders as sent, with their tracking numbers',
    access: 'staff',
    limit: 'write',
    body: ParcelRows,
    answer: Type.Array(ParcelOutcome),
    answerForPackers: Type.Array(ParcelOutcome),
  },
} as const satisfies CallTable
