import '#test/cheap-passwords.ts'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { setShopDates, shopDates } from '#contract/values/dates/shop-dates.ts'
import { idAt } from '#server/platform/clock.ts'
import { fill } from '#test/cart.ts'
import { buy, orderToPayLater } from '#test/orders/orders.ts'
import { enter, itemRow } from '#test/rows.ts'
import { givenShop } from '#test/shop.ts'
import type { TestPerson } from '#test/shop.ts'
import { stores } from '#test/stores.ts'

describe.each(stores)('the filters of the dashboard on $name', ({ fresh }) => {
  const shop = givenShop(fresh)
  let ada: TestPerson
  beforeAll(async () => void (ada = await shop.admin('Ada')))
  afterEach(() => setShopDates({ ...shopDates(), timeZone: 'UTC' }))

  test('have the days of the shop, in the list and its count', async () => {
    const at = [Date.UTC(2026, 10, 20, 14, 59), Date.UTC(2026, 10, 20, 15), Date.UTC(2026, 10, 21, 14, 59)]
    const items = at.map((created_at) => itemRow({ id: idAt(created_at), created_at }))
    await enter(shop.database, { items })
    const idsOn = async (timeZone: string) => {
      setShopDates({ ...shopDates(), timeZone })
      const query = { from: '2026-11-21', to: '2026-11-21', sort: 'newest', direction: 'asc' } as const
      const { answer } = await ada.call('GET /allProducts', { query })
      const counted = await ada.call('GET /count/products', { query: { from: query.from, to: query.to } })
      expect(counted.answer.rows).toBe(answer.length)
      return answer.map(({ _id }) => _id)
    }
    const [first, second, third] = items.map(({ id }) => id)
    expect(await idsOn('UTC')).toEqual([third])
    expect(await idsOn('Asia/Tokyo')).toEqual([second, third])
    expect(await idsOn('Pacific/Kiritimati')).toEqual([first, second])
  })
  test('tell what is paid or waits for its payment from what is only in a cart', async () => {
    const cora = await shop.person('Cora')
    await fill(cora, shop.shelves.lungo)
    const waiting = await orderToPayLater(shop.database, cora, shop.shelves.espresso)
    const paid = await buy(cora, shop.shelves.espresso)
    const ordersWith = async (payment?: 'OK' | 'NOT OK' | 'ordered') => {
      const query = { email: cora.email, ...(payment && { payment }) }
      const { answer } = await ada.call('GET /allProducts', { query })
      expect((await ada.call('GET /count/products', { query })).answer.rows).toBe(answer.length)
      return answer.map(({ orderId }) => orderId)
    }
    expect(await ordersWith('ordered')).toEqual([paid, waiting.id])
    expect(await ordersWith('NOT OK')).toEqual([waiting.id, undefined])
    expect(await ordersWith()).toEqual([paid, waiting.id, undefined])
  })
})
