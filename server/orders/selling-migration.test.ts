import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { migrate } from '#server/platform/database/migrations.ts'
import { migrationsFolder } from '#test/shop.ts'
import { stores } from '#test/stores.ts'
import type { Store } from '#test/stores.ts'
import { openShopDatabase } from '#server/shop-database.ts'
import type { ShopDatabase } from '#server/shop-database.ts'
import { takeOrderNumber } from './queries.ts'

const line = (id: string, delivery: string) =>
  `('${id}-${delivery}', 'cora', 'cora@people.example', 'Cora', 'p', 'Espresso', '', 250, 4, 'OK', 'pay-${id}', 'order-${id}', 1, 2, ${
    delivery === 'Ordered' ? 'NULL' : `'${delivery}'`
  })`

/** SQL that inserts orders into a database from before the tested migration, when orders had no number and no state. */
const OLD_ROWS = `
  INSERT INTO orders (id, user_id, email, customer, total_cents, payment_id, created_at, kind) VALUES
    ('order-c', 'cora', 'cora@people.example', 'Cora', 500, 'pay-c', 30, 'full'),
    ('order-a', 'cora', 'cora@people.example', 'Cora', 500, 'pay-a', 10, 'full'),
    ('order-b', 'cora', 'cora@people.example', 'Cora', 250, 'pay-b', 20, 'single'),
    ('order-d', 'cora', 'cora@people.example', 'Cora', 250, 'pay-d', 40, 'single'),
    ('order-e', 'cora', 'cora@people.example', 'Cora', 250, 'pay-e', 50, 'single');
  INSERT INTO cart_items (id, user_id, email, customer, product_id, product_name, img, price_cents, rating, payment, payment_id, order_id, created_at, paid_at, delivery) VALUES
    ${[line('a', 'Delivered'), line('a', 'Packed'), line('b', 'Delivered'), line('c', 'Sent'), line('c', 'Ordered'), line('d', 'Sent')].join()};
`

describe.each(stores)('orders from before they had a number and a state, on $name', ({ empty }) => {
  const olderFolder = mkdtempSync(join(tmpdir(), 'crema-migrations-'))
  let store: Store
  let database: ShopDatabase
  beforeAll(async () => {
    const older = readdirSync(migrationsFolder).filter((file) => file < '0016')
    for (const file of older) cpSync(join(migrationsFolder, file), join(olderFolder, file))
    store = await empty()
    database = await openShopDatabase(store)
    await migrate(database, olderFolder)
    await database.script(OLD_ROWS)
    await migrate(database, migrationsFolder)
  })
  afterAll(async () => {
    await database.close()
    await store.dispose()
    rmSync(olderFolder, { recursive: true })
  })

  test('are numbered from the oldest on, and are as far as the line that is furthest behind', async () => {
    const orders = await database.read
      .selectFrom('orders')
      .select(['id', 'number', 'state'])
      .orderBy('id')
      .execute()
    expect(orders).toEqual([
      { id: 'order-a', number: 1, state: 'packed' },
      { id: 'order-b', number: 2, state: 'delivered' },
      { id: 'order-c', number: 3, state: 'paid' },
      { id: 'order-d', number: 4, state: 'sent' },
      { id: 'order-e', number: 5, state: 'paid' },
    ])
  })

  test('have lines that show the state of their order', async () => {
    const lines = await database.read
      .selectFrom('cart_items')
      .select(['id', 'delivery'])
      .orderBy('id')
      .execute()
    expect(lines.map(({ id, delivery }) => `${id} ${delivery}`)).toEqual([
      'a-Delivered Packed',
      'a-Packed Packed',
      'b-Delivered Delivered',
      'c-Ordered null',
      'c-Sent null',
      'd-Sent Sent',
    ])
  })

  test('are followed by the next number, and a transaction that is rolled back leaves no gap', async () => {
    const failing = database.write(async ({ tx }) => {
      await takeOrderNumber(tx)
      throw new Error('rolled back')
    })
    await expect(failing).rejects.toThrow('rolled back')
    expect(await database.write(({ tx }) => takeOrderNumber(tx))).toBe(6)
  })
})
