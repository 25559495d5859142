import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { demoAccounts } from '#contract/values/demo.ts'
import { createAccessTokens } from '#server/identity/access-token.ts'
import { fillBooks, fillCatalogue } from '../fill-books.ts'
import { shopProgram, startProcess } from './bench-process.ts'
import { idAt } from '#server/platform/clock.ts'

/** A closed demo shop with many rows, and what its process is started with. */
export type Made = {
  env: { DATA_DIR: string; PORT: string; DEMO: string }
  product: Product
  /** Everybody with a new access token: these are good for a quarter of an hour, which is less than a whole run takes. */
  signIn: () => Promise<People>
}

/** The carts of `shoppers` are read and stay as they are; `buyers` order and pay, and so does the `crowd` of the mixed load. */
export type People = { admins: Shopper[]; shoppers: Shopper[]; crowd: Shopper[]; buyers: Shopper[] }

const SHOPPERS = 1000
const CROWD = 250
/** So many that no cart is full after all rounds. */
const BUYERS = 4000
const ADMINS = 16
const IN_EACH_CART = 20
const MOST_MS_TO_DISK = 30_000

/** Makes a demo shop with `rows` ordered products, a tenth as many users and products, and people who shop. */
export async function makeShop(dataDir: string, rows: number): Promise<Made> {
  const env = { DATA_DIR: dataDir, PORT: '0', DEMO: '1' }
  await (await startProcess(shopProgram, env)).close()
  const product = firstProduct(dataDir)
  const accounts = addAccounts(dataDir, ADMINS + SHOPPERS + CROWD + BUYERS)
  for (const admin of accounts.slice(0, ADMINS)) promote(dataDir, admin)
  fillBooks(dataDir, rows)
  fillCatalogue(dataDir, rows / 10)
  fillCarts(dataDir, accounts.slice(ADMINS, -BUYERS), IN_EACH_CART)
  // So that the system does not write all of it while the first things are measured. Some have no such option.
  spawnSync('sync', ['-f', dataDir], { timeout: MOST_MS_TO_DISK })
  return { env, product, signIn: async () => sorted(await signed(dataDir, accounts)) }
}

/** A user who can call the shop: the e-mail address, and the authorization header. */
export type Shopper = { email: string; authorization: string }

/** A coffee that is on sale, as it is ordered. */
export type Product = { _id: string; name: string; img: string; price: string; ratting: number }

/** The body of an order for a product, as JSON. */
export function orderOf(
  { email }: Pick<Shopper, 'email'>,
  { _id, name, img, price, ratting }: Product,
): string {
  return JSON.stringify({ email, customer: 'Load', productName: name, img, price, ratting, productId: _id })
}

/** What so many of a product cost, in dollars as text. */
export function totalOf({ price }: Product, count: number): string {
  return ((Math.round(Number(price) * 100) * count) / 100).toFixed(2)
}

/** A browser in which the demo shop's administrator is signed in: what its calls by cookie carry. */
export type AdminSession = { email: string; cookie: string; origin: string }

export async function signInAdmin(port: number): Promise<AdminSession> {
  const { email, password } = demoAccounts.admin
  const origin = `http://localhost:${port}`
  const headers = { origin, 'content-type': 'application/json' }
  const answer = await fetch(`http://127.0.0.1:${port}/api/auth/sign-in`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ email, password }),
  })
  return {
    email,
    origin,
    cookie: answer.headers
      .getSetCookie()
      .map((line) => line.split(';', 1)[0])
      .join('; '),
  }
}

function firstProduct(dataDir: string): Product {
  const books = new DatabaseSync(join(dataDir, 'crema.db'))
  const row = books
    .prepare(
      "SELECT id, name, img, price_cents, rating FROM products WHERE kind = 'coffee' ORDER BY id LIMIT 1",
    )
    .get()
  books.close()
  if (!row) throw new Error('The demo shop is empty.')
  return {
    _id: String(row['id']),
    name: String(row['name']),
    img: String(row['img']),
    price: (Number(row['price_cents']) / 100).toFixed(2),
    ratting: Number(row['rating']),
  }
}

type Account = { subject: string; sessionId: string; email: string }

function sorted(people: Shopper[]): People {
  const [shoppersEnd, crowdEnd] = [ADMINS + SHOPPERS, ADMINS + SHOPPERS + CROWD]
  return {
    admins: people.slice(0, ADMINS),
    shoppers: people.slice(ADMINS, shoppersEnd),
    crowd: people.slice(shoppersEnd, crowdEnd),
    buyers: people.slice(crowdEnd),
  }
}

async function signed(dataDir: string, accounts: Account[]): Promise<Shopper[]> {
  const { tokenKey }: { tokenKey: string } = JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8'))
  const tokens = createAccessTokens(tokenKey)
  return Promise.all(
    accounts.map(async (account) => ({
      email: account.email,
      authorization: `Bearer ${await tokens.sign(account)}`,
    })),
  )
}

/** Writes accounts with sessions into a closed shop's database. Hashing that many passwords would take minutes. */
function addAccounts(dataDir: string, count: number): Account[] {
  const books = new DatabaseSync(join(dataDir, 'crema.db'))
  const at = new Date().toISOString()
  const user = books.prepare(
    'INSERT INTO identity_users (id, name, email, email_verified, created_at, updated_at) VALUES (?, ?, ?, 0, ?, ?)',
  )
  const session = books.prepare(
    'INSERT INTO identity_sessions (id, user_id, token, expires_at, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?)',
  )
  const row = books.prepare('INSERT INTO users (id, subject, email, name, created_at) VALUES (?, ?, ?, ?, ?)')
  const accounts: Account[] = []
  books.exec('BEGIN')
  for (let number = 0; number < count; number++) {
    const [subject, sessionId, email] = [idAt(Date.now()), idAt(Date.now()), `load${number}@example.com`]
    user.run(subject, 'Load', email, at, at)
    session.run(sessionId, subject, sessionId, '2099-01-01T00:00:00.000Z', at, at)
    row.run(idAt(Date.now()), subject, email, 'Load', Date.now())
    accounts.push({ subject, sessionId, email })
  }
  books.exec('COMMIT')
  books.close()
  return accounts
}

/** Makes one of them an administrator. */
function promote(dataDir: string, { email }: Account): void {
  const books = new DatabaseSync(join(dataDir, 'crema.db'))
  books.prepare("UPDATE users SET role = 'Admin' WHERE email = ?").run(email)
  books.close()
}

/** Puts `each` coffees into every one's cart. */
function fillCarts(dataDir: string, accounts: Account[], each: number): void {
  const books = new DatabaseSync(join(dataDir, 'crema.db'))
  books.exec('BEGIN')
  const insert = books.prepare(
    `INSERT INTO cart_items (id, user_id, email, customer, product_id, product_name, img, price_cents, rating, created_at)
     SELECT ?, users.id, users.email, users.name, products.id, products.name, products.img, products.price_cents, products.rating, ?
     FROM users, products WHERE users.email = ? AND users.archived_at IS NULL
       AND products.id = (SELECT id FROM products WHERE kind = 'coffee' ORDER BY id LIMIT 1 OFFSET ?)`,
  )
  for (const { email } of accounts)
    for (let number = 0; number < each; number++) insert.run(idAt(Date.now()), Date.now(), email, number % 24)
  books.exec('COMMIT')
  books.close()
}
