import '#test/cheap-passwords.ts'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { OrderMove } from '#contract/orders/order-details.ts'
import type { OrderState } from '#contract/values/states.ts'
import { readSnapshot } from '#server/books/snapshot.ts'
import { verifyBooks } from '#server/books/verify-books.ts'
import { checkOutPlain, fill } from '#test/cart.ts'
import { putInStock } from '#test/catalogue.ts'
import { checkoutOf, mailsOf, orderOfId, pickup, storeCheckout } from '#test/orders/orders.ts'
import { givenShop, mailSettings } from '#test/shop.ts'
import type { TestPerson } from '#test/shop.ts'
import { stores } from '#test/stores.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10)

describe.each(stores)('an order that is paid later, on $name,', ({ fresh }) => {
  const shop = givenShop(fresh, { env: { ...mailSettings, PAYMENT_GATEWAY: 'later' } })
  let ada: TestPerson
  let cora: TestPerson
  let id: string
  let count = 0
  beforeAll(async () => void (ada = await shop.admin('Ada')))
  beforeEach(async () => {
    cora = await shop.person(`Cora ${(count += 1)}`)
    await putInStock(shop.database, { unit: 'bags', remaining: 2 }, [shop.shelves.espresso, null])
    id = await order()
  })

  async function order(person = cora): Promise<string> {
    await fill(person, shop.shelves.espresso, shop.shelves.espresso)
    const { answer } = await checkOutPlain(person)
    const own = shop.database.read.selectFrom('orders').select('id')
    return (await own.where('payment_id', '=', String(answer.paymentId)).executeTakeFirstOrThrow()).id
  }
  const move = (from: OrderState, to: OrderState, paid?: OrderMove['paid']) =>
    ada.send('PUT /order/{id}/state', { params: { id }, body: { from, to, ...(paid && { paid }) } })
  const show = async () => (await ada.call('GET /order/{id}', { params: { id } })).answer
  const books = () => readSnapshot(shop.store, verifyBooks)
  const ordered = (at: number) =>
    shop.database.write(({ tx }) =>
      tx.updateTable('orders').set({ created_at: at }).where('id', '=', id).execute(),
    )
  const becomesPickup = async () => {
    const { payment_id } = await orderOfId(shop.database, id)
    await storeCheckout(shop.database, id, checkoutOf({ ...pickup, total: 500, itemsTotal: 500, tax: [] }))
    await shop.database.write(({ tx }) =>
      tx.updateTable('payments').set({ has_checkout: 1 }).where('id', '=', payment_id).execute(),
    )
  }

  test('keeps the day on which its money arrived, in the books, the sales and the audit log', async () => {
    const today = await ada.call('GET /glance', {})
    const day = dayOf(Date.now() - 3 * DAY_MS)
    await ordered(Date.now() - 5 * DAY_MS)
    expect((await move('waiting', 'paid', { amount: '5', day })).status).toBe(200)
    expect(dayOf((await show()).paidAt ?? 0)).toBe(day)
    const { answer } = await ada.call('GET /glance', {})
    expect(answer.today.revenue).toBe(today.answer.today.revenue)
    const soldOn = ({ days }: typeof answer) => days.find((one) => one.day === day)?.sold
    expect(soldOn(answer)).toBe((soldOn(today.answer) ?? 0) + 2)
    const log = (await ada.call('GET /audit', { query: {} })).answer
    expect(log[0]).toMatchObject({ action: 'marked as paid', detail: `${cora.email}: $5.00, on ${day}` })
    expect(await books()).toEqual([])
  })

  test('is paid with its whole total only, and neither before the order nor in the future', async () => {
    const day = dayOf(Date.now())
    for (const amount of ['4.99', '5.01', '0', 'five'])
      expect((await move('waiting', 'paid', { amount, day })).problem.errors).toMatchObject([
        { field: 'amount', message: expect.stringContaining('must be $5.00') },
      ])
    for (const wrong of [dayOf(Date.now() + 2 * DAY_MS), dayOf(Date.now() - 2 * DAY_MS), '2026-02-30'])
      expect((await move('waiting', 'paid', { amount: '5,00', day: wrong })).problem.errors).toMatchObject([
        { field: 'day' },
      ])
    expect((await orderOfId(shop.database, id)).state).toBe('waiting')
    expect((await move('waiting', 'paid', { amount: '5,00', day })).status).toBe(200)
  })

  test('is paid and delivered in one step if it is picked up, and not if it is a parcel', async () => {
    expect((await move('waiting', 'delivered')).status).toBe(422)
    await becomesPickup()
    expect((await move('waiting', 'delivered', { amount: '5', day: dayOf(Date.now()) })).status).toBe(200)
    const { items, ...rest } = await show()
    expect(rest).toMatchObject({ state: 'delivered', payment: 'OK' })
    expect(items.map(({ delivery }) => delivery)).toEqual(['Delivered', 'Delivered'])
    expect((await orderOfId(shop.database, id)).delivered_at).toBeCloseTo(Date.now(), -5)
    expect(await books()).toEqual([])
  })

  test('is reopened after it was cancelled, with its number, its lines and its stock, and is paid then', async () => {
    const { number } = await orderOfId(shop.database, id)
    await move('waiting', 'cancelled')
    expect((await move('cancelled', 'waiting')).status).toBe(200)
    expect(await show()).toMatchObject({ number, state: 'waiting', items: [{}, {}] })
    expect((await cora.call('GET /myOrders', { query: {} })).answer.orders).toMatchObject([
      { number, state: 'waiting' },
    ])
    const mails = (await mailsOf(shop.database, 'order-reopened')).filter(
      ({ recipient }) => recipient === cora.email,
    )
    expect(mails).toHaveLength(1)
    expect(await books()).toEqual([])
    expect((await move('waiting', 'paid')).status).toBe(200)
    expect(await books()).toEqual([])
  })

  test('can be cancelled and reopened again and again, and its stock is put back each time', async () => {
    const stock = async () =>
      (await shop.database.read.selectFrom('stocks').select('remaining').orderBy('id', 'desc').execute())[0]
    for (let round = 0; round < 3; round += 1) {
      await move('waiting', 'cancelled')
      expect(await stock()).toEqual({ remaining: 2 })
      await move('cancelled', 'waiting')
      expect(await stock()).toEqual({ remaining: 0 })
    }
    expect(await books()).toEqual([])
  })

  test('is not reopened if others have bought its stock, which is said with the number', async () => {
    await move('waiting', 'cancelled')
    const other = await shop.person(`Other ${count}`)
    await fill(other, shop.shelves.espresso)
    await checkOutPlain(other)
    const { problem } = await move('cancelled', 'waiting')
    expect(problem).toMatchObject({
      code: 'sold-out',
      detail: expect.stringMatching(/^This order needs 2 bags of Harar, and only 1 is left\.$/),
    })
    expect((await orderOfId(shop.database, id)).state).toBe('cancelled')
    expect(await books()).toEqual([])
  })

  test('is not reopened if the customer has cancelled it', async () => {
    expect((await cora.call('DELETE /myOrder/{id}', { params: { id } })).status).toBe(200)
    const shown = (await ada.call('GET /order/{id}', { params: { id } })).answer
    expect(shown).toHaveProperty('isCancelledByCustomer', true)
    expect((await move('cancelled', 'waiting')).problem).toMatchObject({
      code: 'state-conflict',
      detail: expect.stringContaining('The customer has cancelled this order.'),
    })
    expect((await orderOfId(shop.database, id)).state).toBe('cancelled')
    expect(await books()).toEqual([])
  })

  test('does not wait for a customer whose account is deleted at the same moment', async () => {
    await move('waiting', 'cancelled')
    const [deleted, reopened] = await Promise.all([
      cora.send('POST /account/deletion', { body: { password: cora.password } }),
      move('cancelled', 'waiting'),
    ])
    expect([deleted.status, reopened.status]).toContain(409)
    const { state } = await orderOfId(shop.database, id)
    expect(state === 'waiting').toBe(deleted.status === 409)
  })

  test('is reopened by one of two admins who do that at the same time', async () => {
    await move('waiting', 'cancelled')
    const both = await Promise.all([move('cancelled', 'waiting'), move('cancelled', 'waiting')])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await books()).toEqual([])
  })

  test('stays cancelled if the customer has withdrawn from it', async () => {
    await move('waiting', 'cancelled')
    await shop.database.write(({ tx }) =>
      tx.updateTable('orders').set({ withdrawn_at: Date.now() }).where('id', '=', id).execute(),
    )
    expect((await move('cancelled', 'waiting')).problem).toMatchObject({
      code: 'state-conflict',
      detail: 'The customer has withdrawn from this order.',
    })
    expect((await orderOfId(shop.database, id)).state).toBe('cancelled')
  })
})
