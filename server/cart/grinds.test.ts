import '#test/cheap-passwords.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { DEFAULT_SELLING } from '#contract/selling/settings.ts'
import type { ProductRow } from '#server/tables/product-rows.ts'
import { cartOf, fullPayment } from '#test/cart.ts'
import { orderOf, putInStock } from '#test/catalogue.ts'
import { givenShop } from '#test/shop.ts'
import type { TestPerson } from '#test/shop.ts'
import { anyStore } from '#test/stores.ts'

describe.each(anyStore)('buying a grind on $name', ({ fresh }) => {
  const shop = givenShop(fresh)
  let count = 0
  let cora: TestPerson
  beforeEach(async () => void (cora = await shop.person(`Cora ${(count += 1)}`)))

  const buy = (choice: object, product: ProductRow = shop.shelves.espresso) =>
    cora.send('POST /orders', { body: { ...orderOf(cora, product), ...choice } })
  const grinds = async () => (await cora.call('GET /grinds', {})).answer

  test('keeps it on the line, and remembers it for the next time', async () => {
    expect(await grinds()).toEqual({ grinds: DEFAULT_SELLING.grinds })
    expect((await buy({ grind: 'Filter' })).status).toBe(200)
    expect((await buy({ grind: 'Espresso' })).status).toBe(200)
    expect((await buy({})).status).toBe(200)
    expect((await cartOf(cora)).map(({ grind }) => grind)).toEqual(['Filter', 'Espresso', undefined])
    expect(await grinds()).toMatchObject({ last: 'Espresso' })
    const dora = await shop.person(`Dora ${count}`)
    expect((await dora.call('GET /grinds', {})).answer).not.toHaveProperty('last')
  })

  test('is refused for a grind that the shop does not offer', async () => {
    const refused = await buy({ grind: 'Dust' })
    expect([refused.status, refused.problem.errors?.[0]?.field]).toEqual([422, 'grind'])
    expect(await cartOf(cora)).toEqual([])
  })

  test('offers what the owner has set up, and forgets a grind that was removed', async () => {
    await buy({ grind: 'Filter' })
    const value = JSON.stringify({ ...DEFAULT_SELLING, grinds: ['Moka'] })
    const row = { name: 'selling', value, changed_at: 1 }
    await shop.database.write(async ({ tx, publish }) => {
      await tx.insertInto('shop_settings').values(row).execute()
      publish({ type: 'settings-changed' })
    })
    expect(await grinds()).toEqual({ grinds: ['Moka'] })
    expect((await buy({ grind: 'Filter' })).status).toBe(422)
    await shop.database.write(async ({ tx, publish }) => {
      await tx.deleteFrom('shop_settings').where('name', '=', 'selling').execute()
      publish({ type: 'settings-changed' })
    })
  })

  test('adds several lines at once, each with its own id', async () => {
    const { answer } = await buy({ count: 3, grind: 'Filter' })
    const cart = await cartOf(cora)
    expect(cart.map(({ grind }) => grind)).toEqual(['Filter', 'Filter', 'Filter'])
    expect(new Set(cart.map(({ _id }) => _id)).size).toBe(3)
    expect(cart[0]?._id).toBe(answer.insertedId)
  })

  test.each([0, 21, 1.5, '3'])('refuses %j as the number of lines', async (wrong) => {
    const refused = await buy({ count: wrong })
    expect([refused.status, refused.problem.errors?.[0]?.field]).toEqual([422, 'count'])
  })

  test('shows weight and grind in the cart and to the admin who packs', async () => {
    const { packet } = shop.shelves
    await putInStock(shop.database, { unit: 'bags', remaining: 100 }, [packet, 250])
    await buy({ grind: 'Filter' }, packet)
    const cart = await cartOf(cora)
    expect(cart[0]).toMatchObject({ weight: 250, grind: 'Filter' })
    const payment = { ...fullPayment(cora, cart), items: cart }
    const { answer } = await cora.call('POST /fullOrder', { body: payment })
    const ada = await shop.admin(`Ada ${count}`)
    const order = await ada.call('GET /fullProduct/{id}', { params: { id: String(answer.insertedId) } })
    expect(order.answer.items[0]).toMatchObject({ weight: 250, grind: 'Filter' })
    const { answer: products } = await ada.call('GET /allProducts', { query: { email: cora.email } })
    expect(products[0]).toMatchObject({ weight: 250, grind: 'Filter' })
  })
})
