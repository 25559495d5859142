import '#test/cheap-passwords.ts'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { OrderState } from '#contract/values/states.ts'
import { cartOf, checkOutPlain, fill } from '#test/cart.ts'
import { checkoutOf, mailsOf, orderOfId, pickup, storeCheckout } from '#test/orders/orders.ts'
import { givenShop, mailSettings } from '#test/shop.ts'
import type { TestPerson } from '#test/shop.ts'
import { stores } from '#test/stores.ts'

describe.each(stores)('the payment of an order that is paid later, on $name', ({ fresh }) => {
  const shop = givenShop(fresh, { env: { ...mailSettings, PAYMENT_GATEWAY: 'later' } })
  let ada: TestPerson
  let cora: TestPerson
  let id: string
  let count = 0
  beforeAll(async () => void (ada = await shop.admin('Ada')))
  beforeEach(async () => {
    cora = await shop.person(`Cora ${(count += 1)}`)
    await fill(cora, shop.shelves.espresso, shop.shelves.lungo)
    id = await orderAll()
    await shop.database.write(async ({ tx }) => void (await tx.deleteFrom('outbox').execute()))
  })

  /** Orders what is in the cart, and returns the id of the order. */
  async function orderAll(): Promise<string> {
    const { answer } = await checkOutPlain(cora)
    const order = shop.database.read.selectFrom('orders').select('id')
    return (await order.where('payment_id', '=', String(answer.paymentId)).executeTakeFirstOrThrow()).id
  }
  const move = (from: OrderState, to: OrderState) =>
    ada.call('PUT /order/{id}/state', { params: { id }, body: { from, to } })
  const show = async () => (await ada.call('GET /order/{id}', { params: { id } })).answer
  const mails = async () =>
    (await mailsOf(shop.database, 'payment-received', 'payment-taken-back')).map(({ template }) => template)
  const payment = async () => {
    const { payment_id } = await orderOfId(shop.database, id)
    const { read } = shop.database
    return read.selectFrom('payments').selectAll().where('id', '=', payment_id).executeTakeFirstOrThrow()
  }
  const lines = () =>
    shop.database.read
      .selectFrom('cart_items')
      .select(['payment', 'paid_at', 'delivery', 'removed_at'])
      .where('order_id', '=', id)
      .execute()
  const pending = { status: 'pending', reference: null, settled_at: null }
  const unpaid = { payment: null, paid_at: null, delivery: null, removed_at: null }

  test('is mailed to the customer when it has arrived, and is in the audit log with its amount', async () => {
    expect((await move('waiting', 'paid')).status).toBe(200)
    expect(await mailsOf(shop.database, 'payment-received')).toMatchObject([
      { recipient: cora.email, subject: expect.stringMatching(/^Your payment for order \d+ has arrived$/) },
    ])
    const { answer } = await ada.call('GET /audit', { query: {} })
    expect(answer[0]).toMatchObject({ action: 'marked as paid', detail: `${cora.email}: $12.55` })
  })

  test('is not mailed while the confirmation of the order waits, which says that it is paid', async () => {
    const { email } = cora
    await fill(cora, shop.shelves.espresso)
    id = await orderAll()
    expect((await move('waiting', 'paid')).status).toBe(200)
    const queued = await mailsOf(shop.database, 'order-confirmation', 'payment-received')
    expect(queued.filter(({ recipient }) => recipient === email)).toMatchObject([
      { template: 'order-confirmation' },
    ])
  })

  test('can be taken back while nothing was sent, and be marked again', async () => {
    await move('waiting', 'paid')
    await move('paid', 'packed')
    await move('packed', 'paid')
    expect(await show()).toMatchObject({ canTakeBackPayment: true })
    expect((await move('paid', 'waiting')).answer).toEqual({ acknowledged: true, modifiedCount: 1 })
    expect(await payment()).toMatchObject(pending)
    expect(await orderOfId(shop.database, id)).toMatchObject({ state: 'waiting' })
    expect(await lines()).toEqual([unpaid, unpaid])
    expect(await cartOf(cora)).toEqual([])
    expect(await show()).not.toHaveProperty('canTakeBackPayment')
    expect((await show()).payment).toBeUndefined()
    const { answer } = await ada.call('GET /audit', { query: {} })
    expect(answer[0]).toMatchObject({ action: 'took back payment', detail: `${cora.email}: $12.55` })
    expect(await mails()).toEqual(['payment-received', 'payment-taken-back'])
    expect((await move('waiting', 'paid')).status).toBe(200)
    expect(await payment()).toMatchObject({ status: 'succeeded' })
  })

  test('is taken back once if two admins do it at the same time', async () => {
    await move('waiting', 'paid')
    const both = await Promise.all([move('paid', 'waiting'), move('paid', 'waiting')])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await mails()).toEqual(['payment-received', 'payment-taken-back'])
  })

  test('cannot be taken back once something was refunded or sent', async () => {
    await move('waiting', 'paid')
    const [item] = (await show()).items
    const body = (from: 'Ordered' | 'Packed', to: 'Packed' | 'Sent') => ({ from, to })
    const params = { id: String(item?._id) }
    await ada.call('PUT /delivery/{id}', { params, body: body('Ordered', 'Packed') })
    await ada.call('PUT /delivery/{id}', { params, body: body('Packed', 'Sent') })
    expect(await show()).not.toHaveProperty('canTakeBackPayment')
    expect((await move('paid', 'waiting')).problem.code).toBe('state-conflict')
    await ada.call('PUT /delivery/{id}', { params, body: { from: 'Sent', to: 'Packed' } })
    await ada.call('PUT /delivery/{id}', { params, body: { from: 'Packed', to: 'Ordered' } })
    await ada.call('POST /order/{id}/refunds', { params: { id }, body: { amount: '1.00' } })
    expect(await show()).not.toHaveProperty('canTakeBackPayment')
    expect((await move('paid', 'waiting')).problem.detail).toBe('A part of the payment was refunded already.')
    expect(await payment()).toMatchObject({ status: 'succeeded' })
    expect((await lines()).map((line) => line.payment)).toEqual(['OK', 'OK'])
  })

  test('cannot be taken back if a gateway has it', async () => {
    await move('waiting', 'paid')
    const { payment_id } = await orderOfId(shop.database, id)
    await shop.database.write(({ tx }) =>
      tx.updateTable('payments').set({ gateway: 'instant' }).where('id', '=', payment_id).execute(),
    )
    expect(await show()).not.toHaveProperty('canTakeBackPayment')
    expect((await move('paid', 'waiting')).problem.detail).toBe(
      'This was paid with a gateway. Refund it instead.',
    )
    expect(await orderOfId(shop.database, id)).toMatchObject({ state: 'paid' })
  })

  test('leaves a pickup ready that was announced, so that nobody packs or roasts it again', async () => {
    await storeCheckout(shop.database, id, checkoutOf(pickup))
    await ada.call('PUT /order/{id}/notice', { params: { id } })
    expect((await move('waiting', 'paid')).status).toBe(200)
    expect(await orderOfId(shop.database, id)).toMatchObject({ state: 'ready' })
    expect((await lines()).map((line) => line.delivery)).toEqual(['Sent', 'Sent'])
    const { answer } = await ada.call('GET /pickList', {})
    expect(JSON.stringify([answer.lines, answer.roasts])).not.toContain(id)
    expect(answer.onTheWay).toMatchObject([{ _id: id, state: 'ready' }])
    expect((await move('ready', 'delivered')).status).toBe(200)
    expect(await mails()).toEqual(['payment-received'])
  })
})
