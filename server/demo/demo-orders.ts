import { demoOrders } from '#demo/past-orders.ts'
import type { DemoOrder } from '#demo/past-orders.ts'
import { DAY_MS, idAt, now } from '#server/platform/clock.ts'
import type { CartItemRow, OrderRow, UserRow } from '#server/tables.ts'
import type { ProductRow } from '#server/tables/product-rows.ts'
import type { PaymentRow } from '#server/tables/payment-rows.ts'
import type { DemoCatalogue } from './demo-catalogue.ts'

export type DemoHistory = {
  users: UserRow[]
  items: CartItemRow[]
  orders: OrderRow[]
  payments: PaymentRow[]
}

/**
 * Returns the past orders of the demo shop, and all its users: the given accounts, and past customers who cannot sign
 * in.
 */
export function demoHistory(accounts: UserRow[], { byKey, brands }: DemoCatalogue): DemoHistory {
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

function pastUser({ email, customer }: DemoOrder, at: number): UserRow {
  return {
    id: idAt(at),
    subject: `demo:${email}`,
    email,
    name: customer,
    role: null,
    created_at: at,
    archived_at: null,
    grind: null,
  }
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
  { user, at, paid }: { user: UserRow; at: number; paid: boolean },
): CartItemRow {
  return {
    ...sold,
    id: idAt(at),
    user_id: user.id,
    email: user.email,
    customer: user.name,
    payment: paid ? 'OK' : null,
    payment_id: null,
    order_id: null,
    created_at: at,
    paid_at: paid ? at : null,
    removed_at: null,
    every_weeks: null,
    roasters_choice: 0,
    delivery: paid ? 'Delivered' : null,
    weight_grams: null,
    grind: null,
    request_id: null,
  }
}

/** Adds lines to the history. If some of them are paid, also adds one payment and one order for the paid lines. */
function payTogether(history: DemoHistory, { kind }: DemoOrder, items: CartItemRow[]): void {
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
    reason: null,
    created_at: at,
    settled_at: at,
    session: null,
    url: null,
    has_checkout: 0,
    taken_stock: 0,
    fee_cents: null,
    fee_currency: null,
    currency: null,
    arrived_cents: null,
    arrived_currency: null,
    arrived_reference: null,
    network: null,
    subscription: null,
    mandate_id: null,
    due_at: null,
    tries: null,
    begun_at: null,
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
    tracking_url: null,
    carrier: null,
    tracking_number: null,
    told_url: null,
    withdrawn_at: null,
    notified_at: null,
    delivered_at: at,
  })
}
