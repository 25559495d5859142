import type { FullOrder, OrderedProduct } from '#contract/orders.ts'
import type { User } from '#contract/users.ts'
import { toPrice } from '#contract/values/money.ts'
import type { OrderRow, UserRow } from '#server/tables.ts'
import type { ShownItem } from './queries.ts'

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

export function presentFullOrder(row: OrderRow, items: ShownItem[] = []): FullOrder {
  const { id, email, customer, total_cents, created_at } = row
  return {
    _id: id,
    email,
    customer,
    total: toPrice(total_cents),
    payment: 'OK',
    orderedAt: created_at,
    items: items.map(presentOrderedProduct),
  }
}

export function presentUser({ id, name, email, role }: UserRow): User {
  return { _id: id, name, email, ...(role && { role }) }
}
