import '#test/cheap-passwords.ts'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  buy,
  checkoutOf,
  mailsOf,
  orderOfId,
  orderToPayLater,
  pickup,
  saveSelling,
  storeCheckout,
} from '#test/orders/orders.ts'
import { givenShop, mailSettings } from '#test/shop.ts'
import type { TestPerson } from '#test/shop.ts'
import { stores } from '#test/stores.ts'
import type { OrderRow } from '#server/tables.ts'
import { setShopDates } from '#contract/values/dates/shop-dates.ts'
import { readReceipt } from '../order-mails.ts'
import { canWithdraw } from './cancel-own-order.ts'

const DAY = 24 * 60 * 60 * 1000

describe.each(stores)('the orders of a customer on $name', ({ fresh }) => {
  const shop = givenShop(fresh, { env: mailSettings })
  let ada: TestPerson
  let cora: TestPerson
  let other: TestPerson
  let count = 0
  beforeAll(async () => {
    ada = await shop.admin('Ada')
    other = await shop.person('Otto')
  })
  beforeEach(async () => {
    cora = await shop.person(`Cora ${(count += 1)}`)
    await saveSelling(shop.database, { hasWithdrawal: true })
  })

  const list = async (before?: string) =>
    (await cora.call('GET /myOrders', { query: before === undefined ? {} : { before } })).answer
  const withdraw = (id: string, person = cora) =>
    person.call('PUT /myOrder/{id}/withdrawal', { params: { id } })

  test('are listed newest first, with what was bought', async () => {
    expect(await list()).toEqual({ orders: [], isLast: true })
    const { espresso, lungo } = shop.shelves
    const first = await buy(cora, espresso, lungo, espresso)
    await storeCheckout(shop.database, first, checkoutOf())
    const second = await buy(cora, lungo)
    await buy(other, lungo)
    const { orders, isLast } = await list()
    expect(isLast).toBe(true)
    expect(orders).toMatchObject([
      { _id: second, state: 'paid', total: '10.05', products: [{ name: 'Lungo', count: 1 }] },
      {
        _id: first,
        total: '15.05',
        products: [
          { name: 'Espresso', count: 2 },
          { name: 'Lungo', count: 1 },
        ],
        promise: checkoutOf().promise,
      },
    ])
    expect(orders).not.toContainEqual(expect.objectContaining({ payLaterNote: expect.anything() }))
  })

  test('count bags of different weights apart, and equal bags of different grinds together', async () => {
    const { espresso } = shop.shelves
    const id = await buy(cora, espresso, espresso, espresso)
    const ids = await shop.database.read
      .selectFrom('cart_items')
      .select('id')
      .where('order_id', '=', id)
      .execute()
    const bags = [
      { weight_grams: 250, grind: 'Filter' },
      { weight_grams: 250, grind: 'Espresso' },
      { weight_grams: 1000, grind: 'Filter' },
    ]
    for (const [at, bag] of bags.entries())
      await shop.database.write(({ tx }) =>
        tx
          .updateTable('cart_items')
          .set(bag)
          .where('id', '=', ids[at]?.id ?? '')
          .execute(),
      )
    const { orders } = await list()
    expect(orders[0]?.products.toSorted((a, b) => b.count - a.count)).toEqual([
      { name: 'Espresso', weight: 250, count: 2 },
      { name: 'Espresso', weight: 1000, count: 1 },
    ])
  })

  test('say whether they are sent or picked up', async () => {
    const { espresso } = shop.shelves
    await buy(cora, espresso)
    await storeCheckout(shop.database, await buy(cora, espresso), checkoutOf())
    await storeCheckout(shop.database, await buy(cora, espresso), checkoutOf(pickup))
    const { orders } = await list()
    expect(orders.map(({ kind }) => kind)).toEqual(['pickup', 'parcel', 'parcel'])
  })

  test('are listed page by page, without a gap', async () => {
    for (let bought = 0; bought < 22; bought += 1) await buy(cora, shop.shelves.espresso)
    const first = await list()
    expect([first.orders.length, first.isLast]).toEqual([20, false])
    const rest = await list(first.orders.at(-1)?._id)
    expect([rest.orders.length, rest.isLast]).toEqual([2, true])
    const numbers = [...first.orders, ...rest.orders].map(({ number }) => number)
    expect(new Set(numbers).size).toBe(22)
    expect(numbers).toEqual(numbers.toSorted((a, b) => b - a))
  })

  test('stay listed when their lines are removed from the cart', async () => {
    const id = await buy(cora, shop.shelves.espresso)
    const { items } = (await cora.call('GET /myOrder/{id}', { params: { id } })).answer
    await cora.call('DELETE /orderDelete/{id}', { params: { id: String(items[0]?._id) } })
    expect((await list()).orders).toHaveLength(1)
  })

  test('have receipts without the names of the admins, and are not found by other customers', async () => {
    const id = await buy(cora, shop.shelves.espresso)
    await ada.call('POST /order/{id}/refunds', { params: { id }, body: { amount: '0.50' } })
    const { answer } = await cora.call('GET /myOrder/{id}', { params: { id } })
    expect(answer).toMatchObject({ _id: id, payment: 'OK', refunds: [{ amount: '0.50' }] })
    expect(JSON.stringify(answer)).not.toContain('Ada')
    expect((await other.call('GET /myOrder/{id}', { params: { id } })).status).toBe(404)
    expect((await withdraw(id, other)).status).toBe(404)
    expect((await orderOfId(shop.database, id)).withdrawn_at).toBeNull()
  })

  test('say how to pay while they wait for their payment', async () => {
    await saveSelling(shop.database, { payLaterNote: 'IBAN PT50 0000' })
    const { id } = await orderToPayLater(shop.database, cora, shop.shelves.espresso)
    const { answer } = await cora.call('GET /myOrder/{id}', { params: { id } })
    expect(answer).toMatchObject({ state: 'waiting', payLaterNote: 'IBAN PT50 0000' })
    expect((await list()).orders).toMatchObject([{ _id: id, payLaterNote: 'IBAN PT50 0000' }])
    expect(answer).not.toHaveProperty('payment')
  })

  test('say to a parcel’s customer nothing about the counter, and to one who picks up nothing about a transfer', async () => {
    await saveSelling(shop.database, { payLaterNote: 'IBAN PT50 0000', payAtPickupNote: 'Cash' })
    const parcel = await orderToPayLater(shop.database, cora, shop.shelves.espresso)
    const bar = await orderToPayLater(shop.database, cora, shop.shelves.espresso)
    await storeCheckout(shop.database, parcel.id, checkoutOf())
    await storeCheckout(shop.database, bar.id, checkoutOf(pickup))
    await shop.database.write(({ tx }) =>
      tx.updateTable('payments').set({ gateway: 'pickup' }).where('id', '=', bar.payment_id).execute(),
    )
    const { orders } = await list()
    expect(orders.map(({ payLaterNote }) => payLaterNote)).toEqual(['Cash', 'IBAN PT50 0000'])
    const { answer } = await cora.call('GET /myOrder/{id}', { params: { id: bar.id } })
    expect(answer.payLaterNote).toBe('Cash')
    const notes = [parcel, bar].map(
      async ({ id }) => (await readReceipt(shop.database.read, id))?.payLaterNote,
    )
    expect(await Promise.all(notes)).toEqual(['IBAN PT50 0000', 'Cash'])
  })

  test('can be listed without those that wait for no payment', async () => {
    const { espresso } = shop.shelves
    const first = await orderToPayLater(shop.database, cora, espresso)
    await buy(cora, espresso)
    const last = await orderToPayLater(shop.database, cora, espresso)
    const waiting = async (before?: string, person = cora) => {
      const query = { state: 'waiting', ...(before && { before }) } as const
      return (await person.call('GET /myOrders', { query })).answer.orders.map(({ _id }) => _id)
    }
    expect(await waiting()).toEqual([last.id, first.id])
    expect(await waiting(last.id)).toEqual([first.id])
    expect(await waiting(undefined, other)).toEqual([])
  })

  test('are withdrawn from once, with a mail to the customer and one to the shop', async () => {
    const id = await buy(cora, shop.shelves.espresso)
    expect((await list()).orders[0]).toMatchObject({ canWithdraw: true })
    const all = await Promise.all([withdraw(id), withdraw(id), withdraw(id)])
    expect(all.map(({ answer }) => answer.modifiedCount).toSorted()).toEqual([0, 0, 1])
    const mails = await mailsOf(shop.database, 'withdrawal-received', 'withdrawal-notice')
    expect(mails.filter(({ recipient, reply_to }) => cora.email === (recipient ?? reply_to))).toMatchObject([
      { template: 'withdrawal-received', recipient: cora.email, reply_to: '' },
      { template: 'withdrawal-notice', recipient: null, reply_to: cora.email },
    ])
    expect((await list()).orders[0]).not.toHaveProperty('canWithdraw')
    const { answer } = await ada.call('GET /order/{id}', { params: { id } })
    expect(answer.withdrawnAt).toBeCloseTo(Date.now(), -5)
  })

  test('are cancelled by a withdrawal while they wait for their payment', async () => {
    const { id, number, payment_id } = await orderToPayLater(shop.database, cora, shop.shelves.espresso)
    expect((await withdraw(id)).answer).toEqual({ acknowledged: true, modifiedCount: 1 })
    expect((await withdraw(id)).answer.modifiedCount).toBe(0)
    const withdrawn = await orderOfId(shop.database, id)
    expect(withdrawn).toMatchObject({ state: 'cancelled', withdrawn_at: expect.any(Number) })
    const { read } = shop.database
    const payment = read.selectFrom('payments').select('status').where('id', '=', payment_id)
    expect(await payment.executeTakeFirst()).toEqual({ status: 'failed' })
    const mails = await read.selectFrom('outbox').select(['template', 'subject']).execute()
    const own = mails.filter(({ subject }) => new RegExp(`\\border ${number}\\b`, 'i').test(subject))
    expect(own.map(({ template }) => template).toSorted()).toEqual(['cancellation-notice', 'order-cancelled'])
  })

  test('can be cancelled until they are paid, once, with a mail to the customer and one to the shop', async () => {
    const { id, number } = await orderToPayLater(shop.database, cora, shop.shelves.espresso)
    const cancel = (person: TestPerson) => person.call('DELETE /myOrder/{id}', { params: { id } })
    expect((await cancel(other)).status).toBe(404)
    const all = await Promise.all([cancel(cora), cancel(cora)])
    expect(all.map(({ status }) => status)).toEqual([200, 200])
    expect((await list()).orders).toMatchObject([{ _id: id, state: 'cancelled' }])
    const mails = await mailsOf(shop.database, 'order-cancelled', 'cancellation-notice')
    expect(mails.filter(({ subject }) => subject.startsWith(`Order ${number} `))).toMatchObject([
      { template: 'order-cancelled', recipient: cora.email },
      { template: 'cancellation-notice', recipient: null, reply_to: cora.email },
    ])
  })

  test.each(['the customer', 'an admin'])(
    'are cancelled by %s in the transaction that queues the mails',
    async (who) => {
      const { id, number } = await orderToPayLater(shop.database, cora, shop.shelves.espresso)
      const write = vi.spyOn(shop.database, 'write')
      const params = { id }
      if (who === 'an admin')
        await ada.call('PUT /order/{id}/state', { params, body: { from: 'waiting', to: 'cancelled' } })
      else await cora.call('DELETE /myOrder/{id}', { params })
      expect(write).toHaveBeenCalledTimes(1)
      vi.restoreAllMocks()
      const mails = await mailsOf(shop.database, 'order-cancelled', 'cancellation-notice')
      const own = mails.filter(({ subject }) => subject.startsWith(`Order ${number} `))
      expect(own).toHaveLength(who === 'an admin' ? 1 : 2)
    },
  )

  test('cannot be cancelled after they are paid', async () => {
    const id = await buy(cora, shop.shelves.espresso)
    const refused = await cora.call('DELETE /myOrder/{id}', { params: { id } })
    expect(refused.problem.code).toBe('state-conflict')
    expect(await orderOfId(shop.database, id)).toMatchObject({ state: 'paid' })
  })

  test('cannot be withdrawn from in a shop that does not sell to consumers in the EU', async () => {
    await saveSelling(shop.database, { hasWithdrawal: false })
    const id = await buy(cora, shop.shelves.espresso)
    expect((await list()).orders[0]).not.toHaveProperty('canWithdraw')
    expect((await withdraw(id)).problem.code).toBe('cannot-withdraw')
    expect(await orderOfId(shop.database, id)).toMatchObject({ withdrawn_at: null })
  })
})

describe('the right to withdraw', () => {
  const fresh = { withdrawn_at: null, delivered_at: null }
  const EU = { hasWithdrawal: true }
  // The clock changes between the two.
  const delivered_at = Date.parse('2026-10-20T18:00+02:00')
  const end = Date.parse('2026-11-04T00:00+01:00')
  const rows: [string, Pick<OrderRow, 'state' | 'withdrawn_at' | 'delivered_at'>, number, boolean][] = [
    ['before payment', { ...fresh, state: 'waiting' }, 0, true],
    ['before delivery', { ...fresh, state: 'sent' }, 100 * DAY, true],
    ['until the end of the last day', { ...fresh, state: 'delivered', delivered_at }, end - 1, true],
    ['after the last day', { ...fresh, state: 'delivered', delivered_at }, end, false],
    ['after an unknown delivery', { ...fresh, state: 'delivered' }, 0, false],
    ['after a refund', { ...fresh, state: 'refunded' }, 0, false],
    ['after a cancellation', { ...fresh, state: 'cancelled' }, 0, false],
    ['a second time', { ...fresh, state: 'paid', withdrawn_at: 1 }, 2, false],
  ]
  test.each(rows)('%s', (...[, order, at, expected]) => {
    setShopDates({ dateStyle: 'iso', timeZone: 'Europe/Berlin' })
    expect(canWithdraw(order, EU, at)).toBe(expected)
    expect(canWithdraw(order, { hasWithdrawal: false }, at)).toBe(false)
  })
})
