import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { migrate } from '#server/platform/database/migrations.ts'
import { itemRow } from '#test/books.ts'
import { migrationsFolder } from '#test/shop.ts'
import { stores } from '#test/stores.ts'
import type { Store } from '#test/stores.ts'
import { openShopDatabase } from '#server/shop-database.ts'
import type { ShopDatabase } from '#server/shop-database.ts'

describe.each(stores)('items from before brand and bag were kept, on $name', ({ fresh }) => {
  const olderFolder = mkdtempSync(join(tmpdir(), 'crema-migrations-'))
  let store: Store
  let database: ShopDatabase
  beforeAll(async () => {
    const older = readdirSync(migrationsFolder).filter((file) => file < '0011')
    for (const file of older) cpSync(join(migrationsFolder, file), join(olderFolder, file))
    store = await fresh()
    database = await openShopDatabase(store)
    await migrate(database, olderFolder)
  })
  afterAll(async () => {
    await database.close()
    await store.dispose()
    rmSync(olderFolder, { recursive: true })
  })

  test('get them from the catalogue, also from what is no longer sold', async () => {
    await fillOlderCatalogue(database)
    const products = ['espresso', 'lungo', 'bag', 'unknown']
    const rows = products.map((product_id) => {
      const { brand: _brand, bag: _bag, ...row } = itemRow({ product_id })
      return row
    })
    await database.write(async ({ tx }) => {
      for (const row of rows)
        await tx
          .insertInto('cart_items')
          .values(row as ReturnType<typeof itemRow>)
          .execute()
    })
    await migrate(database, migrationsFolder)
    const migrated = await database.read
      .selectFrom('cart_items')
      .select(['product_id', 'brand', 'bag'])
      .execute()
    expect(new Map(migrated.map(({ product_id, brand, bag }) => [product_id, { brand, bag }]))).toEqual(
      new Map([
        ['espresso', { brand: 'Hill Farm', bag: null }],
        ['lungo', { brand: 'Hill Farm', bag: null }],
        ['bag', { brand: null, bag: 'Bags' }],
        ['unknown', { brand: null, bag: null }],
      ]),
    )
  })
})

/** Coffees and packets had tables of their own then. */
async function fillOlderCatalogue({ write }: ShopDatabase): Promise<void> {
  await write(async ({ tx }) => {
    await sql`INSERT INTO brands (id, owner_id, name, img, rating, created_at)
      VALUES ('brand', 'owner', 'Hill Farm', '', 4, 1)`.execute(tx)
    await sql`INSERT INTO coffees (id, owner_id, brand_id, name, about, img, price_cents, rating, created_at, archived_at)
      VALUES ('espresso', 'owner', 'brand', 'Espresso', '', '', 100, 4, 1, NULL),
        ('lungo', 'owner', 'brand', 'Lungo', '', '', 100, 4, 1, 2)`.execute(tx)
    await sql`INSERT INTO packets (id, owner_id, category, img, product_name, product_img, about, price_cents, rating, created_at)
      VALUES ('bag', 'owner', 'Bags', '', 'Bag', '', '', 100, 4, 1)`.execute(tx)
  })
}
