import { Type } from 'typebox'
import type { Static } from 'typebox'
import type { CallTable } from './call.ts'
import {
  Deleted,
  Email,
  EveryWeeks,
  exact,
  Id,
  IdParams,
  Img,
  Inserted,
  lineFields,
  Modified,
  Name,
  Price,
  SentRatting,
  Text,
} from './fields.ts'
import { MAX_AT_ONCE, MAX_ITEMS, MAX_STARS, NAME_LENGTH } from './values/limits.ts'

/**
 * A line of a cart: one product that a user has added, paid or not. `price` is the product's price when it was added.
 * `newPrice` is set if the product has another price now, `removed` if it is no longer sold, and `soldOut` if too
 * little is left of it for this line: the older lines take what there is. `left` is how many of the product can be bought
 * with this cart, and is only set if that is few or no more than the cart has. `checking` is set while it is unknown
 * whether a payment for the line has succeeded, and `paymentId` is that payment. Only paid lines have `payment` and
 * `delivery`. `refunded` is set if the whole order of a paid line was refunded. Coffees have `brand`. Packets (bags
 * of coffee) have `bag`, the name of their category. A coffee that comes again and again has `everyWeeks`. With
 * `roastersChoice`, the roaster chooses what comes after the first delivery.
 */
export const OrderItem = exact({
  ...lineFields,
  productId: Type.Optional(Id),
  newPrice: Type.Optional(Price),
  removed: Type.Optional(Type.Literal(true)),
  soldOut: Type.Optional(Type.Literal(true)),
  left: Type.Optional(Type.Integer()),
  checking: Type.Optional(Type.Literal(true)),
  paymentId: Type.Optional(Id),
  refunded: Type.Optional(Type.Literal(true)),
  brand: Type.Optional(Name),
  bag: Type.Optional(Name),
  everyWeeks: Type.Optional(EveryWeeks),
  roastersChoice: Type.Optional(Type.Literal(true)),
})

export type OrderItem = Static<typeof OrderItem>

/**
 * A line of a guest's cart. `email` and `customer` are empty, because the guest enters them in the checkout. A product that
 * is no longer sold has no name, no picture, and the rating 0. The browser of the guest has kept them.
 */
const GuestLine = exact({
  ...OrderItem.properties,
  email: Text(0),
  customer: Text(0),
  productName: Text(NAME_LENGTH),
  ratting: Type.Integer({ minimum: 0, maximum: MAX_STARS }),
})

/**
 * The body of the request that adds a product to the cart. The server finds the product by `productId` or, without it,
 * by `productName` and `img`. `count` is the number of lines to add, 1 if it is missing. `grind` is one of the shop's
 * grinds. The server remembers it for the customer's next purchase. With `everyWeeks`, the product comes again and again, and
 * `price` is that of a subscriber. A request that is sent again with the `requestId` of
 * an earlier one adds nothing, and gets the answer of the earlier one.
 */
export const NewOrder = exact({
  email: Email,
  customer: Name,
  productName: Name,
  img: Img,
  price: Price,
  ratting: SentRatting,
  productId: Type.Optional(Id),
  count: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_AT_ONCE })),
  grind: Type.Optional(Name),
  everyWeeks: Type.Optional(EveryWeeks),
  roastersChoice: Type.Optional(Type.Literal(true)),
  requestId: Type.Optional(Type.String({ pattern: '^[\\w-]{8,64}$' })),
})

export type NewOrder = Static<typeof NewOrder>

/**
 * What the browser of a guest, who has no account, keeps of the cart: how many of a product with a grind, and the price at
 * which the guest added them, which is the one without a subscription.
 */
export const GuestItem = exact({
  productId: Id,
  quantity: Type.Integer({ minimum: 1, maximum: MAX_ITEMS }),
  price: Price,
  grind: Type.Optional(Name),
  everyWeeks: Type.Optional(EveryWeeks),
  roastersChoice: Type.Optional(Type.Literal(true)),
})

export type GuestItem = Static<typeof GuestItem>

/** Together they are at most `MAX_ITEMS` products, as in the cart of an account. */
export const GuestItems = Type.Array(GuestItem, { maxItems: MAX_ITEMS })

const EmailQuery = exact({ email: Email })

/**
 * The grinds to choose from, and the one that the caller chose last. A visitor has none. If `grinds` is empty, customers
 * choose no grind. `subscriptions` is set if products can come again and again.
 */
const Grinds = exact({
  grinds: Type.Array(Name),
  last: Type.Optional(Name),
  subscriptions: Type.Optional(exact({ percentOff: Type.Integer() })),
})

export type Grinds = Static<typeof Grinds>

export const cartCalls = {
  'GET /myCarts': {
    summary: 'The order items of the caller, oldest first',
    access: 'signedIn',
    limit: 'read',
    email: 'own',
    query: EmailQuery,
    answer: Type.Array(OrderItem),
  },
  'POST /guestCart': {
    summary: 'The cart of a guest with the prices and the stock of now, as GET /myCarts shows one',
    access: 'product',
    limit: 'read',
    body: exact({ items: GuestItems }),
    answer: Type.Array(GuestLine),
  },
  'POST /orders': {
    summary: 'Put a product into the cart, once or several times',
    access: 'signedIn',
    limit: 'write',
    email: 'own',
    body: NewOrder,
    answer: Inserted,
  },
  'GET /grinds': {
    summary: 'The grinds of the shop, the one that the caller chose last, and whether it has subscriptions',
    access: 'product',
    limit: 'read',
    answer: Grinds,
  },
  'PUT /cartQuantity/{id}': {
    summary:
      'Change how many there are of equal items (0 removes all), or how often they come (null is once) and who chooses',
    access: 'signedIn',
    limit: 'write',
    params: IdParams,
    body: Type.Union([
      exact({ quantity: Type.Integer({ minimum: 0, maximum: MAX_ITEMS }) }),
      exact({
        everyWeeks: Type.Union([EveryWeeks, Type.Null()]),
        roastersChoice: Type.Optional(Type.Literal(true)),
      }),
    ]),
    answer: exact({ acknowledged: Type.Boolean(), quantity: Type.Integer() }),
  },
  'DELETE /orderDelete/{id}': {
    summary: 'Remove an item from the list; a paid one stays in its order',
    access: 'signedIn',
    limit: 'write',
    params: IdParams,
    answer: Deleted,
  },
  'PUT /orderRestore/{id}': {
    summary: 'Undo a delete of the last ten minutes',
    access: 'signedIn',
    limit: 'write',
    params: IdParams,
    answer: Modified,
  },
} as const satisfies CallTable
