import { newId, now } from '#server/platform/clock.ts'
import type { CartItemRow, OrderRow, OutboxRow, PaymentRow, UserRow } from '#server/tables.ts'
import type { ShopDatabase } from '#server/shop-database.ts'

const BATCH = 500

/** Returns an unpaid item. `given` replaces its fields. */
export function itemRow(given: Partial<CartItemRow> = {}): CartItemRow {
  return {
    id: newId(),
    user_id: 'somebody',
    email: 'somebody@people.example',
    customer: 'Somebody',
    product_id: 'espresso',
    product_name: 'Espresso',
    img: '/images/0123456789abcdef-aabbcc-800.webp',
    price_cents: 250,
    rating: 4,
    payment: null,
    payment_id: null,
    order_id: null,
    created_at: now(),
    paid_at: null,
    removed_at: null,
    delivery: null,
    brand: null,
    bag: null,
    moved_by: null,
    ...given,
  }
}

export function orderRow(given: Partial<OrderRow> = {}): OrderRow {
  const id = newId()
  const who = { user_id: 'somebody', email: 'somebody@people.example', customer: 'Somebody' }
  return { id, ...who, total_cents: 250, payment_id: id, created_at: now(), kind: 'full', ...given }
}

export function userRow(given: Partial<UserRow> = {}): UserRow {
  const id = newId()
  return {
    id,
    subject: id,
    email: `${id}@people.example`,
    name: 'Somebody',
    role: null,
    created_at: now(),
    archived_at: null,
    ...given,
  }
}

/** Returns a payment that succeeded. `given` replaces its fields. */
export function paymentRow(given: Partial<PaymentRow> = {}): PaymentRow {
  const id = newId()
  return {
    id,
    idempotency_key: id,
    user_id: 'somebody',
    kind: 'single',
    amount_cents: 250,
    gateway: 'instant',
    status: 'succeeded',
    reference: null,
    reason: null,
    created_at: now(),
    settled_at: now(),
    ...given,
  }
}

/** Returns a mail that failed at every try. `given` replaces its fields. */
export function failedMailRow(given: Partial<OutboxRow> = {}): OutboxRow {
  return {
    id: newId(),
    recipient: null,
    reply_to: 'a@b.example',
    subject: 'S',
    body: 'B',
    template: null,
    data: null,
    status: 'failed',
    tries: 8,
    next_try_at: 0,
    error: 'no',
    created_at: 0,
    sent_at: null,
    ...given,
  }
}

/** Rows of the tables that the dashboard lists. */
export type Books = { items?: CartItemRow[]; orders?: OrderRow[]; users?: UserRow[]; payments?: PaymentRow[] }

/** Inserts rows directly into the database, without any validation. */
export async function enter(
  database: ShopDatabase,
  { items = [], orders = [], users = [], payments = [] }: Books,
): Promise<void> {
  await database.write(async ({ tx }) => {
    for (const rows of batches(items)) await tx.insertInto('cart_items').values(rows).execute()
    for (const rows of batches(orders)) await tx.insertInto('orders').values(rows).execute()
    for (const rows of batches(users)) await tx.insertInto('users').values(rows).execute()
    for (const rows of batches(payments)) await tx.insertInto('payments').values(rows).execute()
  })
}

function batches<R>(rows: R[]): R[][] {
  return Array.from({ length: Math.ceil(rows.length / BATCH) }, (_, at) =>
    rows.slice(at * BATCH, (at + 1) * BATCH),
  )
}
