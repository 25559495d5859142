import { Problem } from '#contract/errors.ts'
import { toCents, toPrice } from '#contract/values/money.ts'
import type { NewOrder } from '#contract/cart.ts'
import type { Products } from '#server/catalogue/find-product.ts'
import type { SoldProduct } from '#server/catalogue/sold-product.ts'
import { newId, now } from '#server/platform/clock.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import type { Orders } from './orders.ts'
import { insertItem } from './queries.ts'
import type { NewItem } from './queries.ts'

/**
 * Puts a product into the caller's cart and answers the item's id. Name, picture, price, brand and bag are the catalogue's; a
 * price other than today's is refused with today's, so that nobody pays what they were not shown.
 */
export async function addToCart(
  { database, products, room }: Orders,
  caller: Caller,
  order: NewOrder,
): Promise<string | Problem> {
  const product = await findOrdered(products, order)
  if (!product) return new Problem('unknown-product')
  const shown = toCents(order.price)
  if (shown === null)
    return new Problem('invalid-input', { errors: [{ field: 'price', message: 'is not an amount' }] })
  if (shown !== product.priceCents)
    return new Problem('price-changed', { price: toPrice(product.priceCents) })
  const item = newItem(caller, product)
  const insert = () =>
    database.write(async ({ tx, publish }) => {
      await insertItem(tx, item)
      publish({ type: 'line-added', userId: caller.userId })
      return true
    })
  const added = await room.admit(caller, insert)
  if (added === null) return new Problem('cart-full')
  return item.id
}

function findOrdered(products: Products, order: NewOrder): Promise<SoldProduct | null> {
  if (order.productId) return products.byId(order.productId)
  return products.byNameAndPicture({ name: order.productName, img: order.img })
}

function newItem(caller: Caller, product: SoldProduct): NewItem {
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
  }
}
