import type { NewOrder } from '#contract/cart.ts'
import type { Product } from '#contract/catalogue.ts'
import type { CheckoutRequest } from '#contract/selling/checkout.ts'
import type { FullPayment } from '#contract/payments.ts'
import { toCents, toPrice } from '#contract/values/money.ts'
import { lisbonAddress } from '#test/selling/portuguese-shop.ts'
import { request } from '../load.ts'
import type { Response, Visit } from '../load.ts'
import type { Caller } from './bench-shop.ts'
import { DELIVERY_CENTS } from './make-real.ts'

/** Returns the body of the request that puts a product into the cart. */
export function newLine(email: string, { _id, name, img, price, ratting }: Product): NewOrder {
  return { email, customer: 'Load', productName: name, img, price, ratting, productId: _id }
}

/**
 * Returns the body of the request that pays for several lines of a cart. `ids` are the ids of the lines, which all
 * contain the same product.
 */
export function payment(email: string, { price }: Product, ids: string[]): FullPayment {
  const total = toPrice((toCents(price) ?? 0) * ids.length)
  return { email, items: ids.map((_id) => ({ _id, price })), total, payment: 'OK' }
}

export function addRequest({ email, authorization }: Caller, product: Product): Buffer {
  return request('POST /api/orders', { authorization }, newLine(email, product))
}

/** Puts the same product into the cart three times, one after the other. Returns the ids of the lines. */
function* addThree(caller: Caller, product: Product): Generator<Buffer, string[], Response> {
  const ids: string[] = []
  while (ids.length < 3) ids.push(insertedId(yield addRequest(caller, product)))
  return ids
}

/** Puts the same product into the cart three times, and pays for all lines at once. */
export function* buyThree(caller: Caller, product: Product): Visit {
  const ids = yield* addThree(caller, product)
  const { email, authorization } = caller
  yield request('POST /api/fullOrder', { authorization }, payment(email, product, ids))
}

/** Puts the same product into the cart of a real shop three times, and checks out with an address and a delivery. */
export function* checkOutThree(caller: Caller, product: Product): Visit {
  const lines = yield* addThree(caller, product)
  const total = (toCents(product.price) ?? 0) * lines.length + DELIVERY_CENTS
  const body: CheckoutRequest = {
    lines,
    methodId: 'post',
    address: lisbonAddress,
    note: '',
    total,
    promise: null,
  }
  yield request('POST /api/checkout', { authorization: caller.authorization }, body)
}

/** Returns the id of the row that an API call has inserted, from the response. */
export function insertedId({ body }: Response): string {
  const answer: { insertedId?: string; _id?: string } = JSON.parse(body())
  return answer.insertedId ?? answer._id ?? ''
}
