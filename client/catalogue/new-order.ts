import type { Product } from '#contract/catalogue.ts'
import type { Person } from '#contract/identity.ts'
import type { NewOrder } from '#contract/cart.ts'

/** What Buy Now sends: the product as it is shown. Somebody without a display name is known by the e-mail. */
export function newOrderOf(buyer: Person, product: Product): NewOrder {
  return {
    email: buyer.email,
    customer: buyer.name.trim() || buyer.email,
    productName: product.name,
    img: product.img,
    price: product.price,
    ratting: product.ratting,
    productId: product._id,
  }
}
