import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { migrate } from '#server/platform/database/migrations.ts'
import { openShopDatabase } from '#server/shop-database.ts'
import { migrationsFolder } from '#test/shop.ts'
import { stores } from '#test/stores.ts'

const payment = (id: string) =>
  `('${id}', '${id}', 'cora', 'full', 250, 'instant', 'succeeded', 'instant-${id}', 1, 1)`

/** SQL that inserts payments into a database from before the tested migration. */
const OLD_ROWS = `
  INSERT INTO payments (id, idempotency_key, user_id, kind, amount_cents, gateway, status, reference, created_at, settled_at) VALUES
    ${payment('plain')}, ${payment('checked-out')}, ${payment('stocked')};
  INSERT INTO checkouts (payment_id, user_id, method_kind, data, created_at) VALUES ('checked-out', 'cora', 'pickup', '{}', 1);
  INSERT INTO stock_moves (id, stock_id, payment_id, kind, amount, created_at) VALUES
    ('1', 's', 'stocked', 'held', -3, 1), ('2', 't', 'stocked', 'held', -500, 1), ('3', 's', 'stocked', 'returned', 3, 1);
`

describe.each(stores)('payments from before they stored what they were made with, on $name', ({ empty }) => {
  const olderFolder = mkdtempSync(join(tmpdir(), 'crema-migrations-'))
  afterAll(() => rmSync(olderFolder, { recursive: true }))

  test('get it from their checkouts and from the moves of the stock', async () => {
    for (const file of readdirSync(migrationsFolder).filter((name) => name < '0026'))
      cpSync(join(migrationsFolder, file), join(olderFolder, file))
    const store = await empty()
    const database = await openShopDatabase(store)
    await migrate(database, olderFolder)
    await database.script(OLD_ROWS)
    await migrate(database, migrationsFolder)
    const query = database.read.selectFrom('payments').select(['id', 'has_checkout', 'taken_stock'])
    expect(await query.orderBy('id').execute()).toEqual([
      { id: 'checked-out', has_checkout: 1, taken_stock: 0 },
      { id: 'plain', has_checkout: 0, taken_stock: 0 },
      { id: 'stocked', has_checkout: 0, taken_stock: 503 },
    ])
    await database.close()
    await store.dispose()
  })
})
