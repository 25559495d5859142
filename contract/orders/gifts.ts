import { Type } from 'typebox'
import type { Static } from 'typebox'
import type { CallTable } from '../call.ts'
import {
  EveryWeeks,
  exact,
  Grams,
  Id,
  IdParams,
  Img,
  Modified,
  Name,
  NewEmail,
  OrNull,
  Text,
} from '../fields.ts'
import { CheckoutRequest, CheckoutResult, Quote } from '../selling/checkout.ts'
import { Address, Country, LocalDate, Total } from '../selling/settings.ts'
import { MAX_AT_ONCE } from '../values/limits.ts'
import { GIFT_DELIVERIES, GIFT_MESSAGE_LENGTH } from '../values/orders/gifts.ts'
import type { GiftDeliveries } from '../values/orders/gifts.ts'

/** The coffee of a gift, and how much of it comes how often. `quantity` counts the bags of a delivery. */
const content = {
  grind: OrNull(Name),
  quantity: Type.Integer({ minimum: 1, maximum: MAX_AT_ONCE }),
  deliveries: Type.Unsafe<GiftDeliveries>({ enum: [...GIFT_DELIVERIES] }),
  everyWeeks: EveryWeeks,
}

const GiftQuoteRequest = exact({
  productId: Id,
  ...content,
  country: OrNull(Country),
  methodId: OrNull(Id),
})

export type GiftQuoteRequest = Static<typeof GiftQuoteRequest>

/**
 * The prices are those of all deliveries together. `country` is the one of the request or, without one, that of the shop or
 * another to which it sends. Without a `methodId`, the totals are those of the first of the `offers`. The first delivery can be
 * roasted on one of the `roastDays`.
 */
const GiftQuote = exact({ ...Quote.properties, roastDays: Type.Array(LocalDate) })

export type GiftQuote = Static<typeof GiftQuote>

/**
 * A request to buy a gift for a person in `country`. All requests with the same `requestId` of one buyer buy one gift. It must be
 * impossible to guess, because the response to a repeated request of a guest sets the cookie that shows the order. `total` is
 * what the buyer saw.
 */
const NewGift = exact({
  requestId: Type.String({ pattern: '^[\\w-]{22,64}$' }),
  guest: Type.Optional(exact({ name: Name, email: NewEmail })),
  productId: Id,
  ...content,
  country: Country,
  methodId: Id,
  recipient: Name,
  message: Text(GIFT_MESSAGE_LENGTH),
  startOn: LocalDate,
  total: Total,
  currency: Type.String(),
  way: CheckoutRequest.properties.way,
})

export type NewGift = Static<typeof NewGift>

/** A code as it is printed, or as a person types it. */
const GiftCode = Text(60)

/** A gift as its recipient sees it. `hasBegun` is set once the code was used. */
const OpenedGift = exact({
  product: exact({ name: Name, img: Img, weight: Type.Optional(Grams) }),
  ...content,
  from: Type.String(),
  recipient: Type.String(),
  message: Type.String(),
  country: Country,
  startOn: LocalDate,
  hasBegun: Type.Boolean(),
})

export type OpenedGift = Static<typeof OpenedGift>

export const giftCalls = {
  'POST /gifts/quote': {
    summary: 'What a subscription costs as a gift',
    access: 'product',
    limit: 'read',
    body: GiftQuoteRequest,
    answer: GiftQuote,
  },
  'POST /gifts': {
    summary: 'Pay for a subscription as a gift',
    access: 'product',
    limit: 'write',
    limitOfVisitors: 'guest',
    whileClosed: 'admins',
    body: NewGift,
    answer: CheckoutResult,
  },
  'POST /gifts/code': {
    summary: 'The gift with this code',
    access: 'public',
    limit: 'guest',
    body: exact({ code: GiftCode }),
    answer: OpenedGift,
  },
  'POST /gifts/subscription': {
    summary: 'Use the code of a gift once, and begin its subscription. A visitor needs an email address',
    access: 'product',
    limit: 'guest',
    body: exact({ code: GiftCode, email: Type.Optional(NewEmail), address: Address }),
    answer: exact({ firstOn: LocalDate }),
  },
  'POST /order/{id}/giftCode': {
    summary: 'Mail a new code of the unused gift of an order to its buyer. The code before no longer works',
    access: 'admin',
    limit: 'write',
    params: IdParams,
    answer: Modified,
  },
} as const satisfies CallTable
