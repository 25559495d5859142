import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { SQLInputValue, StatementSync } from 'node:sqlite'
import { idAt, newId, now } from '#server/platform/clock.ts'
import { failedMailRow, itemRow, orderRow, paymentRow, userRow } from '#test/rows.ts'

type Row = Record<string, SQLInputValue>
type Insert = (table: string, row: Row) => void
type Filling = { lines: number; admins: { email: string }[]; withCart: { email: string }[] }

const YEARS_3_MS = 3 * 365 * 24 * 60 * 60 * 1000
/** The number of the newest lines whose orders are not delivered yet. */
const OPEN_LINES = 500

/**
 * Fills a demo shop by writing to its database while the shop is not running. `lines` is the number of lines (a line is
 * a product in a cart or an order), which are spread over three years. There are a tenth as many users, messages, mails
 * and audit entries. The users of `admins` become admins, and those of `withCart` get 20 lines each in
 * their carts.
 */
export function fillShop(dataDir: string, { lines, admins, withCart }: Filling): void {
  const database = new DatabaseSync(join(dataDir, 'crema.db'))
  database.exec('PRAGMA synchronous=OFF; PRAGMA foreign_keys=OFF; PRAGMA cache_size=-400000; BEGIN')
  const insert = inserterFor(database)
  const promote = database.prepare("UPDATE users SET role = 'Admin' WHERE email = ?")
  for (const { email } of admins) promote.run(email)
  const find = (sql: string, ...values: string[]) => database.prepare(sql).all(...values)
  const coffees = find("SELECT * FROM products WHERE kind = 'coffee' LIMIT 20")
  for (const { email } of withCart)
    for (const user of find('SELECT id FROM users WHERE email = ?', email))
      for (const coffee of coffees) insert('cart_items', lineInCart(String(user['id']), email, coffee))
  for (let index = 0; index < lines; index++) insertLine(insert, index, lines)
  for (let index = 0; index < lines / 10; index++) insertOthers(insert, index)
  database.exec('COMMIT; ANALYZE; PRAGMA wal_checkpoint(TRUNCATE)')
  database.close()
}

/** Returns a function that inserts rows. All rows of a table must have the same columns. */
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

function lineInCart(user_id: string, email: string, coffee: Row): Row {
  const { id: product_id, name: product_name, img, price_cents, rating } = coffee
  return Object.assign(itemRow({ user_id, email }), { product_id, product_name, img, price_cents, rating })
}

/**
 * Inserts a line: a product in a cart or an order. Every fourth line is unpaid. Each other line has its own payment and
 * its own order, and a third of these orders are of the kind `full`.
 */
function insertLine(insert: Insert, index: number, lines: number): void {
  const created_at = now() - Math.floor(((lines - index) / lines) * YEARS_3_MS)
  const buyer = scattered(index, Math.ceil(lines / 10))
  const who = { email: emailOf(buyer), customer: `Shopper ${buyer}` }
  const [product_name, cents] = [`Coffee ${scattered(index, 997)}`, 1000 + scattered(index, 3000)]
  const line = itemRow({ ...who, id: idAt(created_at), product_name, price_cents: cents, created_at })
  if (index % 4 === 0) return insert('cart_items', line)
  const [payment_id, id, paid_at] = [idAt(created_at), idAt(created_at), created_at + 60_000]
  const isOpen = index >= lines - OPEN_LINES
  const kind = index % 3 === 0 ? 'full' : 'single'
  const paid = { idempotency_key: payment_id, created_at: paid_at, settled_at: paid_at, kind } as const
  insert('payments', paymentRow({ ...paid, id: payment_id, amount_cents: cents, reference: 'instant' }))
  const order = { id, payment_id, total_cents: cents, created_at: paid_at, kind } as const
  insert('orders', orderRow({ ...who, ...order, state: isOpen ? 'paid' : 'delivered' }))
  const delivery = isOpen ? null : 'Delivered'
  insert('cart_items', { ...line, payment_id, order_id: id, payment: 'OK', paid_at, delivery })
}

/** Inserts a shopper, a message, a sent mail and an entry of the audit log. */
function insertOthers(insert: Insert, index: number): void {
  const [created_at, email] = [now(), emailOf(index)]
  const id = idAt(created_at - YEARS_3_MS)
  insert('users', userRow({ id, subject: id, name: `Shopper ${index}`, email }))
  insert('messages', { id: newId(), name: 'Visitor', email, message: 'When do you open?', created_at })
  insert('outbox', failedMailRow({ status: 'sent', error: null, created_at, sent_at: created_at }))
  const what = { action: 'made', subject: 'Brand', detail: '' }
  insert('audit', { id: newId(), at: created_at, user_id: 'bench', who: 'Bench', ...what })
}

/**
 * Returns a number from 0 to below `max` for an index. Neighbouring indices get numbers that are far apart, so that
 * neighbouring orders belong to different users.
 */
function scattered(index: number, max: number): number {
  return (index * 7919) % max
}

function emailOf(number: number): string {
  return `shopper${String(number).padStart(7, '0')}@example.com`
}
