import { Type } from 'typebox'
import type { TProperties } from 'typebox'
import { MOST_COUNTED, MOST_STARS, NAME_LENGTH } from './values/limits.ts'
import { deliveryStates } from './values/states.ts'

/** Returns an object schema that refuses unknown properties instead of ignoring them. */
export function exact<P extends TProperties>(properties: P) {
  return Type.Object(properties, { additionalProperties: false })
}

/** Returns a schema that accepts only these texts. */
export function oneOf<S extends string>(texts: readonly S[]) {
  return Type.Unsafe<S>(Type.String({ enum: [...texts] }))
}

/** A UUID of version 7, made by the server. Such ids sort by the time at which they were made. */
export const Id = Type.String({ minLength: 1, maxLength: 64 })

export const IdParams = exact({ id: Id })

export const Email = Type.String({
  minLength: 3,
  maxLength: 254,
  pattern: '^[^\\s@\\u0000]+@[^\\s@\\u0000]+$',
})

/** Matches text without NUL, which PostgreSQL cannot store. */
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

/** A rating of 1 to 5 stars. The specification spells it `ratting`. */
export const Ratting = Type.Integer({ minimum: 1, maximum: MOST_STARS })

const STARS = [1, 2, 3, 4, 5, '1', '2', '3', '4', '5'] as const

/** A rating in a request. It may be text, because the select element of a form sends text. */
export const SentRatting = Type.Unsafe<number | `${1 | 2 | 3 | 4 | 5}`>({ enum: STARS })

export const Delivery = oneOf(deliveryStates)

/** `OK` on a paid line. An unpaid line does not have this field. */
export const Payment = Type.Literal('OK')

/** The fields that every line has, in a cart or in an order. A paid line has `payment` and `delivery`. */
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
