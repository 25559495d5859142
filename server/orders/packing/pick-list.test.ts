import '#test/cheap-passwords.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { buy, checkoutOf, orderOfId, orderToPayLater, storeCheckout } from '#test/orders/orders.ts'
import { givenShop } from '#test/shop.ts'
import type { TestPerson } from '#test/shop.ts'
import { stores } from '#test/stores.ts'

describe.each(stores)('the pick list on $name', ({ fresh }) => {
  const shop = givenShop(fresh)
  let ada: TestPerson
  let cora: TestPerson
  beforeAll(async () => {
    ada = await shop.admin('Ada')
    cora = await shop.person('Cora')
  })

  const pack = (id: string, packing: { weight_grams: number; grind: string }) =>
    shop.database.write(async ({ tx }) => {
      await tx.updateTable('cart_items').set(packing).where('order_id', '=', id).execute()
    })
  const list = async () => (await ada.call('GET /pickList', {})).answer

  test('sums equal lines of all paid orders, and the grams to roast by day', async () => {
    expect(await list()).toEqual({ lines: [], roasts: [] })
    const { espresso, lungo } = shop.shelves
    const first = await buy(cora, espresso, espresso)
    await pack(first, { weight_grams: 250, grind: 'Filter' })
    await storeCheckout(shop.database, first, checkoutOf())
    const second = await buy(cora, espresso)
    await pack(second, { weight_grams: 250, grind: 'Filter' })
    const third = await buy(cora, espresso)
    await pack(third, { weight_grams: 1000, grind: 'Filter' })
    const early = { roastOn: '2026-11-23', from: '2026-11-24', to: '2026-11-24' }
    await storeCheckout(shop.database, third, checkoutOf({ promise: early }))
    const plain = await buy(cora, lungo)
    await orderToPayLater(shop.database, cora, lungo)
    const numberOf = async (id: string) => ({ _id: id, number: (await orderOfId(shop.database, id)).number })
    const soldAs = shop.shelves.brand.name
    const filter = { product: 'Espresso', soldAs, grind: 'Filter' }
    expect(await list()).toEqual({
      lines: [
        { ...filter, weight: 250, count: 3, orders: [await numberOf(first), await numberOf(second)] },
        { ...filter, weight: 1000, count: 1, orders: [await numberOf(third)] },
        { product: 'Lungo', soldAs, count: 1, orders: [await numberOf(plain)] },
      ],
      roasts: [
        { roastOn: '2026-11-23', coffee: 'Espresso', grams: 1000 },
        { roastOn: '2026-11-24', coffee: 'Espresso', grams: 500 },
        { coffee: 'Espresso', grams: 250 },
      ],
    })
    await ada.call('PUT /order/{id}/state', { params: { id: first }, body: { from: 'paid', to: 'packed' } })
    expect((await list()).lines[0]).toMatchObject({ count: 1, orders: [await numberOf(second)] })
  })
})
