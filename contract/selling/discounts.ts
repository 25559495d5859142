import { Type } from 'typebox'
import type { Static } from 'typebox'
import type { CallTable } from '../call.ts'
import {
  Deleted,
  exact,
  Id,
  IdParams,
  Inserted,
  Modified,
  Name,
  oneOf,
  OrNull,
  Text,
  TypedAmount,
} from '../fields.ts'
import { Total } from './settings.ts'

const kind = oneOf(['percent', 'amount', 'delivery'] as const)

/** A day in the shop's time zone, such as `2026-11-24`, or an empty text for none. */
const Day = Type.String({ pattern: '^(\\d{4}-\\d{2}-\\d{2})?$' })

/** A number of uses. */
const Uses = OrNull(Type.Integer({ minimum: 1, maximum: 1_000_000 }))

/**
 * A discount, as the dashboard shows it. Amounts are in the smallest unit of the shop's currency. `code` is null if
 * customers get it by themselves. `value` is a percentage or an amount; for free delivery, it is the highest price that
 * is taken off. `chosen` are the names of the brands and coffees that it is for, or null for all. `used` counts the
 * orders and the payments that are open, and `given` is what these got off.
 */
export const Discount = exact({
  _id: Id,
  code: OrNull(Type.String()),
  name: Name,
  kind,
  value: OrNull(Total),
  chosen: OrNull(Type.Array(Type.String())),
  fromSubtotal: OrNull(Total),
  fromDay: OrNull(Type.String()),
  untilDay: OrNull(Type.String()),
  maxUses: Uses,
  maxPerPerson: Uses,
  isFirstOrder: Type.Boolean(),
  state: oneOf(['running', 'planned', 'used up', 'ended'] as const),
  used: Type.Integer(),
  given: Total,
  canDelete: Type.Boolean(),
})

export type Discount = Static<typeof Discount>

/**
 * A new discount, as an admin has typed it. An empty `code` means that customers get it by themselves. `value` is a
 * percentage or an amount, and may be empty for free delivery at any price. `chosen` are ids of brands and products; if
 * there are none, it is for all.
 */
export const NewDiscount = exact({
  code: Text(40),
  name: Name,
  kind,
  value: TypedAmount,
  chosen: Type.Array(Id, { maxItems: 200 }),
  fromSubtotal: TypedAmount,
  fromDay: Day,
  untilDay: Day,
  maxUses: Uses,
  maxPerPerson: Uses,
  isFirstOrder: Type.Boolean(),
})

export type NewDiscount = Static<typeof NewDiscount>

/** A brand or a product for which a discount can be. */
const Choice = exact({ _id: Id, name: Name })

const write = { access: 'admin', limit: 'write' } as const

export const discountCalls = {
  'GET /discounts': {
    summary: 'All discounts, the newest first, and what they can be for',
    access: 'admin',
    limit: 'read',
    answer: exact({ discounts: Type.Array(Discount), choices: Type.Array(Choice) }),
  },
  'POST /discounts': { summary: 'Add a discount', ...write, body: NewDiscount, answer: Inserted },
  'PUT /discounts/{id}': { summary: 'End a discount', ...write, params: IdParams, answer: Modified },
  'DELETE /discounts/{id}': {
    summary: 'Delete a discount that was never used',
    ...write,
    params: IdParams,
    answer: Deleted,
  },
} as const satisfies CallTable
