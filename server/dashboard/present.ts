import { deliveryStates } from '#contract/fields.ts'
import type { FullOrder, FullOrderRow, OrderedProduct, User } from '#contract/dashboard.ts'
import { toPrice } from '#contract/money.ts'
import type { CartItemRow, OrderRow, UserRow } from '#server/tables.ts'
import type { DeliveryCount, ShownItem } from './queries.ts'

export function presentOrderedProduct(row: ShownItem): OrderedProduct {
  return {
    _id: row.id,
    email: row.email,
    customer: row.customer,
    productName: row.product_name,
    img: row.img,
    price: toPrice(row.price_cents),
    ratting: row.rating,
    orderedAt: row.created_at,
    ...(row.payment && { payment: row.payment, delivery: row.delivery ?? 'Ordered' }),
  }
}

export function presentFullOrderRow(row: OrderRow, counts: DeliveryCount[]): FullOrderRow {
  const delivery = { Ordered: 0, Packed: 0, Sent: 0, Delivered: 0 }
  for (const count of counts) if (count.payment_id === row.payment_id) delivery[count.delivery ?? 'Ordered'] += count.items
  const items = deliveryStates.reduce((sum, state) => sum + delivery[state], 0)
  return { ...orderHead(row), items, delivery }
}

export function presentFullOrder(row: OrderRow, items: CartItemRow[]): FullOrder {
  return { ...orderHead(row), items: items.map(presentOrderedProduct) }
}

function orderHead(row: OrderRow) {
  const { id, email, customer, total_cents, created_at } = row
  return { _id: id, email, customer, total: toPrice(total_cents), payment: 'OK' as const, orderedAt: created_at }
}

export function presentUser({ id, name, email, role }: UserRow): User {
  return { _id: id, name, email, ...(role && { role }) }
}
