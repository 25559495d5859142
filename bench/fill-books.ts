import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

const YEARS_3_MS = 3 * 365 * 24 * 60 * 60 * 1000

/**
 * Writes `rows` lines of three years into an empty shop, and a tenth as many users, each with an account and a session.
 * Every fourth line is unpaid. Each of the others has a payment and an order of its own, one in three of them a full
 * order. The newest paid lines are not packed yet, those before them are sent, and all older ones are delivered. Writes to
 * the file directly, because no shop is running on it.
 */
export function fillBooks(dataDir: string, rows: number): void {
  const books = new DatabaseSync(join(dataDir, 'crema.db'))
  books.exec('PRAGMA synchronous=OFF; PRAGMA foreign_keys=OFF; PRAGMA cache_size=-400000; BEGIN')
  const shoppers = Math.ceil(rows / 10)
  const start = Date.now() - YEARS_3_MS
  const number = `WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ?)`
  const id = (time: string) => `printf('%08x-%04x-7000-8000-%012x', (${time}) >> 16, (${time}) & 65535, i)`
  const time = `(${start} + i * ${Math.max(1, Math.floor(YEARS_3_MS / rows))})`
  const scattered = (most: number) => `((i * 7919) % ${most})`
  books
    .prepare(
      `${number} INSERT INTO users (id, subject, email, name, created_at)
       SELECT ${id(String(start))}, 'bench:' || i, printf('shopper%07d@example.com', ${scattered(shoppers)} * ${shoppers} + i), 'Shopper ' || i, ${start} FROM n`,
    )
    .run(shoppers)
  const [began, ends] = ["'2024-01-01T00:00:00.000Z'", "'2099-01-01T00:00:00.000Z'"]
  const account = "'bench:' || i"
  const provided = [
    `identity_users (id, name, email, email_verified, created_at, updated_at) SELECT ${account}, 'Shopper ' || i, (SELECT email FROM users WHERE subject = ${account}), 0, ${began}, ${began}`,
    `identity_accounts (id, account_id, provider_id, user_id, password, created_at, updated_at) SELECT ${account}, ${account}, 'credential', ${account}, '', ${began}, ${began}`,
    `identity_sessions (id, user_id, token, expires_at, created_at, updated_at) SELECT ${account}, ${account}, printf('%08x', ${scattered(shoppers)}) || i, ${ends}, ${began}, ${began}`,
  ]
  for (const rowsOf of provided) books.prepare(`${number} INSERT INTO ${rowsOf} FROM n`).run(shoppers)
  // The ids of a payment and of its order differ from the id of the first line in one digit.
  const [paymentId, orderId] = [id(time).replace('-8000-', '-8001-'), id(time).replace('-8000-', '-8002-')]
  const email = `printf('shopper%07d@example.com', ${scattered(shoppers)})`
  const price = `1000 + ${scattered(3000)}`
  const kind = `CASE WHEN i % 3 THEN 'single' ELSE 'full' END`
  const paidAt = `${time} + 60000`
  const paidRows = [
    `payments (id, idempotency_key, user_id, kind, amount_cents, gateway, status, reference, created_at, settled_at)
     SELECT ${paymentId}, ${paymentId}, 'user', ${kind}, ${price}, 'instant', 'succeeded', 'instant', ${paidAt}, ${paidAt}`,
    `orders (id, user_id, email, customer, total_cents, payment_id, created_at, kind)
     SELECT ${orderId}, 'user', ${email}, 'Shopper ' || ${scattered(shoppers)}, ${price}, ${paymentId}, ${paidAt}, ${kind}`,
  ]
  for (const rowsOf of paidRows) books.prepare(`${number} INSERT INTO ${rowsOf} FROM n WHERE i % 4`).run(rows)
  books
    .prepare(
      `${number} INSERT INTO cart_items (id, user_id, email, customer, product_id, product_name, img, price_cents, rating, payment, payment_id, order_id, created_at, paid_at, delivery)
       SELECT ${id(time)}, 'user', ${email}, 'Shopper', 'product', 'Coffee ' || ${scattered(997)},
              '/images/0000000000000000-aaaaaa-800.webp', ${price}, 4,
              CASE WHEN i % 4 THEN 'OK' END, CASE WHEN i % 4 THEN ${paymentId} END, CASE WHEN i % 4 THEN ${orderId} END,
              ${time}, CASE WHEN i % 4 THEN ${paidAt} END,
              CASE WHEN i % 4 AND i < ${rows - 500} THEN 'Delivered' WHEN i % 4 AND i < ${rows - 300} THEN 'Sent' END FROM n`,
    )
    .run(rows)
  books.exec('COMMIT; ANALYZE; PRAGMA wal_checkpoint(TRUNCATE)')
  books.close()
}

const OF_A_BRAND = 10

const DAYS_100_MS = 100 * 24 * 60 * 60 * 1000

/**
 * Writes `products` coffees, a tenth as many brands and packets, and `products` messages, mails and entries of the audit
 * log. The brands and packets are deleted, so that the lists of shoppers are as long in a large shop as in a small one.
 * They were deleted more than 30 days ago, so that the list of deleted entries is empty.
 */
export function fillCatalogue(dataDir: string, products: number): void {
  const books = new DatabaseSync(join(dataDir, 'crema.db'))
  books.exec('PRAGMA synchronous=OFF; PRAGMA foreign_keys=OFF; BEGIN')
  const at = Date.now()
  const deletedAt = at - DAYS_100_MS
  const id = (kind: string, number: string) =>
    `printf('%08x-%04x-7000-8${kind}-%012x', ${at} >> 16, ${at} & 65535, ${number})`
  const insert = (table: string, columns: string, count: number) =>
    books
      .prepare(
        `WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ?) INSERT INTO ${table} SELECT ${columns} FROM n`,
      )
      .run(count)
  const img = "'/images/0000000000000000-aaaaaa-800.webp'"
  const owner = "(SELECT id FROM users WHERE role = 'Admin' ORDER BY id LIMIT 1)"
  const brandOf = `i / ${OF_A_BRAND}`
  insert(
    'brands (id, owner_id, name, img, rating, created_at, archived_at)',
    `${id('001', 'i')}, ${owner}, 'Brand ' || i, ${img}, 4, ${at}, ${deletedAt}`,
    products / OF_A_BRAND,
  )
  insert(
    'products (id, owner_id, kind, brand_id, name, about, img, price_cents, rating, created_at)',
    `${id('002', 'i')}, ${owner}, 'coffee', ${id('001', brandOf)}, 'Season ' || i, 'Of a past season', ${img}, 1250, 4, ${at}`,
    products,
  )
  insert(
    'products (id, owner_id, kind, category, cover_img, name, about, img, price_cents, rating, created_at, archived_at)',
    `${id('003', 'i')}, ${owner}, 'packet', 'Bag ' || i, ${img}, 'Bag ' || i, 'A bag', ${img}, 1250, 4, ${at}, ${deletedAt}`,
    products / OF_A_BRAND,
  )
  insert(
    'messages (id, name, email, message, created_at)',
    `${id('004', 'i')}, 'Visitor', 'visitor@example.com', 'When do you open?', ${at}`,
    products,
  )
  insert(
    'outbox (id, reply_to, subject, body, status, tries, next_try_at, created_at, sent_at)',
    `${id('005', 'i')}, 'visitor@example.com', 'When', 'When do you open?', 'sent', 1, ${at}, ${at}, ${at}`,
    products,
  )
  insert(
    'audit (id, at, user_id, who, action, subject, detail)',
    `${id('006', 'i')}, ${at}, 'bench', 'Bench', 'made', 'Brand ' || i, ''`,
    products,
  )
  books.exec('COMMIT; ANALYZE; PRAGMA wal_checkpoint(TRUNCATE)')
  books.close()
}
