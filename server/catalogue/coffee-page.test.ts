import '#test/cheap-passwords.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import type { CoffeeFacts } from '#contract/selling/coffee-facts.ts'
import { archive, changeCatalogue, putInStock, sellWithoutStock } from '#test/catalogue.ts'
import { givenShop } from '#test/shop.ts'
import type { TestPerson } from '#test/shop.ts'
import { stores } from '#test/stores.ts'
import { indexProducts } from './search/product-words.ts'

const facts: CoffeeFacts = {
  kind: 'single-origin',
  suitedFor: 'both',
  roast: 2,
  notes: ['Bergamot', 'Apricot'],
  origins: [{ country: 'ET', region: 'Sidama', process: 'Washed' }],
}

describe.each(stores)('the page of a coffee on $name', ({ fresh }) => {
  const shop = givenShop(fresh)
  let cora: TestPerson
  const page = async (id: string) => (await cora.call('GET /coffee/{id}', { params: { id } })).answer
  const say = (id: string, said: CoffeeFacts) =>
    changeCatalogue(shop.database, async (tx) => {
      await tx
        .updateTable('products')
        .set({ facts: JSON.stringify(said) })
        .where('id', '=', id)
        .execute()
      await indexProducts(tx, { column: 'id', values: [id] })
    })
  beforeAll(async () => {
    cora = await shop.person('Cora')
    const { packet, espresso } = shop.shelves
    await changeCatalogue(shop.database, async (tx) => {
      await tx
        .updateTable('products')
        .set({ coffee_id: espresso.id, weight_grams: 1000 })
        .where('id', '=', packet.id)
        .execute()
      await tx
        .updateTable('products')
        .set({ weight_grams: 250, pictures: '["/images/0123456789abcdef-aabbcc-800.webp"]' })
        .where('id', '=', espresso.id)
        .execute()
    })
    await say(espresso.id, facts)
  })

  test('has the coffee with its facts, and its sizes, the lightest first', async () => {
    const { espresso, packet, brand } = shop.shelves
    const answer = await page(espresso.id)
    expect(answer).toMatchObject({
      _id: espresso.id,
      chosen: espresso.id,
      brand: { _id: brand.id, category_name: 'Hill Farm' },
      related: [],
    })
    expect(answer.sizes[0]).toMatchObject({
      name: 'Espresso',
      facts,
      pictures: ['/images/0123456789abcdef-aabbcc-800.webp'],
    })
    expect(answer.sizes.map(({ _id, weight, price }) => [_id, weight, price])).toEqual([
      [espresso.id, 250, '2.50'],
      [packet.id, 1000, '19.99'],
    ])
    await changeCatalogue(shop.database, (tx) =>
      tx.updateTable('products').set({ weight_grams: 100 }).where('id', '=', packet.id).execute(),
    )
    expect((await page(espresso.id)).sizes.map(({ _id }) => _id)).toEqual([packet.id, espresso.id])
  })

  test('is found by the id of a bag, which is then the chosen size', async () => {
    const { espresso, packet } = shop.shelves
    expect(await page(packet.id)).toMatchObject({ _id: espresso.id, chosen: packet.id })
  })

  test('is the bag’s own if it belongs to no coffee, or to one that is not on sale', async () => {
    const { espresso, packet } = shop.shelves
    await archive(shop.database, espresso)
    const answer = await page(packet.id)
    expect(answer).toMatchObject({ _id: packet.id, chosen: packet.id, sizes: [{ _id: packet.id }] })
    expect(answer).not.toHaveProperty('brand')
    await archive(shop.database, espresso, null)
    await archive(shop.database, packet)
    expect((await page(espresso.id)).sizes).toHaveLength(1)
    await archive(shop.database, packet, null)
  })

  test('says which size is sold out and how many are left of another, and is then not cached', async () => {
    const { espresso, packet } = shop.shelves
    await putInStock(shop.database, { unit: 'bags', remaining: 0 }, [espresso, 250])
    await putInStock(shop.database, { unit: 'bags', remaining: 3 }, [packet, 1000])
    const { answer, headers } = await cora.call('GET /coffee/{id}', { params: { id: packet.id } })
    expect(answer.sizes.map(({ left }) => left)).toEqual([0, 3])
    expect(headers['cache-control']).toBe('no-store')
    await sellWithoutStock(shop.database, espresso, packet)
    const cached = await cora.call('GET /coffee/{id}', { params: { id: packet.id } })
    expect(cached.headers).toHaveProperty('etag')
  })

  test('shows coffees that have most in common with it, but neither itself nor its own bags', async () => {
    const { espresso, lungo, packet } = shop.shelves
    await say(packet.id, facts)
    await say(lungo.id, { roast: 5 })
    expect((await page(espresso.id)).related).toEqual([])
    await say(lungo.id, { roast: 5, notes: ['Apricot'] })
    expect((await page(espresso.id)).related.map(({ _id }) => _id)).toEqual([lungo.id])
    await archive(shop.database, lungo)
    expect((await page(espresso.id)).related).toEqual([])
  })

  test('returns 404 for an unknown id and for a brand, and 401 to visitors', async () => {
    for (const id of ['no-such-thing', shop.shelves.brand.id])
      expect((await cora.call('GET /coffee/{id}', { params: { id } })).status).toBe(404)
    const params = { id: shop.shelves.espresso.id }
    expect((await shop.call('GET /coffee/{id}', { params })).status).toBe(401)
  })
})
