import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { SQLInputValue, StatementSync } from 'node:sqlite'
import { idAt, newId, now } from '#server/platform/clock.ts'
import { failedMailRow, itemRow, orderRow, paymentRow, userRow } from '#test/rows.ts'

/**
 * A user for the benchmark. It has a session but no password, because hashing thousands of passwords would take
 * minutes.
 */
export type Account = { id: string; email: string; name: string; role: 'Admin' | null }

type Row = Record<string, SQLInputValue>
type Insert = (table: string, row: Row) => void
type Filling = { lines: number; accounts: Account[]; withCart: Account[] }

const DAY_MS = 24 * 60 * 60 * 1000
const YEARS_3_MS = 3 * 365 * DAY_MS

/**
 * Fills a demo shop by writing to its database while the shop is not running. `lines` is the number of lines (a line is
 * a product in a cart or an order), which are spread over three years. There are a tenth as many users, coffees,
 * messages, mails and audit entries. The users of `accounts` are inserted, too, and those of `withCart` get 20 more
 * lines each in their carts.
 */
export function fillShop(dataDir: string, { lines, accounts, withCart }: Filling): void {
  const database = new DatabaseSync(join(dataDir, 'crema.db'))
  database.exec('PRAGMA synchronous=OFF; PRAGMA foreign_keys=OFF; PRAGMA cache_size=-400000; BEGIN')
  const insert = inserterFor(database)
  const find = (sql: string) => database.prepare(sql).all()
  const coffees = find("SELECT * FROM products WHERE kind = 'coffee' LIMIT 20")
  const [brand] = find('SELECT * FROM brands LIMIT 1')
  const [packet] = find("SELECT * FROM products WHERE kind = 'packet' LIMIT 1")
  for (const account of [...accounts, ...pastUsers(lines / 10)]) insertAccount(insert, account)
  for (const account of withCart)
    for (const coffee of coffees) insert('cart_items', lineInCart(account, coffee))
  for (let index = 0; index < lines; index++) insertLine(insert, index, lines)
  for (let index = 0; index < lines / 100; index++)
    insertPastSeason(insert, { brand, packet, coffee: coffees[0] })
  for (let index = 0; index < lines / 10; index++) insertMessage(insert)
  database.exec('COMMIT; ANALYZE; PRAGMA wal_checkpoint(TRUNCATE)')
  database.close()
}

/**
 * Returns a function that inserts a row into a table. It prepares one statement per table, so all rows of a table
 * must have the same columns.
 */
function inserterFor(database: DatabaseSync): Insert {
  const statements = new Map<string, StatementSync>()
  return (table, row) => {
    let statement = statements.get(table)
    if (!statement) {
      const columns = Object.keys(row)
      const places = columns.map(() => '?')
      statement = database.prepare(`INSERT INTO ${table} (${columns.join()}) VALUES (${places.join()})`)
      statements.set(table, statement)
    }
    statement.run(...Object.values(row))
  }
}

function insertAccount(insert: Insert, { id, name, email, role }: Account): void {
  const times = { created_at: '2024-01-01T00:00:00.000Z', updated_at: '2024-01-01T00:00:00.000Z' }
  const credential = { account_id: id, provider_id: 'credential', password: '' }
  const session = { token: randomUUID(), expires_at: '2099-01-01T00:00:00.000Z' }
  insert('users', userRow({ id, subject: id, name, email, role }))
  insert('identity_users', { id, name, email, email_verified: 0, ...times })
  insert('identity_accounts', { id, user_id: id, ...credential, ...times })
  insert('identity_sessions', { id, user_id: id, ...session, ...times })
}

function pastUsers(count: number): Account[] {
  return Array.from({ length: count }, (_, index) => {
    const email = emailOf(scattered(index, count) * count + index)
    return { id: idAt(now() - YEARS_3_MS), email, name: `Shopper ${index}`, role: null }
  })
}

function lineInCart({ id: user_id, email, name: customer }: Account, coffee: Row): Row {
  const { id: product_id, name: product_name, img, price_cents, rating } = coffee
  return Object.assign(itemRow({ user_id, email, customer }), {
    product_id,
    product_name,
    img,
    price_cents,
    rating,
  })
}

/** Maps the delivery state of a line to the state of its order. */
const STATES = { Sent: 'sent', Delivered: 'delivered' } as const

/**
 * Inserts a line: a product in a cart or an order. Every fourth line is unpaid. Each other line has its own payment and
 * its own order, and a third of these orders are of the kind `full`. Paid lines are delivered, except that those among
 * the newest 300 lines are not packed yet, and those among the 200 lines before are sent but not delivered.
 */
function insertLine(insert: Insert, index: number, lines: number): void {
  const created_at = now() - Math.floor(((lines - index) / lines) * YEARS_3_MS)
  const buyer = scattered(index, Math.ceil(lines / 10))
  const who = { email: emailOf(buyer), customer: `Shopper ${buyer}` }
  const [product_name, cents] = [`Coffee ${scattered(index, 997)}`, 1000 + scattered(index, 3000)]
  const line = itemRow({ ...who, id: idAt(created_at), product_name, price_cents: cents, created_at })
  if (index % 4 === 0) return insert('cart_items', line)
  const [payment_id, id, paid_at] = [idAt(created_at), idAt(created_at), created_at + 60_000]
  const sent = index < lines - 500 ? 'Delivered' : 'Sent'
  const delivery = index < lines - 300 ? sent : null
  const kind = index % 3 === 0 ? 'full' : 'single'
  const paid = { idempotency_key: payment_id, created_at: paid_at, settled_at: paid_at, kind } as const
  insert('payments', paymentRow({ ...paid, id: payment_id, amount_cents: cents, reference: 'instant' }))
  const state = delivery === null ? 'paid' : STATES[delivery]
  insert('orders', orderRow({ ...who, id, payment_id, total_cents: cents, created_at: paid_at, kind, state }))
  insert('cart_items', { ...line, payment_id, order_id: id, payment: 'OK', paid_at, delivery })
}

/**
 * Inserts a copy of a brand with ten coffees, and a copy of a packet. Both copies are marked as deleted so long ago
 * that they cannot be restored. Shoppers do not see them, so the lists for shoppers are as long in a large shop as in a
 * small one.
 */
function insertPastSeason(insert: Insert, { brand, packet, coffee }: Record<string, Row | undefined>): void {
  const [brand_id, archived_at] = [newId(), now() - 100 * DAY_MS]
  insert('brands', { ...brand, id: brand_id, archived_at })
  insert('products', { ...packet, id: newId(), archived_at })
  for (let number = 0; number < 10; number++) insert('products', { ...coffee, id: newId(), brand_id })
}

function insertMessage(insert: Insert): void {
  const [created_at, email] = [now(), 'visitor@example.com']
  insert('messages', { id: newId(), name: 'Visitor', email, message: 'When do you open?', created_at })
  insert('outbox', failedMailRow({ status: 'sent', error: null, created_at, sent_at: created_at }))
  const what = { action: 'made', subject: 'Brand', detail: '' }
  insert('audit', { id: newId(), at: created_at, user_id: 'bench', who: 'Bench', ...what })
}

/**
 * Returns a number from 0 to below `most` for an index. Neighbouring indices get numbers that are far apart, so that
 * neighbouring orders belong to different users.
 */
function scattered(index: number, most: number): number {
  return (index * 7919) % most
}

function emailOf(number: number): string {
  return `shopper${String(number).padStart(7, '0')}@example.com`
}
