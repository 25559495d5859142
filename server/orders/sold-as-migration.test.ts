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

/**
 * SQL that inserts a catalogue and cart lines into a database from before the tested migration, when `cart_items` had
 * no columns `brand` and `bag`.
 */
const OLD_ROWS = `
  INSERT INTO brands (id, owner_id, name, img, rating, created_at) VALUES ('farm', 'owner', 'Hill Farm', '', 4, 1);
  INSERT INTO coffees (id, owner_id, brand_id, name, about, img, price_cents, rating, created_at, archived_at) VALUES
    ('espresso', 'owner', 'farm', 'Espresso', '', '', 250, 4, 2, NULL),
    ('lungo', 'owner', 'farm', 'Lungo', '', '', 1005, 4, 3, 4);
  INSERT INTO packets (id, owner_id, category, img, product_name, product_img, about, price_cents, rating, created_at) VALUES
    ('packet', 'owner', 'Bags', '', 'House Blend', '', '', 1999, 4, 5);
  INSERT INTO cart_items (id, user_id, email, customer, product_id, product_name, img, price_cents, rating, created_at)
    SELECT 'item-' || id, 'cora', 'cora@people.example', 'Cora', id, name, '', 250, 4, 6
    FROM (SELECT id, name FROM coffees UNION ALL SELECT id, product_name FROM packets UNION ALL SELECT 'unknown', 'Tea') AS sold
`

describe.each(stores)('lines from before brand and bag were stored, on $name', ({ empty }) => {
  const olderFolder = mkdtempSync(join(tmpdir(), 'crema-migrations-'))
  let store: Store
  let database: ShopDatabase
  beforeAll(async () => {
    const older = readdirSync(migrationsFolder).filter((file) => file < '0011')
    for (const file of older) cpSync(join(migrationsFolder, file), join(olderFolder, file))
    store = await empty()
    database = await openShopDatabase(store)
    await migrate(database, olderFolder)
  })
  afterAll(async () => {
    await database.close()
    await store.dispose()
    rmSync(olderFolder, { recursive: true })
  })

  test('get them from the catalogue, also if the product is no longer sold', async () => {
    await database.script(OLD_ROWS)
    await migrate(database, migrationsFolder)
    const migrated = await database.read
      .selectFrom('cart_items')
      .select(['product_id', 'brand', 'bag'])
      .execute()
    expect(new Map(migrated.map(({ product_id, brand, bag }) => [product_id, { brand, bag }]))).toEqual(
      new Map([
        ['espresso', { brand: 'Hill Farm', bag: null }],
        ['lungo', { brand: 'Hill Farm', bag: null }],
        ['packet', { brand: null, bag: 'Bags' }],
        ['unknown', { brand: null, bag: null }],
      ]),
    )
  })
})
