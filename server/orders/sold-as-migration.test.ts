import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { migrate } from '#server/platform/database/migrations.ts'
import { itemRow } from '#test/books.ts'
import { archive, stockShelves } from '#test/catalogue.ts'
import { migrationsFolder } from '#test/shop.ts'
import { stores } from '#test/stores.ts'
import type { Store } from '#test/stores.ts'
import { openShopDatabase } from '#server/shop-database.ts'
import type { ShopDatabase } from '#server/shop-database.ts'

describe.each(stores)('lines from before brand and bag were stored, on $name', ({ fresh }) => {
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

  test('get them from the catalogue, also if the product is no longer sold', async () => {
    const { espresso, lungo, packet } = await stockShelves(database)
    await archive(database, lungo)
    const products = [espresso.id, lungo.id, packet.id, 'unknown']
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
        [espresso.id, { brand: 'Hill Farm', bag: null }],
        [lungo.id, { brand: 'Hill Farm', bag: null }],
        [packet.id, { brand: null, bag: 'Bags' }],
        ['unknown', { brand: null, bag: null }],
      ]),
    )
  })
})
