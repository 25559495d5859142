import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { SQLInputValue, StatementSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Brand, CoffeeDetails, Product } from '#contract/catalogue.ts'
import { DEFAULT_SELLING } from '#contract/selling/settings.ts'
import type { SellingSettings } from '#contract/selling/settings.ts'
import type { ShopOpening } from '#contract/shop/profile.ts'
import { demoAccounts } from '#contract/values/demo.ts'
import { ask, newToken, signUp } from '#test/harness/client.ts'
import type { Person } from '#test/harness/client.ts'
import { withCheapHashes } from '#test/processes/child-node.ts'
import { portugueseShop, post } from '#test/selling/portuguese-shop.ts'
import { idAt, newId, now } from '#server/platform/clock.ts'
import { failedMailRow, itemRow, orderRow, paymentRow, userRow } from '#test/rows.ts'
import { root } from '../scripts/setup/place.mjs'
import { shopProgram, startProcess } from './processes.ts'
import type { BenchProcess } from './processes.ts'

/** A demo shop with many rows. It is not running: `inOpenShop` starts it. */
export type BenchShop = {
  env: {
    DATA_DIR: string
    PORT: string
    DEMO: string
    TRUST_PROXY: string
    DATABASE_URL?: string
    PAYMENT_GATEWAY?: string
  }
  people: Person[]
}

/** A user with the headers of their API calls. The access token in them is valid for 15 minutes. */
export type Caller = { email: string; headers: { authorization: string } }

/** A running shop with users who can make API calls, and some rows of its catalogue. */
export type OpenShop = BenchProcess & {
  origin: string
  /** The resident memory two seconds after the start, before the first request, in MiB. */
  idleMb: number
  admins: Caller[]
  /** Users who buy nothing. Their carts contain 20 lines each. */
  shoppers: Caller[]
  /** Users whose carts are empty at first. They are so many that no cart reaches the maximum number of lines. */
  buyers: Caller[]
  /** Users with real password hashes. The others have cheap ones, because there are so many. */
  withPassword: Person[]
  brand: Brand
  product: Product
  /** The canonical path of the page of a packet. */
  productPath: string
}

const [ADMINS, SHOPPERS] = [16, 1000]
/** The number of lines for which one more buyer is made. */
const LINES_PER_BUYER = 250
const MAX_BUYERS = 4000
const REST_MS = 2000
const AT_ONCE = 32

/**
 * Creates a demo shop with the users who make the API calls, and with `lines` lines (a line is a product in a cart or
 * an order). It shows its products to everyone.
 */
export async function makeShop(dataDir: string, lines: number): Promise<BenchShop> {
  const env = { DATA_DIR: dataDir, PORT: '0', DEMO: '1', TRUST_PROXY: '1' }
  const { port, close } = await startProcess([...withCheapHashes, ...shopProgram], env)
  const shop = { url: `http://127.0.0.1:${port}` }
  const count = ADMINS + SHOPPERS + Math.min(MAX_BUYERS, Math.ceil(lines / LINES_PER_BUYER) + AT_ONCE)
  const people = await inBatches(
    Array.from({ length: count }, (_, index) => index),
    // Sign-ups are limited for each address.
    (index) => signUp(shop, index, `10.1.${index >> 8}.${index & 255}`),
  )
  await close()
  fillShop(dataDir, {
    lines,
    admins: people.slice(0, ADMINS),
    withCart: people.slice(ADMINS, ADMINS + SHOPPERS),
  })
  saveSetting(env, 'opening', { isOpen: true, productsFor: 'everyone' })
  await writeWords(env)
  // Otherwise the system would write the new files to the disk during the first measurements.
  execFileSync('sync')
  return { env, people }
}

/** Lets the shop write the words for the search of the dashboard, which it would otherwise do during the measurements. */
async function writeWords(env: BenchShop['env']): Promise<void> {
  const { close } = await startProcess(shopProgram, env)
  const database = new DatabaseSync(join(env.DATA_DIR, 'crema.db'), { readOnly: true })
  const unwritten = database.prepare('SELECT 1 FROM search_entries WHERE words IS NULL LIMIT 1')
  while (unwritten.get()) await sleep(1000)
  database.close()
  await close()
}

function saveSetting(
  { DATA_DIR }: BenchShop['env'],
  name: string,
  value: ShopOpening | SellingSettings,
): void {
  const database = new DatabaseSync(join(DATA_DIR, 'crema.db'))
  database
    .prepare('INSERT OR REPLACE INTO shop_settings (name, value, changed_at) VALUES (?, ?, ?)')
    .run(name, JSON.stringify(value), Date.now())
  database.close()
}

/**
 * Turns a stopped demo shop into a real shop, whose customers choose an address and a delivery before they pay. A real
 * shop refuses to start while the admin of the demo shop is an admin, so that admin becomes a customer.
 */
export function makeReal(shop: BenchShop): BenchShop {
  const methods = [{ ...post, zones: post.zones.slice(1) }]
  saveSetting(shop.env, 'selling', { ...DEFAULT_SELLING, methods, tax: portugueseShop.tax })
  const database = new DatabaseSync(join(shop.env.DATA_DIR, 'crema.db'))
  database.prepare('UPDATE users SET role = NULL WHERE email = ?').run(demoAccounts.admin.email)
  database.close()
  return { ...shop, env: { ...shop.env, DEMO: '0', PAYMENT_GATEWAY: 'instant-for-tests' } }
}

/** Moves a shop on SQLite to the empty PostgreSQL database at `url`. `folder` is for its files. */
export function moveToPostgres(shop: BenchShop, folder: string, url: string): BenchShop {
  const env = { ...shop.env, DATA_DIR: join(folder, 'on-postgres'), DATABASE_URL: url }
  const archive = join(folder, 'archive.db')
  const options = { cwd: root, stdio: 'ignore' } as const
  execFileSync(process.execPath, ['server/commands/backup.ts', archive], { ...options, env: shop.env })
  execFileSync(process.execPath, ['server/commands/restore.ts', archive], { ...options, env })
  return { ...shop, env }
}

/** Starts a shop, takes a measurement and stops the shop. */
export async function inOpenShop<T>(closed: BenchShop, measure: (shop: OpenShop) => Promise<T>): Promise<T> {
  const shop = await openShop(closed)
  return measure(shop).finally(shop.close)
}

async function openShop({ env, people }: BenchShop): Promise<OpenShop> {
  const process = await startProcess(shopProgram, env)
  await sleep(REST_MS)
  const idleMb = process.residentMb()
  const origin = `http://127.0.0.1:${process.port}`
  const place = { url: origin }
  const callers = await inBatches(people, async (person): Promise<Caller> => {
    const headers = { authorization: `Bearer ${await newToken(place, person)}` }
    return { email: person.email, headers }
  })
  const withPassword = await inBatches([1, 2, 3, 4], (index) =>
    signUp(place, Date.now() + index, `10.2.0.${index}`),
  )
  const [brand] = (await ask<Brand[]>(place, 'GET /api/allCoffee')).answer
  const details = await ask<CoffeeDetails>(place, `GET /api/coffeeDetails/${brand?._id}`)
  const [product] = details.answer.coffees
  const home = (await ask(place, 'GET /')).text
  const productPath = /href="(\/(?:bagDetails|coffee)\/[^"]+)"/.exec(home)?.[1] ?? ''
  if (!brand || !product || !productPath) throw new Error('The demo shop is empty.')
  const [admins, shoppers] = [callers.splice(0, ADMINS), callers.splice(0, SHOPPERS)]
  const others = { withPassword, brand, product, productPath }
  return { ...process, origin, idleMb, admins, shoppers, buyers: callers, ...others }
}

/** Maps the elements of a list, some of them at a time. */
async function inBatches<A, B>(list: A[], map: (element: A) => Promise<B>): Promise<B[]> {
  const mapped: B[] = []
  for (let at = 0; at < list.length; at += AT_ONCE)
    mapped.push(...(await Promise.all(list.slice(at, at + AT_ONCE).map(map))))
  return mapped
}

type Row = Record<string, SQLInputValue>
type Insert = (table: string, row: Row) => void
type Filling = { lines: number; admins: { email: string }[]; withCart: { email: string }[] }

const YEARS_3_MS = 3 * 365 * 24 * 60 * 60 * 1000
/** The number of the newest lines whose orders are not delivered yet. */
const OPEN_LINES = 500
const OPEN_MESSAGES = 50

/**
 * Fills a demo shop by writing to its database while the shop is not running. `lines` is the number of lines (a line is
 * a product in a cart or an order), which are spread over three years. There are a tenth as many users, messages, mails
 * and audit entries. The users of `admins` become admins, and those of `withCart` get 20 lines each in
 * their carts.
 */
function fillShop(dataDir: string, { lines, admins, withCart }: Filling): void {
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
export function inserterFor(database: DatabaseSync): Insert {
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

/** Inserts a shopper, a message, a sent mail and an entry of the audit log. All messages but the first are answered. */
function insertOthers(insert: Insert, index: number): void {
  const [created_at, email] = [now(), emailOf(index)]
  const id = idAt(created_at - YEARS_3_MS)
  insert('users', { ...userRow({ id, subject: id, name: `Shopper ${index}`, email }), mailbox: null })
  const message = { name: 'Visitor', email, message: 'When do you open?', created_at }
  insert('messages', { id: newId(), ...message, answered_at: index < OPEN_MESSAGES ? null : created_at })
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
