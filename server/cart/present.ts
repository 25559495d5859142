import type { OrderItem } from '#contract/cart.ts'
import { toPrice } from '#contract/values/money.ts'
import type { SoldProduct } from '#server/catalogue/sold-product.ts'
import type { ShownLine } from './queries.ts'

/**
 * Converts a cart line for a response to its owner. `product` is the product in the catalogue now. It is null if the
 * product is no longer sold or the line is paid. `isSoldOut` says whether too little is left of it for this line.
 */
export function presentLine(row: ShownLine, product: SoldProduct | null, isSoldOut: boolean): OrderItem {
  return {
    _id: row.id,
    email: row.email,
    customer: row.customer,
    productName: row.product_name,
    img: row.img,
    price: toPrice(row.price_cents),
    ratting: row.rating,
    productId: row.product_id,
    ...(row.brand !== null && { brand: row.brand }),
    ...(row.bag !== null && { bag: row.bag }),
    ...(row.weight_grams !== null && { weight: row.weight_grams }),
    ...(row.grind !== null && { grind: row.grind }),
    ...stateOf(row, product),
    ...(isSoldOut && { soldOut: true }),
  }
}

function stateOf(row: ShownLine, product: SoldProduct | null): Partial<OrderItem> {
  if (row.payment)
    return {
      payment: row.payment,
      delivery: row.delivery ?? 'Ordered',
      ...(row.order_state === 'refunded' && { refunded: true }),
    }
  if (row.payment_id) return { checking: true, paymentId: row.payment_id }
  if (!product) return { removed: true }
  return product.priceCents === row.price_cents ? {} : { newPrice: toPrice(product.priceCents) }
}
