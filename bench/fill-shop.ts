import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { idAt, newId, now } from '#server/platform/clock.ts'

type Filling = { lines: number; admins: { email: string }[]; withCart: { email: string }[] }

const YEARS_3_MS = 3 * 365 * 24 * 60 * 60 * 1000
/** The number of the newest lines whose orders are not delivered yet. */
const OPEN_LINES = 500
const OPEN_MESSAGES = 50
/** Numbers above those of the orders that a demo shop begins with. */
const FIRST_NUMBER = 1_000_000_000

/** The columns of a line in a cart or in an order, but for those of its buyer and its payment. */
const ITEM = 'product_id, product_name, img, price_cents, rating, created_at'

/**
 * Fills a demo shop by writing to its database while the shop is not running. `lines` is the number of lines (a line is
 * a product in a cart or an order), which are spread over three years. Every fourth line is unpaid. Each other line has
 * its own payment and its own order, and a third of these orders are of the kind `full`. There are a tenth as many users,
 * messages, mails and audit entries. The users of `admins` become admins, and those of `withCart` get 20 lines each in
 * their carts.
 */
export function fillShop(dataDir: string, { lines, admins, withCart }: Filling): void {
  const database = openForFilling(dataDir)
  const promote = database.prepare("UPDATE users SET role = 'Admin' WHERE email = ?")
  for (const { email } of admins) promote.run(email)
  const fillCart = database.prepare(`INSERT INTO cart_items (id, user_id, email, customer, ${ITEM})
    SELECT new_id(), users.id, email, 'Shopper', products.id, products.name, img, price_cents, rating, ${now()}
    FROM users, (SELECT * FROM products WHERE kind = 'coffee' LIMIT 20) AS products WHERE email = ?`)
  for (const { email } of withCart) fillCart.run(email)
  // Neighbouring lines belong to different users and products.
  const buyers = Math.ceil(lines / 10)
  database.exec(`
    CREATE TEMP TABLE line AS
      WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ${lines}),
        dated AS (SELECT i, i * 7919 AS far, ${now()} - (${lines} - i) * ${YEARS_3_MS} / ${lines} AS at FROM n)
      SELECT i, at, id_at(at) AS id, id_at(at) AS payment_id, id_at(at) AS order_id, i % 4 > 0 AS is_paid,
        i >= ${lines - OPEN_LINES} AS is_open, iif(i % 3 = 0, 'full', 'single') AS kind, 1000 + far % 3000 AS cents,
        'Coffee ' || far % 997 AS product, 'Shopper ' || far % ${buyers} AS customer, ${emailOf(`far % ${buyers}`)} AS email
      FROM dated;
    INSERT INTO cart_items (id, user_id, email, customer, ${ITEM}, payment_id, order_id, payment, paid_at, delivery)
      SELECT id, 'shopper', email, customer, 'espresso', product, '/images/0123456789abcdef-aabbcc-800.webp', cents, 4, at,
        iif(is_paid, payment_id, NULL), iif(is_paid, order_id, NULL), iif(is_paid, 'OK', NULL),
        iif(is_paid, at + 60000, NULL), iif(is_paid AND NOT is_open, 'Delivered', NULL) FROM line;
    INSERT INTO payments (id, idempotency_key, user_id, kind, amount_cents, gateway, status, reference, created_at, settled_at)
      SELECT payment_id, payment_id, 'shopper', kind, cents, 'instant', 'succeeded', 'instant', at + 60000, at + 60000
      FROM line WHERE is_paid;
    INSERT INTO orders (id, user_id, email, customer, total_cents, payment_id, created_at, kind, number, state)
      SELECT order_id, 'shopper', email, customer, cents, payment_id, at + 60000, kind, ${FIRST_NUMBER} + i,
        iif(is_open, 'paid', 'delivered') FROM line WHERE is_paid;
    CREATE TEMP TABLE other AS
      SELECT i, id_at(${now() - YEARS_3_MS}) AS id, ${emailOf('i')} AS email FROM line WHERE i < ${lines} / 10;
    INSERT INTO users (id, subject, name, email, created_at) SELECT id, id, 'Shopper ' || i, email, ${now()} FROM other;
    INSERT INTO messages (id, name, email, message, created_at, answered_at)
      SELECT new_id(), 'Visitor', email, 'When do you open?', ${now()}, iif(i < ${OPEN_MESSAGES}, NULL, ${now()}) FROM other;
    INSERT INTO outbox (id, reply_to, subject, body, status, tries, next_try_at, created_at, sent_at)
      SELECT new_id(), 'a@b.example', 'S', 'B', 'sent', 1, 0, ${now()}, ${now()} FROM other;
    INSERT INTO audit (id, at, user_id, who, action, subject, detail)
      SELECT new_id(), ${now()}, 'bench', 'Bench', 'made', 'Brand', '' FROM other;
    COMMIT; ANALYZE; PRAGMA wal_checkpoint(TRUNCATE)`)
  database.close()
}

/** Opens the database of a shop that is not running, in a transaction. It has functions that return new ids. */
export function openForFilling(dataDir: string): DatabaseSync {
  const database = new DatabaseSync(join(dataDir, 'crema.db'))
  database.function('new_id', newId)
  database.function('id_at', (time) => idAt(Number(time)))
  database.exec('PRAGMA synchronous=OFF; PRAGMA foreign_keys=OFF; PRAGMA cache_size=-400000; BEGIN')
  return database
}

/** Returns an SQL expression for the email address of a shopper with a number, which is an SQL expression, too. */
function emailOf(number: string): string {
  return `'shopper' || printf('%07d', ${number}) || '@example.com'`
}
