import '#test/cheap-passwords.ts'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { DeskRepair } from '#contract/values/desk.ts'
import { NO_EMAIL } from '#contract/values/limits.ts'
import { fill } from '#test/cart.ts'
import { FakeGateway } from '#test/gateway.ts'
import { mailsTo } from '#test/mails/queued-mails.ts'
import { buy, orderOfId, orderToPayLater } from '#test/orders/orders.ts'
import { enter, itemRow, orderRow, paymentRow, userRow } from '#test/rows.ts'
import { givenShop } from '#test/shop.ts'
import type { TestPerson } from '#test/shop.ts'
import { stores } from '#test/stores.ts'
import type { RefundRow } from '#server/tables/payment-rows.ts'

const DAY = 24 * 60 * 60 * 1000

describe.each(stores)('the payment desk on $name', ({ fresh }) => {
  const gateway = new FakeGateway()
  const shop = givenShop(fresh, { gateway })
  let ada: TestPerson
  let cora: TestPerson
  beforeAll(async () => {
    ada = await shop.admin('Ada')
    cora = await shop.person('Cora')
  })
  beforeEach(() =>
    shop.database.write(async ({ tx }) => {
      for (const table of ['payments', 'orders', 'cart_items', 'refunds'] as const)
        await tx.deleteFrom(table).execute()
    }),
  )

  const list = async () => (await ada.call('GET /paymentDesk', {})).answer
  const repair = (id: string, how: DeskRepair) =>
    ada.call('PUT /paymentDesk/{id}', { params: { id }, body: { repair: how } })
  const refunds = () => shop.database.read.selectFrom('refunds').selectAll().orderBy('id').execute()
  const addRefund = (given: Pick<RefundRow, 'payment_id' | 'status' | 'amount_cents'> & Partial<RefundRow>) =>
    shop.database.write(async ({ tx }) => {
      const row = { id: '0', reference: null, reason: null, created_by: null, created_at: 1, settled_at: 2 }
      await tx
        .insertInto('refunds')
        .values({ ...row, ...given })
        .execute()
    })
  const payment = (given: Parameters<typeof paymentRow>[0]) =>
    paymentRow({ user_id: cora.userId, gateway: 'fake', ...given })

  test('is empty while everything adds up', async () => {
    await buy(cora, shop.shelves.espresso)
    await orderToPayLater(shop.database, cora, shop.shelves.lungo)
    expect(await list()).toEqual([])
  })

  test('says who holds the most bags with open payments, and since when', async () => {
    const open = { status: 'pending', settled_at: null } as const
    const [now, earlier] = [Date.now(), Date.now() - 60_000]
    await enter(shop.database, {
      payments: [
        payment({ id: 'one', ...open, created_at: now }),
        payment({ id: 'two', ...open, created_at: earlier }),
        payment({ id: 'few', ...open, created_at: now, user_id: ada.userId }),
        payment({ id: 'paid' }),
        payment({ id: 'later', ...open, gateway: 'later' }),
        payment({ id: 'renewal', ...open, mandate_id: 'card', due_at: now }),
      ],
      items: ['few', 'one', 'two', 'two', 'paid', 'later', 'renewal'].map((payment_id) =>
        itemRow({ payment_id }),
      ),
    })
    expect((await ada.call('GET /heldBags', {})).answer).toEqual([
      { email: cora.email, bags: 3, payments: 2, since: earlier },
      { email: ada.email, bags: 1, payments: 1, since: now },
    ])
  })

  test('shows no email address of a customer who has given none', async () => {
    const given = { email: `1${NO_EMAIL}`, customer: 'Walk-in customer' }
    await enter(shop.database, {
      users: [userRow({ id: 'walk-in', email: given.email })],
      payments: [payment({ id: 'lost', user_id: 'walk-in' })],
      items: [itemRow({ ...given, user_id: 'walk-in', payment_id: 'lost' })],
    })
    const [entry] = await list()
    expect(entry).toMatchObject({ _id: 'lost', fault: 'paid-without-order' })
    expect(entry).not.toHaveProperty('email')
    await repair('lost', 'place')
    const { answer: audit } = await ada.call('GET /audit', { query: {} })
    expect(audit).toContainEqual(expect.objectContaining({ action: 'placed a lost order', detail: '' }))
    expect(JSON.stringify(audit)).not.toContain(NO_EMAIL)
  })

  test('places the order of a payment that has none, once', async () => {
    const row = payment({ id: 'lost' })
    const who = { user_id: cora.userId, email: cora.email, customer: cora.name }
    await enter(shop.database, { payments: [row], items: [itemRow({ ...who, payment_id: 'lost' })] })
    expect(await list()).toMatchObject([
      { _id: 'lost', fault: 'paid-without-order', repair: 'place', amount: '2.50', email: cora.email },
    ])
    const placed = vi.spyOn(shop.payments, 'onOrderPlaced')
    const both = await Promise.all([repair('lost', 'place'), repair('lost', 'place')])
    // A transaction that is rolled back may be run again, so the calls are not counted.
    const order = expect.objectContaining({ payment_id: 'lost' })
    expect(placed).toHaveBeenCalledWith(expect.anything(), order, expect.objectContaining({ id: 'lost' }))
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const orders = await shop.database.read.selectFrom('orders').select(['payment_id', 'state']).execute()
    expect(orders).toEqual([{ payment_id: 'lost', state: 'paid' }])
    expect(await list()).toEqual([])
    const { answer: audit } = await ada.call('GET /audit', { query: {} })
    expect(audit).toContainEqual(expect.objectContaining({ action: 'placed a lost order' }))
  })

  test('places the order of a gift, whose code is mailed then', async () => {
    const row = payment({ id: 'gift', subscription: 'gift' })
    const { userId: user_id, email, name: customer } = cora
    const line = itemRow({ user_id, email, customer, payment_id: row.id })
    await enter(shop.database, { payments: [row], items: [line] })
    const gift = { payment_id: row.id, user_id, request: 'r', deliveries: 3, created_at: 1 }
    const unpaid = { data: '{"recipient":"Rui"}', code_hash: null, subscription_id: null }
    await shop.database.write(({ tx }) =>
      tx
        .insertInto('gifts')
        .values({ ...gift, ...unpaid })
        .execute(),
    )
    await repair(row.id, 'place')
    const mails = await mailsTo(shop.database, email)
    expect(mails.map(({ template }) => template)).toContain('gift')
    const orders = shop.database.read.selectFrom('orders').select('state')
    expect(await orders.execute()).toEqual([{ state: 'delivered' }])
  })

  test('refunds a payment without an order whose products are gone', async () => {
    await enter(shop.database, { payments: [payment({ id: 'gone' })] })
    expect(await list()).toMatchObject([{ fault: 'paid-without-order', repair: 'refund' }])
    await repair('gone', 'refund')
    expect(await refunds()).toMatchObject([{ payment_id: 'gone', amount_cents: 250, status: 'pending' }])
    expect(await list()).toEqual([])
  })

  test('refunds money that arrived after the payment had failed, once', async () => {
    await enter(shop.database, { payments: [payment({ id: 'late', status: 'failed', reference: 'ch_1' })] })
    expect(await list()).toMatchObject([{ fault: 'paid-late', repair: 'refund', amount: '2.50' }])
    const both = await Promise.all([repair('late', 'refund'), repair('late', 'refund')])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await refunds()).toMatchObject([{ payment_id: 'late', amount_cents: 250, created_by: ada.userId }])
  })

  test('refunds only what is left of late money', async () => {
    await enter(shop.database, { payments: [payment({ id: 'late', status: 'failed', reference: 'ch_1' })] })
    await addRefund({ payment_id: 'late', status: 'succeeded', amount_cents: 100 })
    expect(await list()).toMatchObject([{ fault: 'paid-late', repair: 'refund', amount: '1.50' }])
    await repair('late', 'refund')
    expect((await refunds()).map(({ amount_cents }) => amount_cents)).toEqual([100, 150])
    expect(await list()).toEqual([])
  })

  test.each(['instant', 'later'])('leaves no refund pending if the gateway is %s', async (name) => {
    await enter(shop.database, { payments: [payment({ id: 'gone', gateway: name })] })
    await repair('gone', 'refund')
    expect(await refunds()).toMatchObject([{ status: 'succeeded', amount_cents: 250 }])
  })

  test('repeats a refund that failed after a newer one had succeeded, up to what is left', async () => {
    const id = await buy(cora, shop.shelves.espresso)
    const { payment_id } = await orderOfId(shop.database, id)
    await addRefund({ payment_id, status: 'failed', amount_cents: 200, settled_at: 9 })
    await addRefund({ id: '00', payment_id, status: 'succeeded', amount_cents: 100, created_at: 5 })
    expect(await list()).toMatchObject([{ fault: 'refund-failed', repair: 'refund', amount: '1.50' }])
    await repair(payment_id, 'refund')
    expect((await refunds()).map(({ amount_cents }) => amount_cents)).toEqual([200, 100, 150])
    expect(await list()).toEqual([])
  })

  test('repeats a refund that failed, with the same amount', async () => {
    const id = await buy(cora, shop.shelves.espresso)
    const { payment_id } = await orderOfId(shop.database, id)
    await addRefund({ payment_id, status: 'failed', amount_cents: 100 })
    expect(await list()).toMatchObject([
      { fault: 'refund-failed', repair: 'refund', amount: '1.00', order: { _id: id } },
    ])
    await repair(payment_id, 'refund')
    expect((await refunds()).map(({ status, amount_cents }) => [status, amount_cents])).toEqual([
      ['failed', 100],
      ['pending', 100],
    ])
    expect(await list()).toEqual([])
  })

  test('repeats all refunds that came back, but not one that was repeated before they were made', async () => {
    const id = await buy(cora, shop.shelves.espresso)
    const { payment_id } = await orderOfId(shop.database, id)
    const failed = { payment_id, status: 'failed' } as const
    await addRefund({ ...failed, amount_cents: 50 })
    await addRefund({ ...failed, id: '00', amount_cents: 80, created_at: 3, settled_at: 7, reason: 'lost' })
    await addRefund({
      ...failed,
      id: '000',
      amount_cents: 100,
      created_at: 4,
      settled_at: 9,
      reason: 'Stolen',
    })
    expect(await list()).toMatchObject([{ fault: 'refund-failed', amount: '1.80', reason: 'Stolen' }])
    await repair(payment_id, 'refund')
    expect((await refunds()).at(-1)).toMatchObject({ status: 'pending', amount_cents: 180 })
    expect(await list()).toEqual([])
  })

  test('asks the gateway again about a payment that has been pending for a day', async () => {
    gateway.mode = 'down'
    const [line = ''] = await fill(cora, shop.shelves.espresso)
    await cora.call('PUT /singlePayment/{id}', { params: { id: line }, body: {} })
    expect(await list()).toEqual([])
    await shop.database.write(async ({ tx }) => {
      await tx
        .updateTable('payments')
        .set({ created_at: Date.now() - DAY - 1 })
        .execute()
    })
    const [entry] = await list()
    expect(entry).toMatchObject({ fault: 'attempt-too-old', repair: 'ask', gateway: 'fake' })
    gateway.mode = 'pay'
    expect((await repair(String(entry?._id), 'ask')).status).toBe(200)
    expect(await list()).toEqual([])
    expect((await repair(String(entry?._id), 'ask')).problem.code).toBe('state-conflict')
  })

  test('offers no repair for an order whose payment has failed', async () => {
    await enter(shop.database, {
      payments: [payment({ id: 'failed', status: 'failed' })],
      orders: [orderRow({ payment_id: 'failed', number: 7 })],
    })
    const [entry] = await list()
    expect(entry).toMatchObject({ fault: 'order-without-payment', order: { number: 7 } })
    expect(entry).not.toHaveProperty('repair')
    expect((await repair('failed', 'refund')).status).toBe(409)
  })
})
