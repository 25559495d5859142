import type { NewOrder } from '#contract/cart.ts'
import { Problem } from '#contract/errors.ts'
import { toAmountText, toMinor } from '#contract/values/money.ts'
import type { Products, SoldProduct } from '#server/catalogue/find-product.ts'
import { newId, now } from '#server/platform/clock.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import type { Cart } from './cart.ts'
import { findShortage } from './payable-lines.ts'
import { rememberGrind, findGrindProblem } from './grinds.ts'
import { insertLines } from './queries.ts'
import type { NewLine } from './queries.ts'

/**
 * Adds `count` lines of a product to the caller's cart, in one transaction, and returns the id of the first. A line
 * contains a copy of the product's data in the catalogue, such as the name and the price. If the request contains
 * another price, returns a problem with the current price. If not all lines fit into the cart, or too little is left of
 * the product, adds none and returns a problem.
 */
export async function addToCart(cart: Cart, caller: Caller, order: NewOrder): Promise<string | Problem> {
  const { database, products, sizeLimiter } = cart
  const product = await findProduct(products, order)
  if (!product) return new Problem('unknown-product')
  const currency = await cart.currency()
  const shown = toMinor(order.price, currency)
  if (shown === null)
    return new Problem('invalid-input', { errors: [{ field: 'price', message: 'is not an amount' }] })
  if (shown !== product.priceCents)
    return new Problem('price-changed', { price: toAmountText(product.priceCents, currency) })
  const { grind, count = 1 } = order
  const problem = grind === undefined ? null : await findGrindProblem(database.read, grind)
  if (problem) return problem
  const shortage = await findShortage(cart, caller, { product, count })
  if (shortage) return shortage
  const first = newLine(caller, product, grind)
  const others = Array.from({ length: count - 1 }, () => ({ ...first, id: newId() }))
  const insert = () => insertInto(database, { caller, lines: [first, ...others], grind })
  const added = await sizeLimiter.admit(caller, insert, count)
  if (added === null) return new Problem('cart-full')
  return first.id
}

type Addition = { caller: Caller; lines: NewLine[]; grind: string | undefined }

async function insertInto(
  database: Cart['database'],
  { caller: { userId }, lines, grind }: Addition,
): Promise<boolean> {
  const event = { type: 'line-added', userId } as const
  if (grind === undefined) await database.writeOne([event], (tx) => insertLines(tx, lines))
  else
    await database.write(async ({ tx, publish }) => {
      await insertLines(tx, lines)
      await rememberGrind(tx, { userId, grind })
      publish(event)
    })
  return true
}

function findProduct(products: Products, order: NewOrder): Promise<SoldProduct | null> {
  if (order.productId) return products.byId(order.productId)
  return products.byNameAndPicture({ name: order.productName, img: order.img })
}

function newLine(caller: Caller, product: SoldProduct, grind: string | undefined): NewLine {
  return {
    id: newId(),
    user_id: caller.userId,
    email: caller.email,
    customer: caller.name,
    product_id: product.id,
    product_name: product.name,
    img: product.img,
    price_cents: product.priceCents,
    rating: product.rating,
    created_at: now(),
    brand: product.brand,
    bag: product.bag,
    weight_grams: product.weightGrams,
    grind: grind ?? null,
  }
}
