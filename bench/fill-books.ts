import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

const YEARS_3_MS = 3 * 365 * 24 * 60 * 60 * 1000

/**
 * Writes `rows` ordered products of three years into an empty shop, every third of them part of a full order, by
 * one shopper in ten rows; straight into the file, since nobody looks on.
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
  books
    .prepare(
      `${number} INSERT INTO orders (id, user_id, email, customer, total_cents, payment_id, created_at)
       SELECT ${id(`${start} + i * 3`)}, 'user', printf('shopper%07d@example.com', ${scattered(shoppers)}), 'Shopper ' || ${scattered(shoppers)},
              1000 + ${scattered(9000)}, 'payment' || i, ${start} + i * 3 FROM n`,
    )
    .run(Math.ceil(rows / 3))
  books
    .prepare(
      `${number} INSERT INTO cart_items (id, user_id, email, customer, product_id, product_name, img, price_cents, rating, payment, order_id, created_at, paid_at)
       SELECT ${id(time)}, 'user', printf('shopper%07d@example.com', ${scattered(shoppers)}), 'Shopper', 'product', 'Coffee ' || ${scattered(997)},
              '/images/0000000000000000-aaaaaa-800.webp', 1000 + ${scattered(3000)}, 4,
              CASE WHEN i % 4 THEN 'OK' END, CASE WHEN i % 3 = 0 THEN printf('%08x-%04x-7000-8000-%012x', (${start} + i) >> 16, (${start} + i) & 65535, i / 3) END,
              ${time}, CASE WHEN i % 4 THEN ${time} + 60000 END FROM n`,
    )
    .run(rows)
  books.exec('COMMIT; ANALYZE; PRAGMA wal_checkpoint(TRUNCATE)')
  books.close()
}
