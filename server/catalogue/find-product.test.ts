import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openShopDatabase } from '#server/shop-database.ts'
import type { ShopDatabase } from '#server/shop-database.ts'
import { archive, changeCatalogue, setPrice, stockShelves } from '#test/catalogue.ts'
import type { TestCatalogue } from '#test/catalogue.ts'
import { stores } from '#test/stores.ts'
import type { Store } from '#test/stores.ts'
import { Products } from './find-product.ts'

describe.each(stores)('products on $name', ({ fresh }) => {
  let store: Store
  let database: ShopDatabase
  let shelves: TestCatalogue
  let products: Products
  beforeAll(async () => {
    store = await fresh()
    database = await openShopDatabase(store)
    shelves = await stockShelves(database)
    products = new Products(database)
  })
  afterAll(async () => {
    await database.close()
    await store.dispose()
  })

  test('are found by id, whether coffee or packet, with their current price', async () => {
    const { espresso, packet } = shelves
    expect(await products.byId(espresso.id)).toEqual({
      id: espresso.id,
      name: 'Espresso',
      img: espresso.img,
      about: 'Dark & sweet',
      priceCents: 250,
      rating: 4,
      brand: 'Hill Farm',
      bag: null,
      weightGrams: null,
      stockId: null,
      taxClass: 'standard',
    })
    expect(await products.byId(packet.id)).toMatchObject({
      name: 'House Blend',
      priceCents: 1999,
      brand: null,
      bag: 'Bags',
    })
    expect(await products.byId(shelves.brand.id)).toBeNull()
  })

  test('are found by their name and picture together', async () => {
    const { espresso, packet } = shelves
    expect(await products.byNameAndPicture({ name: 'Espresso', img: espresso.img })).toMatchObject({
      id: espresso.id,
      brand: 'Hill Farm',
    })
    expect(await products.byNameAndPicture({ name: 'House Blend', img: packet.img })).toMatchObject({
      id: packet.id,
      bag: 'Bags',
    })
    expect(await products.byNameAndPicture({ name: 'Espresso', img: '/elsewhere' })).toBeNull()
    expect(await products.byNameAndPicture({ name: 'espresso', img: espresso.img })).toBeNull()
  })

  test('are the coffee if a coffee and a packet have the same name and picture', async () => {
    const { espresso, packet } = shelves
    const twins = [
      { ...packet, id: '0', name: 'Twin' },
      { ...espresso, id: '1', name: 'Twin' },
    ]
    await changeCatalogue(database, (tx) => tx.insertInto('products').values(twins).execute())
    const shown = { name: 'Twin', img: espresso.img }
    expect(await products.byNameAndPicture(shown)).toMatchObject({ id: '1', brand: 'Hill Farm', bag: null })
    await archive(database, { id: '1' })
    expect(await products.byNameAndPicture(shown)).toMatchObject({ id: '0', brand: null, bag: 'Bags' })
  })

  test('are cached until the catalogue changes, also those that are not on sale', async () => {
    const { espresso } = shelves
    const first = await products.byId(espresso.id)
    expect(await products.byId(espresso.id)).toBe(first)
    await setPrice(database, espresso, 275)
    expect(await products.byId(espresso.id)).toMatchObject({ priceCents: 275 })
    await archive(database, espresso)
    expect(await products.byId(espresso.id)).toBeNull()
    await archive(database, espresso, null)
    expect(await products.byId(espresso.id)).toMatchObject({ priceCents: 275 })
  })

  test('that were read before a change are not cached after it', async () => {
    const { lungo } = shelves
    const [, during] = await Promise.all([setPrice(database, lungo, 1100), products.byId(lungo.id)])
    expect([1005, 1100]).toContain(during?.priceCents)
    expect(await products.byId(lungo.id)).toMatchObject({ priceCents: 1100 })
  })
})
