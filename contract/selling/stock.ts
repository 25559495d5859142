import { Type } from 'typebox'
import type { Static } from 'typebox'
import type { CallTable } from '../call.ts'
import { Email, exact, Id, IdParams, Modified, Name, oneOf } from '../fields.ts'
import { MAX_STOCK } from '../values/limits.ts'

/** How much is left in a stock: a number of bags or, in a pool, of grams. */
const Amount = Type.Integer({ minimum: 0 })

/**
 * What is left to sell. A stock in bags belongs to one product. A stock in grams is a pool from which several products
 * are taken, such as all sizes of one coffee.
 */
export const Stock = exact({
  _id: Id,
  name: Name,
  unit: oneOf(['bags', 'grams'] as const),
  remaining: Amount,
})

export type Stock = Static<typeof Stock>

/**
 * The stock that a product is taken from, and all pools that it could be taken from. A product that is never sold out
 * has no `stock`.
 */
const ProductStock = exact({ stock: Type.Optional(Stock), pools: Type.Array(Stock) })

export type ProductStock = Static<typeof ProductStock>

/**
 * A change of the stock of a product. `shown` is the id of the product's stock that the admin saw, or null if there was
 * none. `change` is the difference to the amount that the admin saw, so that sales in the meantime are not undone. `key`
 * is a random text that the client makes for each change. If a proxy or the network repeats the request, the amount is
 * not changed a second time.
 */
const change = {
  shown: Type.Union([Id, Type.Null()]),
  key: Type.String({ pattern: '^[0-9a-zA-Z-]{16,64}$' }),
  change: Type.Integer({ minimum: -MAX_STOCK, maximum: MAX_STOCK }),
}

export const StockChange = Type.Union([
  exact({ use: Type.Literal('none'), shown: change.shown }),
  exact({ use: Type.Literal('bags'), ...change }),
  exact({ use: Type.Literal('pool'), ...change, poolId: Id }),
  exact({ use: Type.Literal('newPool'), ...change, name: Name }),
])

export type StockChange = Static<typeof StockChange>

const admin = { access: 'admin', params: IdParams } as const
const shopper = { access: 'signedIn', limit: 'write', params: IdParams } as const

/** The calls about stock. Every `id` is the id of a product. */
export const stockCalls = {
  'GET /productStock/{id}': {
    summary: 'What is left of a product, and the pools of grams',
    ...admin,
    limit: 'read',
    answer: ProductStock,
  },
  'PUT /productStock/{id}': {
    summary: 'Change what is left of a product, or the stock that it is taken from',
    ...admin,
    limit: 'write',
    body: StockChange,
    answer: Modified,
  },
  'GET /watchedProducts': {
    summary: 'The ids of the sold-out products about which the caller wants a mail',
    access: 'signedIn',
    limit: 'read',
    answer: Type.Array(Id),
  },
  'PUT /watchedProducts/{id}': {
    summary: 'Get a mail when a product that is sold out can be bought again',
    ...shopper,
    answer: Modified,
  },
  'POST /watchedProducts/{id}/link': {
    summary: 'Mail a link to a visitor, who confirms with it to want a mail when the product is back',
    access: 'product',
    limit: 'guest',
    params: IdParams,
    body: exact({ email: Email }),
    answer: exact({ acknowledged: Type.Literal(true) }),
  },
  'POST /watchedProducts/link': {
    summary:
      'Get this mail, by the token of such a link. `modifiedCount` is 0 if the product is back already',
    access: 'public',
    limit: 'signIn',
    body: exact({ token: Type.String({ minLength: 1, maxLength: 200 }) }),
    answer: Modified,
  },
  'DELETE /watchedProducts/{id}': {
    summary: 'Get no mail about this product after all',
    ...shopper,
    answer: Modified,
  },
} as const satisfies CallTable
