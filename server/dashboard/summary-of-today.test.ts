import '#test/cheap-passwords.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { idAt } from '#server/platform/clock.ts'
import { enter, paymentRow } from '#test/rows.ts'
import { fill } from '#test/cart.ts'
import { givenShop } from '#test/shop.ts'
import type { TestPerson } from '#test/shop.ts'
import { stores } from '#test/stores.ts'

const DAY = 24 * 60 * 60 * 1000

// These tests need the real time. They are not in `dashboard-summary.test.ts`, because that file sets the clock forward: ids
// contain the time and only increase, so all later ids of its process are in the future.
describe.each(stores)('the figures of today on $name', ({ fresh }) => {
  const shop = givenShop(fresh)
  let ada: TestPerson
  beforeAll(async () => void (ada = await shop.admin('Ada')))

  test('leave out lines that are not paid', async () => {
    const cora = await shop.person('Cora')
    const [first] = await fill(cora, shop.shelves.espresso, shop.shelves.lungo)
    expect((await ada.call('GET /glance', {})).answer.today).toEqual({
      orders: 0,
      revenue: '0.00',
      refunded: '0.00',
      accepted: null,
    })
    await cora.call('PUT /singlePayment/{id}', { params: { id: String(first) }, body: {} })
    expect((await ada.call('GET /glance', {})).answer.today).toEqual({
      orders: 1,
      revenue: '2.50',
      refunded: '0.00',
      accepted: 1,
    })
  })

  test('have the share of today’s finished payments that succeeded', async () => {
    await shop.database.write(({ tx }) => tx.deleteFrom('payments').execute())
    const yesterday = Date.now() - DAY
    const statuses = ['succeeded', 'succeeded', 'succeeded', 'failed', 'pending'] as const
    await enter(shop.database, {
      payments: [
        ...statuses.map((status) => paymentRow({ status })),
        paymentRow({ id: idAt(yesterday), status: 'failed' }),
      ],
    })
    expect((await ada.call('GET /glance', {})).answer.today.accepted).toBe(0.75)
  })
})
