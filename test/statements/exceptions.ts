/**
 * A statement that the listed calls may run although it does not run on the server of one shopper. Statements are
 * compared by their fingerprint, so the length of a list does not matter.
 */
export type Exception = { statement: string; calls: string[]; reason: string }

const PAYING = ['POST /checkout', 'POST /fullOrder', 'PUT /singlePayment/{id}', 'GET /payment/{id}']
const CANCELLING_ORDERS = ['DELETE /myOrder/{id}', 'PUT /myOrder/{id}/withdrawal']
const CANCELLING = ['DELETE /payment/{id}', ...CANCELLING_ORDERS]

const SIGNING_IN = [
  'POST /auth/sign-in',
  'POST /auth/sign-up',
  'POST /auth/forgot-password',
  'PUT /auth/password',
  'POST /auth/confirm-sign-up',
  'PUT /account/email',
  'POST /account/deletion',
]

const LEAVING = ['POST /account/deletion']
const MOVING = [
  'GET /jwt',
  'POST /users',
  'PUT /auth/profile',
  'GET /account',
  'PUT /account/email',
  'DELETE /account/email',
  'POST /account/email/link',
  'GET /account/export',
]
const EXPORTING = ['GET /account/export']

/** The time of the database server, as the statements for rate limits compute it. */
const NOW = 'floor(extract(epoch FROM statement_timestamp()) * 1000)::float8'

const ONE_STOCK = 'what is left of a product is one number for all shoppers; it stays on one server'
const LIMITS =
  'attempts are counted by account and address before the shopper is known; only signing in, signing up and passwords do so'
const BY_ADDRESS = 'mails and messages belong to an address, and stay on one server'
const LAST_ADMIN = 'a shop must not lose its last admin, so deletions wait for each other'

/**
 * The statements of the shopping path that would not run on the server of one shopper. `docs/scale.md` says what each
 * would need. The test fails if one of them is no longer needed.
 */
export const exceptions: Exception[] = [
  {
    statement: 'UPDATE counters SET value = value + $1 WHERE name = $2 RETURNING value',
    calls: [...PAYING, ...CANCELLING],
    reason: 'order numbers have no gaps, so all orders take them from one row',
  },
  {
    statement: `SELECT products.*, stocks.unit, stocks.remaining
      FROM products LEFT JOIN stocks ON stocks.id = products.stock_id
      WHERE brand_id = $1 AND archived_at IS NULL ORDER BY products.position, products.id LIMIT $2`,
    calls: ['GET /coffeeDetails/{id}'],
    reason: ONE_STOCK,
  },
  {
    statement: `SELECT products.*, stocks.unit, stocks.remaining
      FROM products LEFT JOIN stocks ON stocks.id = products.stock_id
      WHERE kind = $1 AND archived_at IS NULL AND products.id = $2`,
    calls: ['GET /bagDetails/{id}'],
    reason: ONE_STOCK,
  },
  {
    statement: 'SELECT * FROM stocks WHERE id IN ($1)',
    calls: ['GET /myCarts', 'POST /orders', 'POST /checkout/quote', ...PAYING],
    reason: ONE_STOCK,
  },
  {
    statement: `UPDATE stocks SET remaining = remaining -
        CASE unit WHEN 'grams' THEN CAST($1 AS BIGINT) ELSE CAST($2 AS BIGINT) END
      WHERE id = $3
        AND remaining >= CASE unit WHEN 'grams' THEN CAST($4 AS BIGINT) ELSE CAST($5 AS BIGINT) END
        AND CASE unit WHEN 'grams' THEN CAST($6 AS BIGINT) ELSE CAST($7 AS BIGINT) END > $8
      RETURNING unit`,
    calls: PAYING,
    reason: ONE_STOCK,
  },
  {
    statement: `UPDATE stocks SET remaining = remaining + CAST($1 AS BIGINT)
      WHERE id = $2 AND remaining + CAST($3 AS BIGINT) >= $4 RETURNING *`,
    calls: [...PAYING, ...CANCELLING, 'PUT /watchedProducts/{id}'],
    reason: ONE_STOCK,
  },
  {
    statement: 'SELECT stock_id, amount FROM stock_moves WHERE payment_id = $1 AND kind = $2',
    calls: [...PAYING, ...CANCELLING],
    reason: ONE_STOCK,
  },
  {
    statement: `DELETE FROM stock_watchers WHERE product_id IN (
        SELECT products.id FROM products LEFT JOIN stocks ON stocks.id = products.stock_id
        WHERE products.stock_id = $1 AND products.archived_at IS NULL
          AND (products.stock_id IS NULL
            OR stocks.remaining >= CASE stocks.unit WHEN 'grams' THEN products.weight_grams ELSE 1 END)
      ) RETURNING product_id, user_id`,
    calls: [...PAYING, ...CANCELLING],
    reason: 'when a product can be bought again, all shoppers who wait for it get a mail',
  },
  {
    statement: `SELECT refunds.*, users.name AS who FROM refunds LEFT JOIN users ON users.id = refunds.created_by
      WHERE payment_id = $1 ORDER BY refunds.id`,
    calls: ['GET /myOrder/{id}'],
    reason: 'refunds have no column with the shopper; they are made by admins and gateways',
  },
  {
    statement: 'SELECT count(*) AS payments FROM payments WHERE id >= $1 AND status = $2 AND reason = $3',
    calls: PAYING,
    reason:
      'runs only when Stripe refuses the key of the shop; the owner gets one mail a day about all shoppers',
  },
  {
    statement: 'SELECT * FROM payments WHERE id = $1',
    calls: CANCELLING_ORDERS,
    reason: 'admins cancel payments with the same function, which finds them by id alone',
  },
  {
    statement: `SELECT id FROM identity_users WHERE email = $1
      AND NOT EXISTS (SELECT id FROM identity_accounts WHERE user_id = identity_users.id)`,
    calls: ['POST /auth/sign-up'],
    reason:
      'both tables have a copy on every server, and the id of the account names the row of the second one',
  },
  {
    statement: 'UPDATE outbox SET recipient = $1 WHERE recipient = $2',
    calls: MOVING,
    reason: BY_ADDRESS,
  },
  {
    statement: 'DELETE FROM outbox WHERE recipient = $1',
    calls: LEAVING,
    reason: BY_ADDRESS,
  },
  {
    statement: "DELETE FROM outbox WHERE reply_to = $1 AND reply_to <> ''",
    calls: LEAVING,
    reason: BY_ADDRESS,
  },
  {
    statement: 'DELETE FROM messages WHERE lower(email) = $1',
    calls: LEAVING,
    reason: BY_ADDRESS,
  },
  {
    statement: 'UPDATE locks SET taken_at = $1 WHERE name = $2',
    calls: LEAVING,
    reason: LAST_ADMIN,
  },
  {
    statement: 'SELECT count(*) AS admins FROM users WHERE role = $1 AND archived_at IS NULL',
    calls: LEAVING,
    reason: LAST_ADMIN,
  },
  {
    statement: 'SELECT name, message, created_at FROM messages WHERE lower(email) = $1 ORDER BY id',
    calls: EXPORTING,
    reason: BY_ADDRESS,
  },
  {
    statement: 'SELECT subject, status, created_at, sent_at FROM outbox WHERE recipient = $1 ORDER BY id',
    calls: EXPORTING,
    reason: BY_ADDRESS,
  },
  {
    statement: 'SELECT * FROM refunds WHERE payment_id IN ($1) ORDER BY id',
    calls: EXPORTING,
    reason: 'refunds have no column with the shopper; they are made by admins and gateways',
  },
  {
    statement: `INSERT INTO rate_limits AS held (key, full_at, span_ms) VALUES ($1::text, ${NOW} + $2::float8, $3::float8)
      ON CONFLICT (key) DO UPDATE SET span_ms = excluded.span_ms,
        full_at = greatest(held.full_at, ${NOW}) + excluded.full_at - ${NOW}
      WHERE greatest(held.full_at, ${NOW}) + excluded.full_at - 2 * ${NOW} <= excluded.span_ms
      RETURNING key`,
    calls: SIGNING_IN,
    reason: LIMITS,
  },
  {
    statement: `WITH given (key, refill_ms) AS (VALUES ($1::text, $2::float8)),
        held AS (SELECT key FROM rate_limits WHERE key IN (SELECT key FROM given) ORDER BY key FOR UPDATE)
      UPDATE rate_limits SET full_at = full_at - refill_ms FROM given JOIN held USING (key)
      WHERE rate_limits.key = given.key`,
    calls: SIGNING_IN,
    reason: LIMITS,
  },
  {
    statement: `SELECT max(full_at - ${NOW} - span_ms + refill_ms) AS wait
      FROM rate_limits JOIN (VALUES ($1::text, $2::float8)) AS asked (key, refill_ms) USING (key)`,
    calls: SIGNING_IN,
    reason: LIMITS,
  },
]
