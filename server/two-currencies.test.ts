import '#test/cheap-passwords.ts'
import { describe, expect, test } from 'vitest'
import { cartOf, fillIn, fullPayment } from '#test/cart.ts'
import { portugueseShop, saveTestSelling } from '#test/selling/portuguese-shop.ts'
import { givenShop, mailSettings } from '#test/shop.ts'
import type { Given } from '#test/shop.ts'
import { stores } from '#test/stores.ts'

describe.each(stores)('two shops in one process on $name', ({ fresh }) => {
  const inYen = givenShop(fresh, { env: mailSettings })
  const inDinars = givenShop(fresh, { env: mailSettings })

  /** Runs each step in both shops before the next one, and returns what the steps have returned. */
  async function inBoth<T>(step: (shop: Given, currency: string) => Promise<T>): Promise<[T, T]> {
    return [await step(inYen, 'JPY'), await step(inDinars, 'KWD')]
  }

  test('show, charge and mail the prices each in its own currency', async () => {
    await inBoth((shop, currency) =>
      saveTestSelling(shop.database, { ...portugueseShop, methods: [], currency }),
    )
    const [yenCora, dinarCora] = await inBoth((shop) => shop.person('Cora'))
    const coraOf = (shop: Given) => (shop === inYen ? yenCora : dinarCora)
    const shown = await inBoth(async (shop) => {
      const params = { id: shop.shelves.brand.id }
      const { coffees } = (await coraOf(shop).call('GET /coffeeDetails/{id}', { params })).answer
      return coffees.map(({ price }) => price)
    })
    expect(shown).toEqual([
      ['250', '1005'],
      ['0.250', '1.005'],
    ])
    await inBoth((shop, currency) => fillIn(currency, coraOf(shop), [shop.shelves.espresso]))
    const paid = await inBoth(async (shop, currency) => {
      const cora = coraOf(shop)
      const body = fullPayment(cora, await cartOf(cora), currency)
      return (await cora.call('POST /fullOrder', { body })).answer.acknowledged
    })
    expect(paid).toEqual([true, true])
    const totals = await inBoth(async (shop) => {
      const { orders } = (await coraOf(shop).call('GET /myOrders', { query: {} })).answer
      return orders.map(({ total }) => total)
    })
    expect(totals).toEqual([['250'], ['0.250']])
    const subjects = await inBoth(async ({ database }) =>
      (await database.read.selectFrom('outbox').select('subject').orderBy('id').execute())
        .map(({ subject }) => subject)
        .filter((subject) => subject.includes('order for')),
    )
    expect(subjects).toEqual([['Your order for ¥250'], ['Your order for KWD 0.250']])
  })
})
