import '#test/cheap-passwords.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { fill } from '#test/cart.ts'
import { orderOf, putInStock } from '#test/catalogue.ts'
import { givenShop } from '#test/shop.ts'
import type { TestPerson } from '#test/shop.ts'
import { anyStore } from '#test/stores.ts'
import { countLeft } from './find-sold-out.ts'

test('of a pool as many are left as bags can be filled', () => {
  const pool = { unit: 'grams', remaining: 999 } as const
  expect([250, 500, 1000, null].map((grams) => countLeft(pool, grams))).toEqual([3, 1, 0, 0])
  expect(countLeft({ unit: 'bags', remaining: 7 }, 250)).toBe(7)
})

describe.each(anyStore)('what customers see of the stock on $name', ({ fresh }) => {
  const shop = givenShop(fresh)
  let cora: TestPerson
  beforeAll(async () => void (cora = await shop.person('Cora')))

  const shownCoffees = async () => {
    const { brand } = shop.shelves
    const { answer } = await cora.call('GET /coffeeDetails/{id}', { params: { id: brand.id } })
    return answer.coffees.map(({ left, weight }) => ({ left, weight }))
  }

  test('is how many are left, from three down, after every payment', async () => {
    const { espresso } = shop.shelves
    await putInStock(shop.database, { unit: 'bags', remaining: 4 }, [espresso, 250])
    const seen = [(await shownCoffees())[0]?.left]
    for (let sold = 0; sold < 4; sold += 1) {
      const [id = ''] = await fill(cora, espresso)
      await cora.call('PUT /singlePayment/{id}', { params: { id }, body: {} })
      seen.push((await shownCoffees())[0]?.left)
    }
    expect(seen).toEqual([undefined, 3, 2, 1, 0])
    const refused = await cora.send('POST /orders', { body: orderOf(cora, espresso) })
    expect(refused.problem).toMatchObject({ code: 'sold-out', detail: 'Espresso is sold out.', left: 0 })
  })

  test('is never cached, while a response without stock is', async () => {
    const { brand, bareBrand } = shop.shelves
    const headersOf = async (id: string) =>
      (await cora.call('GET /coffeeDetails/{id}', { params: { id } })).headers
    expect((await headersOf(brand.id))['cache-control']).toBe('no-store')
    expect(await headersOf(bareBrand.id)).toHaveProperty('etag')
  })

  test('differs by size if several sizes are taken from one pool', async () => {
    const { espresso, lungo } = shop.shelves
    await putInStock(shop.database, { unit: 'grams', remaining: 900 }, [espresso, 250], [lungo, 1000])
    expect(await shownCoffees()).toEqual([
      { left: 3, weight: 250 },
      { left: 0, weight: 1000 },
    ])
  })

  test('is the packet’s own, too', async () => {
    const { packet } = shop.shelves
    const about = async () =>
      (await cora.call('GET /bagDetails/{id}', { params: { id: packet.id } })).answer.about
    expect(await about()).not.toHaveProperty('left')
    await putInStock(shop.database, { unit: 'bags', remaining: 0 }, [packet, 1000])
    expect(await about()).toMatchObject({ left: 0, weight: 1000 })
  })
})
