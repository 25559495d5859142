import { Type } from 'typebox'
import type { Static } from 'typebox'
import type { CallTable } from '../call.ts'
import {
  Deleted,
  EmailOrNone,
  exact,
  Id,
  IdParams,
  Inserted,
  Modified,
  Name,
  NOT_BLANK,
  oneOf,
  Text,
} from '../fields.ts'
import { LocalDate } from '../selling/settings.ts'
import { MAX_STOCK } from '../values/limits.ts'
import { orderStates } from '../values/states.ts'

const Grams = Type.Integer({ minimum: 0, maximum: MAX_STOCK })

/**
 * What is entered about a lot: one roast of one coffee. `name` is what the roaster calls it, such as `47`, and
 * `dueDiligence` is the reference of the statement by the EU's rules against deforestation.
 */
const lotFields = {
  name: Type.String({ minLength: 1, maxLength: 40, pattern: NOT_BLANK }),
  roastedOn: LocalDate,
  greenGrams: Grams,
  roastedGrams: Type.Integer({ minimum: 1, maximum: MAX_STOCK }),
  supplier: Text(200),
  dueDiligence: Text(200),
  note: Text(1000),
}

/** A new lot. A request that is sent again with the same `requestId` adds no second one. */
const NewLot = exact({ ...lotFields, coffee: Id, requestId: Type.String({ pattern: '^[\\w-]{8,64}$' }) })

export type NewLot = Static<typeof NewLot>

/** A corrected lot. From one that is used up, nothing more is packed, whatever is left of it. */
const LotCorrection = exact({ ...lotFields, isUsedUp: Type.Boolean() })

export type LotCorrection = Static<typeof LotCorrection>

/** A lot in the roast book. `packedGrams` is what is packed of it, and `by` is the name of the user who entered it. */
const Lot = exact({
  _id: Id,
  coffee: Id,
  coffeeName: Name,
  ...LotCorrection.properties,
  packedGrams: Grams,
  by: Type.Optional(Type.String()),
})

export type Lot = Static<typeof Lot>

/** A coffee that can be roasted, and the name of the pool of grams to which its lots are added. */
const RoastedCoffee = exact({ _id: Id, name: Name, pool: Type.Optional(Name) })

export type RoastedCoffee = Static<typeof RoastedCoffee>

const RoastBook = exact({ lots: Type.Array(Lot), coffees: Type.Array(RoastedCoffee) })

/** An order that got `grams` of a lot. */
const OrderOfLotToPack = exact({
  _id: Id,
  number: Type.Integer(),
  state: oneOf(orderStates),
  customer: Type.String(),
  grams: Grams,
})

const OrderOfLot = exact({ ...OrderOfLotToPack.properties, email: EmailOrNone })

/** A lot from which a line was packed. */
const UsedLot = exact({ _id: Id, name: Name, roastedOn: LocalDate, grams: Grams })

/** The lots of a line of an order. A line of a coffee with lots that was packed from none has an empty list. */
export const LotsOfLine = exact({ line: Id, lots: Type.Array(UsedLot) })

export type LotsOfLine = Static<typeof LotsOfLine>

/** The lots from which a line of so many grams can be packed. `left` includes what the line has of the lot already. */
const LotChoices = exact({
  grams: Grams,
  lots: Type.Array(exact({ _id: Id, name: Name, roastedOn: LocalDate, left: Grams })),
})

export type LotChoices = Static<typeof LotChoices>

const read = { access: 'staff', limit: 'read' } as const
const write = { access: 'staff', limit: 'write' } as const

export const lotCalls = {
  'GET /lots': {
    summary: 'The roast book: the newest lots, or those whose name contains a text, and what can be roasted',
    ...read,
    query: exact({ name: Type.Optional(Text(40)) }),
    answer: RoastBook,
    answerForPackers: RoastBook,
  },
  'POST /lots': {
    summary: 'Enter what was roasted, and add it to the stock of the coffee',
    ...write,
    body: NewLot,
    answer: Inserted,
    answerForPackers: Inserted,
  },
  'PUT /lots/{id}': {
    summary: 'Correct a lot, and the stock by the difference',
    ...write,
    params: IdParams,
    body: LotCorrection,
    answer: Modified,
    answerForPackers: Modified,
  },
  'DELETE /lots/{id}': {
    summary: 'Take back a lot from which nothing is packed, and its stock',
    ...write,
    params: IdParams,
    answer: Deleted,
    answerForPackers: Deleted,
  },
  'GET /lots/{id}/orders': {
    summary: 'The orders that were packed from a lot, the newest first',
    ...read,
    params: IdParams,
    answer: Type.Array(OrderOfLot),
    answerForPackers: Type.Array(OrderOfLotToPack),
  },
  'GET /line/{id}/lots': {
    summary: 'The lots from which a packed line of an order can be taken',
    ...read,
    params: IdParams,
    answer: LotChoices,
    answerForPackers: LotChoices,
  },
  'PUT /line/{id}/lots': {
    summary:
      'Choose the lots of a packed line: none, one, or two of which the second gives what the first lacks',
    ...write,
    params: IdParams,
    body: exact({ lots: Type.Array(Id, { maxItems: 2, uniqueItems: true }) }),
    answer: Modified,
    answerForPackers: Modified,
  },
} as const satisfies CallTable
