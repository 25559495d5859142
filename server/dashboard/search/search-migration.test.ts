import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { migrate } from '#server/platform/database/migrations.ts'
import { migrationsFolder } from '#test/postgres/global-setup.ts'
import { stores } from '#test/stores.ts'
import type { Store } from '#test/stores.ts'
import { openShopDatabase } from '#server/shop-database.ts'
import type { ShopDatabase } from '#server/shop-database.ts'
import { answerFind } from './answer-find.ts'
import { indexEntries } from './write-entries.ts'

/** SQL that inserts people, orders and messages into a database from before the tested migration. */
const OLD_ROWS = `
  INSERT INTO users (id, subject, email, name, created_at, archived_at, mailbox) VALUES
    ('cora', 'cora', 'cora@people.example', 'Cora Ibsen', 1, NULL, NULL),
    ('gone', 'gone', 'gone@people.example', 'Gunnar Gone', 1, 2, NULL),
    ('guest', 'guest', 'guest@people.example', 'Gitte Guest', 1, NULL, 'guest@people.example');
  INSERT INTO orders (id, user_id, email, customer, total_cents, payment_id, created_at, kind, number, state) VALUES
    ('order-b', 'cora', 'cora@people.example', 'Cora Ibsen', 250, 'pay-b', 20, 'full', 8, 'paid'),
    ('order-a', 'cora', 'cora@people.example', 'Cora Ibsen', 250, 'pay-a', 10, 'full', 7, 'paid'),
    ('order-gone', 'gone', 'gone@people.example', 'Gunnar Gone', 250, 'pay-gone', 5, 'full', 3, 'delivered');
  INSERT INTO orders_to_erase (order_id, payment_id, user_id, ordered_at) VALUES ('order-gone', 'pay-gone', 'gone', 5);
  INSERT INTO cart_items (id, user_id, email, customer, product_id, product_name, img, price_cents, rating, payment, payment_id, order_id, created_at, paid_at)
    SELECT 'line-' || id, user_id, email, customer, 'p', 'Marcala Ridge', '', 250, 4, 'OK', payment_id, id, 1, 2 FROM orders;
  INSERT INTO checkouts (payment_id, user_id, method_kind, data, created_at)
    VALUES ('pay-a', 'cora', 'parcel', '{"address":{"name":"Cora Ibsen","postcode":"5003","city":"Bergen"}}', 10);
  INSERT INTO messages (id, name, email, message, created_at)
    VALUES ('m', 'Vera', 'vera@letters.example', 'Is the cardamom back?', 30);
`

describe.each(stores)('what a shop had before the search of the dashboard, on $name', ({ empty }) => {
  const olderFolder = mkdtempSync(join(tmpdir(), 'crema-migrations-'))
  let store: Store
  let database: ShopDatabase
  beforeAll(async () => {
    const older = readdirSync(migrationsFolder).filter((file) => file < '0045')
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

  const find = async (q: string) => {
    const hits = await answerFind(database, q, true)
    return hits.map(({ kind, title, number }) => [kind, title, number].filter(Boolean).join(' '))
  }

  test('is found when its words are written', async () => {
    expect(await find('cora')).toEqual([])
    await indexEntries(database)
    expect(await find('cora')).toEqual(['account Cora Ibsen', 'order Cora Ibsen 8', 'order Cora Ibsen 7'])
    expect(await find('bergen marc')).toEqual(['order Cora Ibsen 7'])
    expect(await find('cardamom')).toEqual(['message Vera'])
  })

  test('is not found by the name of a deleted account, or of a guest who has none', async () => {
    await indexEntries(database)
    expect([await find('gunnar'), await find('gitte')]).toEqual([[], []])
    expect(await find('3')).toHaveLength(1)
  })

  test('is followed by what is added later', async () => {
    await database.script(`
      INSERT INTO users (id, subject, email, name, created_at) VALUES ('dora', 'dora', 'd@people.example', 'Dora Cora', 40);
      INSERT INTO messages (id, name, email, message, created_at) VALUES ('n', 'Dora', 'd@people.example', 'And Cora?', 50)`)
    await indexEntries(database)
    expect(await find('dora cora')).toEqual(['account Dora Cora', 'message Dora'])
  })
})
