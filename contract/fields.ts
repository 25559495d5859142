import { Type } from 'typebox'
import type { TProperties } from 'typebox'
import { MOST_COUNTED, MOST_STARS, NAME_LENGTH } from './values/limits.ts'
import { deliveryStates } from './values/states.ts'

/** An object in which nothing unknown is accepted: an unexpected property is an error, never dropped in silence. */
export function exact<P extends TProperties>(properties: P) {
  return Type.Object(properties, { additionalProperties: false })
}

/** One of these texts. */
export function oneOf<S extends string>(texts: readonly S[]) {
  return Type.Unsafe<S>(Type.String({ enum: [...texts] }))
}

/** A UUID made by the server (version 7, so ids sort by age). */
export const Id = Type.String({ minLength: 1, maxLength: 64 })

export const IdParams = exact({ id: Id })

export const Email = Type.String({
  minLength: 3,
  maxLength: 254,
  pattern: '^[^\\s@\\u0000]+@[^\\s@\\u0000]+$',
})

/** Text without NUL, which PostgreSQL cannot keep. */
export const STORABLE = '^[^\\u0000]*$'

/** The name of a person, a brand or a product: not blank, and without NUL. */
export const Name = Type.String({
  minLength: 1,
  maxLength: NAME_LENGTH,
  pattern: '^[^\\u0000]*[^\\s\\u0000][^\\u0000]*$',
})

/** The address of a picture, relative to the shop or absolute. */
export const Img = Type.String({ maxLength: 500, pattern: STORABLE })

/** An amount in dollars as text: `"12.5"` or `"12.50"`. */
export const Price = Type.String({ pattern: '^\\d{1,7}(\\.\\d{1,2})?$' })

/** Stars, as the specification spells them. */
export const Ratting = Type.Integer({ minimum: 1, maximum: MOST_STARS })

const STARS = [1, 2, 3, 4, 5, '1', '2', '3', '4', '5'] as const

/** Stars in a request: a number, or text, because the select of a form sends text. Convert with `Number` to store. */
export const SentRatting = Type.Unsafe<number | `${1 | 2 | 3 | 4 | 5}`>({ enum: STARS })

export const Delivery = oneOf(deliveryStates)

/** Paid or not: `OK`, or nothing. */
export const Payment = Type.Literal('OK')

/** What every line has, in a cart or in an order. A paid line has `payment` and `delivery`. */
export const lineFields = {
  _id: Id,
  email: Email,
  customer: Name,
  productName: Name,
  img: Img,
  price: Price,
  ratting: Ratting,
  payment: Type.Optional(Payment),
  delivery: Type.Optional(Delivery),
}

export const Inserted = exact({ acknowledged: Type.Boolean(), insertedId: Type.Optional(Id) })

export const Modified = exact({ acknowledged: Type.Boolean(), modifiedCount: Type.Integer() })

export const Deleted = exact({ acknowledged: Type.Boolean(), deletedCount: Type.Integer() })

export const Time = Type.Integer({ description: 'UTC milliseconds' })

export const Count = exact({ rows: Type.Integer({ maximum: MOST_COUNTED }) })
