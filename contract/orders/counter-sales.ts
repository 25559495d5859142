import { Type } from 'typebox'
import type { Static } from 'typebox'
import type { CallTable } from '../call.ts'
import { exact, Id, Name, NewEmail, oneOf, Price, Text } from '../fields.ts'
import { Quote } from '../selling/checkout.ts'
import { COUNTER_WAYS } from '../selling/gateways.ts'
import { Address, Country, Total } from '../selling/settings.ts'
import { MAX_ITEMS, NAME_LENGTH, NOTE_LENGTH } from '../values/limits.ts'
import { orderStates } from '../values/states.ts'

/** What is sold, without prices: those of the catalogue hold. */
const SoldItems = Type.Array(
  exact({
    productId: Id,
    quantity: Type.Integer({ minimum: 1, maximum: MAX_ITEMS }),
    grind: Type.Optional(Name),
  }),
  { minItems: 1, maxItems: MAX_ITEMS },
)

/** `methodId` is `HANDED_OVER`, or a way of delivery of the shop. Without a `country`, nothing can be sent. */
const CounterQuoteRequest = exact({
  items: SoldItems,
  methodId: Id,
  country: Type.Union([Country, Type.Null()]),
})

export type CounterQuoteRequest = Static<typeof CounterQuoteRequest>

/**
 * An order that staff make at the counter or on the telephone. All requests with the same `requestId` of one person make
 * one order. The response is `state-conflict` to one that differs from that order, or that comes after it was cancelled.
 * `total` is what the seller saw, which is compared with that of the catalogue. `name` may be empty. Without an `email`, no
 * mail is sent. By `cash` and `reader`, the order is paid at once.
 */
export const NewSale = exact({
  requestId: Type.String({ pattern: '^[\\w-]{22,64}$' }),
  items: SoldItems,
  methodId: Id,
  address: Type.Union([Address, Type.Null()]),
  name: Text(NAME_LENGTH),
  email: Type.Optional(NewEmail),
  note: Text(NOTE_LENGTH),
  way: oneOf(COUNTER_WAYS),
  total: Total,
  currency: Type.String(),
})

export type NewSale = Static<typeof NewSale>

/** The order that was made: all that a packer learns of its payment is the total. */
export const Sale = exact({ _id: Id, number: Type.Integer(), total: Price, state: oneOf(orderStates) })

export type Sale = Static<typeof Sale>

export const counterCalls = {
  'POST /counter/quote': {
    summary: 'What coffees cost at the counter, or with a delivery',
    access: 'staff',
    limit: 'read',
    body: CounterQuoteRequest,
    bodyForPackers: CounterQuoteRequest,
    answer: Quote,
    answerForPackers: Quote,
  },
  'POST /counter/sales': {
    summary: 'Make an order for a customer at the counter or on the telephone',
    access: 'staff',
    limit: 'write',
    body: NewSale,
    bodyForPackers: NewSale,
    answer: Sale,
    answerForPackers: Sale,
  },
} as const satisfies CallTable
