import pg from 'pg'
import { describe, expect, inject, test } from 'vitest'
import { postgresTables, tableNames } from '#server/commands/copy-rows.ts'
import { complain } from './check-recorded.ts'
import { distributions } from './distribution.ts'
import { exceptions } from './exceptions.ts'
import { judge } from './judge.ts'
import { readColumns } from './read-columns.ts'

const { postgres } = inject('templates')

describe.skipIf(!postgres)('the check of recorded statements', async () => {
  const columnsOf = postgres ? await readColumns(postgres.url, postgres.database) : () => []
  const judged = (sql: string, same = [0, 1, 2, 3]) => judge({ sql, same }, columnsOf)

  test.each([
    'SELECT * FROM orders WHERE user_id = $1 AND state = $2',
    'SELECT products.name FROM cart_items JOIN products ON products.id = product_id WHERE cart_items.user_id = $1',
    'SELECT 1 FROM orders AS o JOIN cart_items AS c ON c.order_id = o.id AND c.user_id = o.user_id WHERE o.user_id = $1',
    'SELECT * FROM orders WHERE user_id = $1 AND id IN (SELECT order_id FROM cart_items WHERE user_id = $1)',
    'WITH mine AS (SELECT id FROM cart_items WHERE user_id = $1) SELECT * FROM mine',
    'INSERT INTO addresses (id, user_id, data, created_at) VALUES ($1, $2, $3, 1)',
    'UPDATE cart_items SET payment_id = $1 WHERE id IN ($2, $3) AND user_id = $4',
    'INSERT INTO audit (id, at) VALUES ($1, $2)',
    'SELECT * FROM identity_sessions WHERE token = $1',
  ])('accepts %s', (sql) => {
    expect(judged(sql)).toEqual([])
  })

  test.each([
    ['SELECT * FROM orders WHERE id = $1', 'orders is used without one user_id'],
    ['SELECT * FROM orders WHERE user_id = $1 OR state = $2', 'orders is used without one user_id'],
    ['SELECT * FROM orders WHERE user_id IN ($1, $2)', 'orders is used without one user_id'],
    ['SELECT * FROM orders WHERE user_id <> $1', 'orders is used without one user_id'],
    [
      'SELECT 1 FROM users WHERE NOT EXISTS (SELECT 1 FROM orders WHERE orders.id = $1) AND users.id = $1',
      'orders is used without one user_id',
    ],
    [
      'WITH gone AS (DELETE FROM addresses RETURNING id) SELECT * FROM gone',
      'addresses is used without one user_id',
    ],
    [
      'SELECT 1 FROM orders, cart_items WHERE orders.user_id = $1 AND cart_items.user_id = $2',
      'two shoppers are touched',
    ],
    ['INSERT INTO addresses (id, user_id) VALUES ($1, $2), ($3, $4)', 'two shoppers are touched'],
    ['UPDATE products SET name = $1', 'products is changed'],
    ['SELECT * FROM outbox', 'outbox is read, not only added to'],
    [
      'INSERT INTO counters (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = $3',
      'counters is changed, not only added to',
    ],
    ['SELECT * FROM identity_users WHERE name = $1', 'identity_users is searched'],
    ['SELECT * FROM elsewhere', 'elsewhere is not in test/statements/distribution.ts'],
  ])('refuses %s', (sql, fault) => {
    expect(judged(sql)).toEqual([fault])
  })

  test('takes two parameters with the same value for one shopper', () => {
    const sql = 'SELECT 1 FROM orders, cart_items WHERE orders.user_id = $1 AND cart_items.user_id = $2'
    expect(judged(sql, [0, 0])).toEqual([])
  })

  test('complains about a crossing statement that a call of a shopper has run', () => {
    const recorded = [{ call: 'GET /myCarts', sql: 'SELECT * FROM cart_items WHERE email = $1', same: [0] }]
    expect(complain(recorded, { columnsOf, exceptions, isWhole: false })).toEqual([
      'GET /myCarts: cart_items is used without one user_id: SELECT * FROM cart_items WHERE email = $1',
    ])
  })

  describe('an exception', () => {
    const statement = 'SELECT data FROM checkouts WHERE payment_id IN ($1, $2)'
    const rules = {
      columnsOf,
      exceptions: [{ statement, calls: ['GET /myOrders'], reason: 'a test' }],
      isWhole: true,
    }
    const recorded = (sql: string, call = 'GET /myOrders') => [{ call, sql, same: [0, 1, 2] }]

    test('allows its statement with lists of any length', () => {
      expect(complain(recorded(statement), rules)).toEqual([])
      const longer = 'select "data" from "checkouts" where "payment_id" in ($1, $2, $3)'
      expect(complain(recorded(longer), rules)).toEqual([])
    })

    test.each([
      [
        'another statement on the same table',
        'SELECT data FROM checkouts WHERE created_at > $1',
        'GET /myOrders',
      ],
      ['a statement with one condition less', 'SELECT data FROM checkouts', 'GET /myOrders'],
      ['the same statement of another call', statement, 'GET /myCarts'],
    ])('does not allow %s', (_, sql, call) => {
      const all = [...recorded(statement), ...recorded(sql, call)]
      expect(complain(all, rules)).toEqual([`${call}: checkouts is used without one user_id: ${sql}`])
    })

    test('is reported if no statement needs it', () => {
      expect(complain([], rules)).toEqual([`This exception is no longer needed: ${statement}`])
      expect(complain([], { ...rules, isWhole: false })).toEqual([])
    })
  })

  test('knows every table of the shop', () => {
    expect(Object.keys(distributions).toSorted()).toEqual([...tableNames, ...postgresTables].toSorted())
  })

  /** The unique keys of the shop's own tables that lack the column with the shopper's id, which Citus does not allow. */
  const KEYS_WITHOUT_SHOPPER = [
    'addresses_pkey (id)',
    'cart_items_pkey (id)',
    'checkouts_pkey (payment_id)',
    'orders_number (number)',
    'orders_payment_id_key (payment_id)',
    'orders_pkey (id)',
    'orders_to_erase_pkey (order_id)',
    'payments_idempotency_key_key (idempotency_key)',
    'payments_pkey (id)',
  ]

  test('knows the unique keys without the shopper, which deploy/citus.sql replaces', async () => {
    const url = new URL(String(postgres?.url))
    url.pathname = `/${postgres?.database}`
    const client = new pg.Client({ connectionString: url.href })
    await client.connect()
    const { rows } = await client
      .query<{ table: string; name: string; columns: string[] }>(
        `SELECT indrelid::regclass::text AS table, indexrelid::regclass::text AS name,
           array_agg(attname::text ORDER BY attnum) AS columns
         FROM pg_index JOIN pg_attribute ON attrelid = indrelid AND attnum = ANY (indkey)
         WHERE indisunique AND indrelid = ANY ($1::regclass[]) GROUP BY 1, 2`,
        [tableNames.filter((table) => distributions[table].kind === 'shopper')],
      )
      .finally(() => client.end())
    const lacking = rows.filter(({ columns }) => !columns.includes('user_id'))
    expect(lacking.map(({ name, columns }) => `${name} (${columns.join(', ')})`).toSorted()).toEqual(
      KEYS_WITHOUT_SHOPPER,
    )
  })
})
