import '#test/cheap-passwords.ts'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { OrderState } from '#contract/values/states.ts'
import {
  checkoutOf,
  mailsOf,
  orderOfId,
  orderToPayLater,
  payAtPickup,
  pickup,
  saveSelling,
  storeCheckout,
} from '#test/orders/orders.ts'
import { givenShop, mailSettings } from '#test/shop.ts'
import type { TestPerson } from '#test/shop.ts'
import { stores } from '#test/stores.ts'

describe.each(stores)('an order that is paid at pickup, on $name', ({ fresh }) => {
  const shop = givenShop(fresh, { env: mailSettings })
  let ada: TestPerson
  let id: string
  let count = 0
  beforeAll(async () => {
    ada = await shop.admin('Ada')
    await saveSelling(shop.database, { payLaterNote: 'Cash' })
  })
  beforeEach(async () => {
    const cora = await shop.person(`Cora ${(count += 1)}`)
    id = (await orderToPayLater(shop.database, cora, shop.shelves.espresso)).id
    await shop.database.write(async ({ tx }) => void (await tx.deleteFrom('outbox').execute()))
  })

  const tell = () => ada.call('PUT /order/{id}/notice', { params: { id } })
  const show = async () => (await ada.call('GET /order/{id}', { params: { id } })).answer
  const move = (from: OrderState, to: OrderState) =>
    ada.call('PUT /order/{id}/state', { params: { id }, body: { from, to } })
  const mails = async () =>
    (await mailsOf(shop.database, 'order-ready', 'order-cancelled')).map(({ template }) => template)

  test('is announced once, stays unpaid, and queues no second mail when it is paid and ready', async () => {
    await payAtPickup(shop.database, id)
    expect(await show()).toMatchObject({ canTellReady: true })
    const both = await Promise.all([tell(), tell()])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect((await tell()).problem).toMatchObject({
      code: 'state-conflict',
      detail: expect.stringMatching(
        /is now: Waiting for payment\. The customer was told that it is ready\.$/,
      ),
    })
    expect(await orderOfId(shop.database, id)).toMatchObject({
      state: 'waiting',
      notified_at: expect.closeTo(Date.now(), -5),
    })
    expect(await show()).not.toHaveProperty('canTellReady')
    expect((await show()).payment).toBeUndefined()
    const { answer: audit } = await ada.call('GET /audit', { query: {} })
    expect(audit[0]).toMatchObject({ action: 'told customer' })
    for (const [from, to] of [
      ['waiting', 'paid'],
      ['ready', 'packed'],
      ['packed', 'ready'],
      ['ready', 'delivered'],
    ] as const)
      expect((await move(from, to)).status).toBe(200)
    expect(await mails()).toEqual(['order-ready'])
  })

  test('sends its customer another mail when it is cancelled', async () => {
    await payAtPickup(shop.database, id)
    await tell()
    await move('waiting', 'cancelled')
    expect(await mails()).toEqual(['order-ready', 'order-cancelled'])
  })

  test('is the only order that is announced before it is paid', async () => {
    await storeCheckout(shop.database, id, checkoutOf(pickup))
    expect(await show()).not.toHaveProperty('canTellReady')
    expect((await tell()).problem.code).toBe('state-conflict')
    await move('waiting', 'paid')
    expect((await tell()).problem.code).toBe('state-conflict')
    expect((await ada.call('PUT /order/{id}/notice', { params: { id: 'none' } })).status).toBe(404)
    expect(await mails()).toEqual([])
  })
})

describe.each(stores)('a shop without a mail server on $name', ({ fresh }) => {
  const shop = givenShop(fresh)

  test('announces no pickup', async () => {
    const ada = await shop.admin('Ada')
    const { id } = await orderToPayLater(shop.database, await shop.person('Cora'), shop.shelves.espresso)
    await payAtPickup(shop.database, id)
    const { answer } = await ada.call('GET /order/{id}', { params: { id } })
    expect(answer).not.toHaveProperty('canTellReady')
    expect((await ada.call('PUT /order/{id}/notice', { params: { id } })).status).toBe(409)
  })
})
