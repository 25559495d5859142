import '#test/cheap-passwords.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { archive, changeCatalogue, setPrice } from '#test/catalogue.ts'
import { givenShop } from '#test/shop.ts'
import type { TestPerson } from '#test/shop.ts'
import { stores } from '#test/stores.ts'

describe.each(stores)('the catalogue on $name', ({ fresh }) => {
  const shop = givenShop(fresh)
  let shopper: TestPerson
  beforeAll(async () => {
    shopper = await shop.person('Cora Shopper')
  })

  test('lists the brands without their owners, for every caller', async () => {
    const { brand, bareBrand } = shop.shelves
    const { answer } = await shop.call('GET /allCoffee', {})
    expect(answer).toEqual([
      { _id: brand.id, category_name: 'Hill Farm', img: brand.img, ratting: 4 },
      { _id: bareBrand.id, category_name: 'Empty Farm', img: bareBrand.img, ratting: 2 },
    ])
  })

  test('lists the bag categories, for every caller', async () => {
    const { packet } = shop.shelves
    const { answer } = await shop.call('GET /allPacket', {})
    expect(answer).toEqual([
      { _id: packet.id, category_name: 'Bags', img: packet.cover_img, name: 'House Blend' },
    ])
  })

  test('shows a brand with its coffees, prices as text', async () => {
    const { brand, espresso, lungo } = shop.shelves
    const { answer } = await shopper.call('GET /coffeeDetails/{id}', { params: { id: brand.id } })
    const common = { img: espresso.img, ratting: 4, about: 'Dark & sweet' }
    expect(answer).toEqual({
      _id: brand.id,
      category_name: 'Hill Farm',
      img: brand.img,
      ratting: 4,
      coffees: [
        { ...common, _id: espresso.id, name: 'Espresso', price: '2.50' },
        { ...common, _id: lungo.id, name: 'Lungo', price: '10.05' },
      ],
    })
  })

  test('shows a brand without coffees with an empty list', async () => {
    const { answer } = await shopper.call('GET /coffeeDetails/{id}', {
      params: { id: shop.shelves.bareBrand.id },
    })
    expect(answer.coffees).toEqual([])
  })

  test('shows a packet with the product in it', async () => {
    const { packet } = shop.shelves
    const { answer } = await shopper.call('GET /bagDetails/{id}', { params: { id: packet.id } })
    const about = {
      _id: packet.id,
      name: 'House Blend',
      img: packet.img,
      price: '19.99',
      ratting: 4,
      about: 'A kilo',
    }
    expect(answer).toEqual({ _id: packet.id, category_name: 'Bags', img: packet.cover_img, about })
  })

  test.each(['GET /coffeeDetails/{id}', 'GET /bagDetails/{id}'] as const)(
    '%s returns 404 for an unknown id, and 401 without a token',
    async (name) => {
      const unknown = await shopper.call(name, { params: { id: 'no-such-thing' } })
      expect(unknown.status).toBe(404)
      expect(unknown.problem.code).toBe('not-found')
      expect((await shop.call(name, { params: { id: shop.shelves.brand.id } })).status).toBe(401)
    },
  )

  test('invalidates its cached responses when the catalogue changes', async () => {
    const details = () => shopper.call('GET /coffeeDetails/{id}', { params: { id: shop.shelves.brand.id } })
    const before = await details()
    await setPrice(shop.database, shop.shelves.espresso, 275)
    const after = await details()
    expect(after.answer.coffees[0]?.price).toBe('2.75')
    expect(after.headers['etag']).not.toBe(before.headers['etag'])
    await setPrice(shop.database, shop.shelves.espresso, 250)
  })

  test('returns 304 to a browser that has the current response', async () => {
    const { headers } = await shop.call('GET /allCoffee', {})
    const again = await shop.send('GET /allCoffee', { headers: { 'if-none-match': String(headers['etag']) } })
    expect([again.status, again.text]).toEqual([304, ''])
  })

  test('answers HEAD with headers and without a body, for every caller', async () => {
    const { statusCode, body, headers } = await shop.app.inject({ method: 'HEAD', url: '/api/allCoffee' })
    expect([statusCode, body, Number(headers['content-length']) > 2]).toEqual([200, '', true])
  })

  test('does not show archived brands and products', async () => {
    const { brand, lungo, packet } = shop.shelves
    await archive(shop.database, lungo)
    await archive(shop.database, packet)
    const details = await shopper.call('GET /coffeeDetails/{id}', { params: { id: brand.id } })
    expect(details.answer.coffees.map(({ name }) => name)).toEqual(['Espresso'])
    expect((await shop.call('GET /allPacket', {})).answer).toEqual([])
    expect((await shopper.call('GET /bagDetails/{id}', { params: { id: packet.id } })).status).toBe(404)
    await changeCatalogue(shop.database, (tx) =>
      tx.updateTable('brands').set({ archived_at: 1 }).where('id', '=', brand.id).execute(),
    )
    expect((await shop.call('GET /allCoffee', {})).answer.map(({ _id }) => _id)).toEqual([
      shop.shelves.bareBrand.id,
    ])
    expect((await shopper.call('GET /coffeeDetails/{id}', { params: { id: brand.id } })).status).toBe(404)
  })
})
