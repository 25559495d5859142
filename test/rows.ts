import { sql } from 'kysely'
import type { Insertable } from 'kysely'
import { newId, now } from '#server/platform/clock.ts'
import type { CartItemRow, OrderRow, UserRow } from '#server/tables.ts'
import type { OutboxRow } from '#server/tables/mail-rows.ts'
import type { DiscountRow } from '#server/tables/discount-rows.ts'
import type { PaymentRow } from '#server/tables/payment-rows.ts'
import type { ShopDatabase } from '#server/shop-database.ts'

const BATCH = 500

/** Returns the database row of an unpaid line in a cart. `given` replaces some of the columns. */
export function itemRow(given: Partial<CartItemRow> = {}): CartItemRow {
  return {
    id: newId(),
    user_id: 'shopper',
    email: 'shopper@people.example',
    customer: 'Shopper',
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
    weight_grams: null,
    grind: null,
    request_id: null,
    every_weeks: null,
    roasters_choice: 0,
    ...given,
  }
}

/** The last order number that `orderRow` has used. It begins far above the numbers of the orders that a test places. */
let lastNumber = 1_000_000_000

export function orderRow(given: Partial<OrderRow> = {}): Insertable<OrderRow> {
  const id = newId()
  const who = { user_id: 'shopper', email: 'shopper@people.example', customer: 'Shopper' }
  return {
    id,
    ...who,
    total_cents: 250,
    payment_id: id,
    created_at: now(),
    kind: 'full',
    number: (lastNumber += 1),
    state: 'paid',
    ...given,
  }
}

export function userRow(given: Partial<UserRow> = {}): UserRow {
  const id = newId()
  return {
    id,
    subject: id,
    email: `${id}@people.example`,
    name: 'Shopper',
    role: null,
    created_at: now(),
    archived_at: null,
    grind: null,
    ...given,
  }
}

/** Returns the database row of a successful payment. `given` replaces some of the columns. */
export function paymentRow(given: Partial<PaymentRow> = {}): Insertable<PaymentRow> {
  const id = newId()
  return {
    id,
    idempotency_key: id,
    user_id: 'shopper',
    kind: 'single',
    amount_cents: 250,
    gateway: 'instant',
    status: 'succeeded',
    created_at: now(),
    settled_at: now(),
    ...given,
  }
}

/**
 * Returns the database row of a mail for which all tries to send it have failed. `given` replaces some of the columns.
 */
export function failedMailRow(given: Partial<OutboxRow> = {}): Insertable<OutboxRow> {
  return {
    id: newId(),
    reply_to: 'a@b.example',
    subject: 'S',
    body: 'B',
    status: 'failed',
    tries: 8,
    next_try_at: 0,
    error: 'no',
    created_at: 0,
    ...given,
  }
}

/** Returns the database row of a discount of 10 % that needs no code. `given` replaces some of the columns. */
export function discountRow(given: Partial<DiscountRow> = {}): Insertable<DiscountRow> {
  return {
    id: newId(),
    name: 'Spring',
    kind: 'percent',
    value: 10,
    is_first_order: 0,
    used: 0,
    created_at: now(),
    ...given,
  }
}

/** Rows to insert into a test database, by table. */
export type TableRows = {
  items?: CartItemRow[]
  orders?: Insertable<OrderRow>[]
  users?: UserRow[]
  payments?: Insertable<PaymentRow>[]
  discounts?: Insertable<DiscountRow>[]
}

/** Inserts rows directly into the database, without any validation. */
export async function enter(
  database: ShopDatabase,
  { items = [], orders = [], users = [], payments = [], discounts = [] }: TableRows,
): Promise<void> {
  await database.write(async ({ tx }) => {
    for (const rows of batches(items)) await tx.insertInto('cart_items').values(rows).execute()
    for (const rows of batches(orders)) await tx.insertInto('orders').values(rows).execute()
    for (const rows of batches(users)) await tx.insertInto('users').values(rows).execute()
    for (const rows of batches(payments)) await tx.insertInto('payments').values(rows).execute()
    for (const rows of batches(discounts)) await tx.insertInto('discounts').values(rows).execute()
  })
}

function batches<R>(rows: R[]): R[][] {
  return Array.from({ length: Math.ceil(rows.length / BATCH) }, (_, at) =>
    rows.slice(at * BATCH, (at + 1) * BATCH),
  )
}

/** Tables whose rows belong to one database server, and are not data of the shop. A backup does not contain them. */
const OWN_TABLES = /^(migrations|secrets|rate_limits|changes|(product_)?search.*)$/

/**
 * Returns all rows of all tables with data of the shop. The order of the rows and the types of the values are the same
 * for SQLite and PostgreSQL.
 */
export async function allRows(database: ShopDatabase): Promise<Record<string, object[]>> {
  const all: Record<string, object[]> = {}
  for (const table of await tableNames(database)) {
    const { rows } = await sql<Record<string, unknown>>`SELECT * FROM ${sql.table(table)}`.execute(
      database.read,
    )
    all[table] = rows.map(plain).toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
  }
  return all
}

async function tableNames({ dialect, read }: ShopDatabase): Promise<string[]> {
  const query =
    dialect === 'sqlite'
      ? sql<{
          name: string
        }>`SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`
      : sql<{
          name: string
        }>`SELECT table_name AS name FROM information_schema.tables WHERE table_schema = current_schema()`
  const { rows } = await query.execute(read)
  return rows
    .map(({ name }) => name)
    .filter((name) => !OWN_TABLES.test(name))
    .toSorted()
}

function plain(row: Record<string, unknown>): object {
  const entries = Object.entries(row).map(([column, value]): [string, unknown] => {
    if (value instanceof Date) return [column, value.toISOString()]
    return [column, typeof value === 'boolean' ? Number(value) : value]
  })
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
