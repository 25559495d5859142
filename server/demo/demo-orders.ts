import type { Insertable } from 'kysely'
import { demoOrders } from '#demo/past-orders.ts'
import type { DemoOrder } from '#demo/past-orders.ts'
import { DAY_MS, idAt, now } from '#server/platform/clock.ts'
import type { CartItemRow, OrderRow, UserRow } from '#server/tables.ts'
import type { ProductRow } from '#server/tables/product-rows.ts'
import type { PaymentRow } from '#server/tables/payment-rows.ts'
import type { DemoCatalogue } from './demo-catalogue.ts'

export type DemoHistory = {
  users: Insertable<UserRow>[]
  items: Insertable<CartItemRow>[]
  orders: Insertable<OrderRow>[]
  payments: Insertable<PaymentRow>[]
}

/**
 * Returns the past orders of the demo shop, and all its users: the given accounts, and past customers who cannot sign
 * in.
 */
export function demoHistory(accounts: Insertable<UserRow>[], { byKey, brands }: DemoCatalogue): DemoHistory {
  const brandNames = new Map(brands.map(({ id, name }) => [id, name]))
  const users = new Map(accounts.map((user) => [user.email, user]))
  const history: DemoHistory = { users: [], items: [], orders: [], payments: [] }
  for (const order of demoOrders) {
    const at = now() - order.daysAgo * DAY_MS
    const user = users.get(order.email) ?? pastUser(order, at)
    users.set(user.email, user)
    const items = order.items.map(({ kind, key, paid }) =>
      boughtItem(soldAs(byKey.get(`${kind} ${key}`), brandNames), { user, at, paid }),
    )
    for (const batch of order.kind === 'full' ? [items] : items.map((item) => [item]))
      payTogether(history, order, batch)
  }
  history.users = [...users.values()]
  return history
}

function pastUser({ email, customer }: DemoOrder, at: number): Insertable<UserRow> {
  return { id: idAt(at), subject: `demo:${email}`, email, name: customer, created_at: at }
}

type Sold = Pick<
  CartItemRow,
  'product_id' | 'product_name' | 'img' | 'price_cents' | 'rating' | 'brand' | 'bag'
>

function soldAs(row: ProductRow | undefined, brandNames: Map<string, string>): Sold {
  if (!row) throw new Error('A past order of the demo shop names a product that does not exist.')
  const { id: product_id, name: product_name, img, price_cents, rating, brand_id, category: bag } = row
  const brand = brand_id ? (brandNames.get(brand_id) ?? null) : null
  return { product_id, product_name, img, price_cents, rating, brand, bag }
}

function boughtItem(
  sold: Sold,
  { user, at, paid }: { user: Insertable<UserRow>; at: number; paid: boolean },
): Insertable<CartItemRow> {
  return {
    ...sold,
    id: idAt(at),
    user_id: user.id,
    email: user.email,
    customer: user.name,
    created_at: at,
    roasters_choice: 0,
    ...(paid && { payment: 'OK', paid_at: at, delivery: 'Delivered' }),
  }
}

/** Adds lines to the history. If some of them are paid, also adds one payment and one order for the paid lines. */
function payTogether(history: DemoHistory, { kind }: DemoOrder, items: Insertable<CartItemRow>[]): void {
  history.items.push(...items)
  const paid = items.filter((item) => item.payment === 'OK')
  const [first] = paid
  if (!first) return
  const { user_id, email, customer, created_at: at } = first
  const total = paid.reduce((sum, item) => sum + item.price_cents, 0)
  const [paymentId, orderId] = [idAt(at), idAt(at)]
  for (const item of paid) Object.assign(item, { payment_id: paymentId, order_id: orderId })
  history.payments.push({
    id: paymentId,
    idempotency_key: paymentId,
    user_id,
    kind,
    amount_cents: total,
    gateway: 'instant',
    status: 'succeeded',
    reference: `instant-${paymentId}`,
    created_at: at,
    settled_at: at,
    has_checkout: 0,
    taken_stock: 0,
  })
  history.orders.push({
    id: orderId,
    user_id,
    email,
    customer,
    total_cents: total,
    payment_id: paymentId,
    created_at: at,
    kind,
    number: history.orders.length + 1,
    state: 'delivered',
    delivered_at: at,
  })
}
