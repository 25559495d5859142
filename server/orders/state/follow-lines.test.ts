import '#test/cheap-passwords.ts'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { DeliveryState } from '#contract/values/states.ts'
import { cartOf } from '#test/cart.ts'
import { buy, checkoutOf, mailsOf, orderOfId, pickup, storeCheckout } from '#test/orders/orders.ts'
import { givenShop, mailSettings } from '#test/shop.ts'
import type { TestPerson } from '#test/shop.ts'
import { stores } from '#test/stores.ts'

describe.each(stores)('an order whose lines are moved one by one, on $name', ({ fresh }) => {
  const shop = givenShop(fresh, { env: mailSettings })
  let ada: TestPerson
  let cora: TestPerson
  let id: string
  let lines: string[]
  let count = 0
  beforeAll(async () => void (ada = await shop.admin('Ada')))
  beforeEach(async () => {
    cora = await shop.person(`Cora ${(count += 1)}`)
    id = await buy(cora, shop.shelves.espresso, shop.shelves.lungo)
    lines = (await cartOf(cora)).map(({ _id }) => _id)
  })

  const move = (line: string | undefined, from: DeliveryState, to: DeliveryState) =>
    ada.call('PUT /delivery/{id}', { params: { id: String(line) }, body: { from, to } })
  const moveAll = (from: DeliveryState, to: DeliveryState) =>
    ada.call('PUT /deliveries', { body: { moves: lines.map((line) => ({ id: line, from, to })) } })
  const state = async () => (await orderOfId(shop.database, id)).state

  test('is as far as the line that is furthest behind', async () => {
    await move(lines[0], 'Ordered', 'Packed')
    expect(await state()).toBe('paid')
    await move(lines[1], 'Ordered', 'Packed')
    expect(await state()).toBe('packed')
    await move(lines[1], 'Packed', 'Sent')
    expect(await state()).toBe('packed')
    await move(lines[0], 'Packed', 'Ordered')
    expect(await state()).toBe('paid')
  })

  test('moves on with many lines at once, to the end', async () => {
    await moveAll('Ordered', 'Packed')
    await moveAll('Packed', 'Sent')
    expect(await state()).toBe('sent')
    await moveAll('Sent', 'Delivered')
    expect(await orderOfId(shop.database, id)).toMatchObject({
      state: 'delivered',
      delivered_at: expect.closeTo(Date.now(), -5),
    })
    const mails = await mailsOf(shop.database, 'order-sent')
    expect(mails.filter(({ recipient }) => recipient === cora.email)).toHaveLength(1)
  })

  test('moves on if two admins each move one of its lines at the same time', async () => {
    for (let round = 0; round < 15; round += 1) {
      await Promise.all(lines.map((line) => move(line, 'Ordered', 'Packed')))
      expect(await state()).toBe('packed')
      await moveAll('Packed', 'Ordered')
      expect(await state()).toBe('paid')
    }
  })

  test('becomes ready if it is picked up', async () => {
    await storeCheckout(shop.database, id, checkoutOf(pickup))
    await moveAll('Ordered', 'Packed')
    await moveAll('Packed', 'Sent')
    expect(await state()).toBe('ready')
  })

  test('stays refunded', async () => {
    await ada.call('POST /order/{id}/refunds', { params: { id }, body: { amount: '12.55' } })
    expect(await state()).toBe('refunded')
    await moveAll('Ordered', 'Packed')
    expect(await state()).toBe('refunded')
  })
})
