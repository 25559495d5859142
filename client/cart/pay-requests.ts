import type { OrderItem } from '#contract/cart.ts'
import type { FullPayment } from '#contract/payments.ts'
import { payableItems, priceToPay, totalToPay } from './row-state.ts'

/** What pays one item: its id and the price that the person sees. */
export function singlePaymentOf(item: OrderItem): { id: string; body: { price: string } } {
  return { id: item._id, body: { price: priceToPay(item) } }
}

/** What pays everything that can be paid now, with the prices and the total that the person sees. */
export function fullPaymentOf(email: string, items: OrderItem[]): FullPayment {
  return { email, items: payableItems(items).map(shownItem), total: totalToPay(items), payment: 'OK' }
}

function shownItem(item: OrderItem): FullPayment['items'][number] {
  const { _id, email, customer, productName, img, ratting } = item
  return { _id, email, customer, productName, img, price: priceToPay(item), ratting }
}
