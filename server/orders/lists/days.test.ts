import '#test/cheap-passwords.ts'
import { afterEach, describe, expect, test } from 'vitest'
import { setShopDates, shopDates } from '#contract/values/dates/shop-dates.ts'
import { idAt } from '#server/platform/clock.ts'
import { enter, itemRow } from '#test/rows.ts'
import { givenShop } from '#test/shop.ts'
import { stores } from '#test/stores.ts'

describe.each(stores)('the filter for days on $name', ({ fresh }) => {
  const shop = givenShop(fresh)
  afterEach(() => setShopDates({ ...shopDates(), timeZone: 'UTC' }))

  test('has the days of the shop, in the list, its count and its export', async () => {
    const ada = await shop.admin('Ada')
    const at = [Date.UTC(2026, 10, 20, 14, 59), Date.UTC(2026, 10, 20, 15), Date.UTC(2026, 10, 21, 14, 59)]
    const items = at.map((created_at) => itemRow({ id: idAt(created_at), created_at }))
    await enter(shop.database, { items })
    const idsOn = async (timeZone: string) => {
      setShopDates({ ...shopDates(), timeZone })
      const query = { from: '2026-11-21', to: '2026-11-21', sort: 'newest', direction: 'asc' } as const
      const { answer } = await ada.call('GET /allProducts', { query })
      const counted = await ada.call('GET /count/products', { query: { from: query.from, to: query.to } })
      expect(counted.answer.rows).toBe(answer.length)
      const url = `/api/export/products.csv?from=${query.from}&to=${query.to}`
      const { body } = await shop.app.inject({ url, headers: { cookie: ada.cookie } })
      expect(body.trim().split('\r\n')).toHaveLength(1 + answer.length)
      return answer.map(({ _id }) => _id)
    }
    const [first, second, third] = items.map(({ id }) => id)
    expect(await idsOn('UTC')).toEqual([third])
    expect(await idsOn('Asia/Tokyo')).toEqual([second, third])
    expect(await idsOn('Pacific/Kiritimati')).toEqual([first, second])
  })
})
