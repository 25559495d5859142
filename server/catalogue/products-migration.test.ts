import '#test/cheap-passwords.ts'
import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { migrate } from '#server/platform/database/migrations.ts'
import { openShopDatabase } from '#server/shop-database.ts'
import { cartOf } from '#test/cart.ts'
import { knownPicture } from '#test/pictures.ts'
import { migrateStore, migrationsFolder, openTestShop } from '#test/shop.ts'
import type { TestPerson, TestShop } from '#test/shop.ts'
import { stores } from '#test/stores.ts'
import type { Store } from '#test/stores.ts'

const DELETED_AT = Date.now() - 1000
const ROASTED = '/images/0123456789abcdef-aabbcc-800.webp'
const BAG = '/images/fedcba9876543210-ccbbaa-800.webp'

/**
 * SQL that inserts brands, coffees and packets into a database from before the table `products` was created. Each id
 * names the state of the row, such as `brand-deleted`.
 */
const OLD_ROWS = `
  INSERT INTO brands (id, owner_id, name, img, rating, created_at, archived_at) VALUES
    ('brand-live', 'owner', 'Hill Farm', '${ROASTED}', 4, 1, NULL),
    ('brand-deleted', 'owner', 'River Farm', '${ROASTED}', 3, 2, ${DELETED_AT});
  INSERT INTO coffees (id, owner_id, brand_id, name, about, img, price_cents, rating, created_at, archived_at) VALUES
    ('coffee-live', 'owner', 'brand-live', 'Espresso', 'Dark & sweet', '${ROASTED}', 250, 4, 3, NULL),
    ('coffee-free', 'owner', 'brand-live', 'Sample', '', '${ROASTED}', 0, 1, 4, NULL),
    ('coffee-restored', 'owner', 'brand-live', 'Lungo', 'Long', '${ROASTED}', 1005, 5, 5, ${DELETED_AT}),
    ('coffee-deleted', 'owner', 'brand-live', 'Mocha', '', '${ROASTED}', 300, 2, 6, ${DELETED_AT}),
    ('coffee-with-brand', 'owner', 'brand-deleted', 'Ristretto', '', '${ROASTED}', 350, 3, 7, ${DELETED_AT});
  UPDATE coffees SET archived_at = NULL WHERE id = 'coffee-restored';
  INSERT INTO packets (id, owner_id, category, img, product_name, product_img, about, price_cents, rating, created_at, archived_at) VALUES
    ('packet-live', 'owner', 'Bags', '${BAG}', 'House Blend', '${ROASTED}', 'A kilo', 1999, 4, 8, NULL),
    ('packet-deleted', 'owner', 'Ground', '${BAG}', 'Fine Grind', '${ROASTED}', 'Half a kilo', 999, 2, 9, ${DELETED_AT});
`

describe.each(stores)('the migration to one table of products on $name', ({ empty }) => {
  let store: Store
  let shop: TestShop
  let ada: TestPerson
  beforeAll(async () => {
    store = await empty()
    await fillVersionBefore(store)
    await migrateStore(store)
    shop = await openTestShop(store)
    ada = await shop.admin('Ada')
  })
  afterAll(async () => {
    await shop.close()
    await store.dispose()
  })

  test('keeps the live and the restored coffees of a brand, with ids, prices and order', async () => {
    const { answer } = await ada.call('GET /coffeeDetails/{id}', { params: { id: 'brand-live' } })
    expect(answer.coffees).toEqual([
      { _id: 'coffee-free', name: 'Sample', img: ROASTED, price: '0.00', ratting: 1, about: '' },
      {
        _id: 'coffee-live',
        name: 'Espresso',
        img: ROASTED,
        price: '2.50',
        ratting: 4,
        about: 'Dark & sweet',
      },
      { _id: 'coffee-restored', name: 'Lungo', img: ROASTED, price: '10.05', ratting: 5, about: 'Long' },
    ])
  })

  test('keeps the two pictures of a packet separate', async () => {
    const bags = (await shop.call('GET /allPacket', {})).answer
    expect(bags).toEqual([{ _id: 'packet-live', category_name: 'Bags', img: BAG, name: 'House Blend' }])
    const { answer } = await ada.call('GET /bagDetails/{id}', { params: { id: 'packet-live' } })
    const contents = { name: 'House Blend', img: ROASTED, price: '19.99', ratting: 4, about: 'A kilo' }
    expect(answer).toEqual({
      _id: 'packet-live',
      category_name: 'Bags',
      img: BAG,
      about: { _id: 'packet-live', ...contents },
    })
  })

  test('keeps owner and times of every entry', async () => {
    const rows = await shop.database.read
      .selectFrom('products')
      .select(['id', 'kind', 'owner_id', 'created_at', 'archived_at'])
      .orderBy('created_at')
      .execute()
    const row = (id: string, created_at: number, archived_at: number | null = null) => {
      const kind = id.startsWith('coffee') ? 'coffee' : 'packet'
      return { id, kind, owner_id: 'owner', created_at, archived_at }
    }
    expect(rows).toEqual([
      row('coffee-live', 3),
      row('coffee-free', 4),
      row('coffee-restored', 5),
      row('coffee-deleted', 6, DELETED_AT),
      row('coffee-with-brand', 7, DELETED_AT),
      row('packet-live', 8),
      row('packet-deleted', 9, DELETED_AT),
    ])
  })

  test('keeps products on sale under their ids, including one with a price of 0', async () => {
    const cora = await shop.person('Cora')
    for (const [productId, price] of [
      ['packet-live', '19.99'],
      ['coffee-free', '0.00'],
    ] as const) {
      const shown = {
        email: cora.email,
        customer: 'Cora',
        productName: 'House Blend',
        img: ROASTED,
        ratting: 4,
      }
      const added = await cora.send('POST /orders', { body: { ...shown, price, productId } })
      expect(added.status).toBe(200)
    }
    expect((await cartOf(cora)).map(({ price, bag }) => [price, bag])).toEqual([
      ['19.99', 'Bags'],
      ['0.00', undefined],
    ])
  })

  test('keeps deleted entries of each kind restorable, a brand with its coffees', async () => {
    await ada.call('PUT /brandRestore/{id}', { params: { id: 'brand-deleted' } })
    await ada.call('PUT /packetNameRestore/{id}', { params: { id: 'coffee-deleted' } })
    await ada.call('PUT /packetRestore/{id}', { params: { id: 'packet-deleted' } })
    const query = { email: ada.email }
    const coffees = (await ada.call('GET /packetName', { query })).answer.map(({ _id }) => _id)
    expect(coffees).toEqual(expect.arrayContaining(['coffee-deleted', 'coffee-with-brand']))
    const packets = (await ada.call('GET /personPacket', { query })).answer.map(({ _id }) => _id)
    expect(packets).toEqual(['packet-deleted', 'packet-live'])
  })

  test('refuses a coffee without a brand and a packet without a category', async () => {
    const img = await knownPicture(shop)
    const sold = { owner_id: 'owner', name: 'Half', img, about: '', price_cents: 1, rating: 1, created_at: 1 }
    const unset = {
      brand_id: null,
      category: null,
      cover_img: null,
      archived_at: null,
      weight_grams: null,
      tax_class: 'standard' as const,
      stock_id: null,
    }
    for (const kind of ['coffee', 'packet'] as const)
      await expect(
        shop.database.write(({ tx }) =>
          tx
            .insertInto('products')
            .values({ id: `half-${kind}`, kind, ...sold, ...unset })
            .execute(),
        ),
      ).rejects.toThrow(/products_kind/)
  })
})

/** Runs only the migrations before the one that creates the table `products`, and inserts the rows of `OLD_ROWS`. */
async function fillVersionBefore(store: Store): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'crema-test-'))
  const names = readdirSync(migrationsFolder).toSorted()
  const before = names.slice(
    0,
    names.findIndex((name) => name.endsWith('_products.sql')),
  )
  for (const name of before) copyFileSync(join(migrationsFolder, name), join(folder, name))
  const database = await openShopDatabase(store)
  await migrate(database, folder)
  await database.script(OLD_ROWS)
  await database.close()
  rmSync(folder, { recursive: true })
}
