import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { createAccessTokens } from '#server/identity/access-token.ts'
import { idAt } from '#server/platform/clock.ts'

/** Somebody who can call the shop: their e-mail address and the header that says who they are. */
export type Shopper = { email: string; authorization: string }

/** Adds shoppers with sessions straight to a closed shop's books; hashing as many passwords would take minutes. */
export async function addShoppers(dataDir: string, count: number): Promise<Shopper[]> {
  const { tokenKey }: { tokenKey: string } = JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8'))
  const tokens = createAccessTokens(tokenKey)
  const books = new DatabaseSync(join(dataDir, 'crema.db'))
  const at = new Date().toISOString()
  const user = books.prepare('INSERT INTO identity_users (id, name, email, email_verified, created_at, updated_at) VALUES (?, ?, ?, 0, ?, ?)')
  const session = books.prepare('INSERT INTO identity_sessions (id, user_id, token, expires_at, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?)')
  const row = books.prepare('INSERT INTO users (id, subject, email, name, created_at) VALUES (?, ?, ?, ?, ?)')
  const shoppers: Shopper[] = []
  books.exec('BEGIN')
  for (let number = 0; number < count; number++) {
    const [subject, sessionId, email] = [idAt(Date.now()), idAt(Date.now()), `load${number}@example.com`]
    user.run(subject, 'Load', email, at, at)
    session.run(sessionId, subject, sessionId, '2099-01-01T00:00:00.000Z', at, at)
    row.run(idAt(Date.now()), subject, email, 'Load', Date.now())
    shoppers.push({ email, authorization: `Bearer ${await tokens.sign({ subject, sessionId, email })}` })
  }
  books.exec('COMMIT')
  books.close()
  return shoppers
}

/** Makes one of them an administrator. */
export function promote(dataDir: string, { email }: Shopper): void {
  const books = new DatabaseSync(join(dataDir, 'crema.db'))
  books.prepare("UPDATE users SET role = 'Admin' WHERE email = ?").run(email)
  books.close()
}

/** Puts `each` coffees into every shopper's cart. */
export function fillCarts(dataDir: string, shoppers: Shopper[], each: number): void {
  const books = new DatabaseSync(join(dataDir, 'crema.db'))
  books.exec('BEGIN')
  const insert = books.prepare(
    `INSERT INTO cart_items (id, user_id, email, customer, product_id, product_name, img, price_cents, rating, created_at)
     SELECT ?, users.id, users.email, users.name, coffees.id, coffees.name, coffees.img, coffees.price_cents, coffees.rating, ?
     FROM users, coffees WHERE users.email = ? AND users.archived_at IS NULL AND coffees.id = (SELECT id FROM coffees ORDER BY id LIMIT 1 OFFSET ?)`,
  )
  for (const { email } of shoppers) for (let number = 0; number < each; number++) insert.run(idAt(Date.now()), Date.now(), email, number % 24)
  books.exec('COMMIT')
  books.close()
}
