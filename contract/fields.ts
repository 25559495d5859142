import { Type } from 'typebox'
import type { Static, TProperties } from 'typebox'
import {
  EMAIL_LENGTH,
  EMAIL_PATTERN,
  MAX_COUNTED,
  MAX_GRAMS,
  MAX_STARS,
  NAME_LENGTH,
  NEW_EMAIL_PATTERN,
} from './values/limits.ts'
import { RHYTHMS } from './values/orders/subscriptions.ts'
import type { Rhythm } from './values/orders/subscriptions.ts'
import { deliveryStates } from './values/states.ts'

/** Returns a schema for an object with these properties. An object with any other property is refused. */
export function exact<P extends TProperties>(properties: P) {
  return Type.Object(properties, { additionalProperties: false })
}

export function oneOf<S extends string>(texts: readonly S[]) {
  return Type.Unsafe<S>(Type.String({ enum: [...texts] }))
}

/**
 * The id of a database row. The server creates ids as UUIDs of version 7, so sorting by id sorts by creation time.
 */
export const Id = Type.String({ minLength: 1, maxLength: 64 })

export const IdParams = exact({ id: Id })

/** An email address that is compared with those of accounts, or comes from the database. */
export const Email = Type.String({ minLength: 3, maxLength: EMAIL_LENGTH, pattern: EMAIL_PATTERN })

/** The email address of a customer, which is empty if the customer has given none at the counter. */
export const EmailOrNone = Type.Union([Email, Type.Literal('')])

/** An email address that the shop does not have yet, and to which it will send mails. */
export const NewEmail = Type.String({ minLength: 3, maxLength: EMAIL_LENGTH, pattern: NEW_EMAIL_PATTERN })

/** A pattern for text without the NUL character, which PostgreSQL cannot store. */
export const STORABLE = '^[^\\u0000]*$'

/** A text of at most `maxLength` characters, which may be empty. */
export const Text = (maxLength: number) => Type.String({ maxLength, pattern: STORABLE })

export const NOT_BLANK = '^[^\\u0000]*[^\\s\\u0000][^\\u0000]*$'

/** The name of a person, a brand or a product. It must not be blank, and must not contain the NUL character. */
export const Name = Type.String({
  minLength: 1,
  maxLength: NAME_LENGTH,
  pattern: NOT_BLANK,
})

/** The URL of a picture. It is either a path of the shop or an absolute URL. */
export const Img = Text(500)

/**
 * An amount as text, such as `"12.5"` or `"12.50"`. Whether the shop's currency has that many decimals is checked by
 * `toMinor` and `toTotal`.
 */
export const Price = Type.String({ pattern: '^\\d{1,12}(\\.\\d{1,3})?$' })

/**
 * An amount as a person has typed it, with a decimal point or comma. The schema also accepts text that is no amount. That
 * is checked later, so that the error message can give the reason.
 */
export const TypedAmount = Type.String({ maxLength: 100, pattern: '^\\S*$' })

/** A rating of 1 to 5 stars. `ratting` is the spelling of the specification. */
export const Ratting = Type.Integer({ minimum: 1, maximum: MAX_STARS })

const STARS = [1, 2, 3, 4, 5, '1', '2', '3', '4', '5'] as const

/** A rating in a request: a number, or the same number as text, because a form's select element sends text. */
export const SentRatting = Type.Unsafe<number | `${1 | 2 | 3 | 4 | 5}`>({ enum: STARS })

/** How often a coffee comes, in weeks. */
export const EveryWeeks = Type.Unsafe<Rhythm>({ enum: RHYTHMS })

/** A value, or null. */
export const OrNull = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Union([schema, Type.Null()])

export const Grams = Type.Integer({ minimum: 1, maximum: MAX_GRAMS })

export const Delivery = oneOf(deliveryStates)

/** The value of `payment` on a paid line of a cart or an order. Unpaid lines do not have this field. */
export const Payment = Type.Literal('OK')

/**
 * The fields of every line, which is one product in a cart or an order. Only paid lines have `payment` and
 * `delivery`. `weight` is in grams.
 */
export const lineFields = {
  _id: Id,
  email: Email,
  customer: Name,
  productName: Name,
  img: Img,
  price: Price,
  ratting: Ratting,
  weight: Type.Optional(Grams),
  grind: Type.Optional(Name),
  payment: Type.Optional(Payment),
  delivery: Type.Optional(Delivery),
}

export const Inserted = exact({ acknowledged: Type.Boolean(), insertedId: Type.Optional(Id) })

export const Modified = exact({ acknowledged: Type.Boolean(), modifiedCount: Type.Integer() })

export type Modified = Static<typeof Modified>

export const Deleted = exact({ acknowledged: Type.Boolean(), deletedCount: Type.Integer() })

export const Time = Type.Integer({ description: 'UTC milliseconds' })

export const Count = exact({ rows: Type.Integer({ maximum: MAX_COUNTED }) })
