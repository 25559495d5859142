import '#test/cheap-passwords.ts'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { DatabaseUnusable } from '#server/platform/database/database-errors.ts'
import { cartOf, fill, fullPayment } from '#test/cart.ts'
import { chargingGateway, FakeGateway } from '#test/gateway.ts'
import { givenShop } from '#test/shop.ts'
import type { TestPerson } from '#test/shop.ts'
import { stores } from '#test/stores.ts'
import { reconcile } from './reconcile.ts'

/**
 * How long requests wait for the outcome of a payment, in milliseconds. No test takes that long, so the wait never
 * times out.
 */
const PATIENCE_MS = 20_000

describe.each(stores)('paying on $name', ({ fresh }) => {
  let gateway = new FakeGateway()
  const shop = givenShop(fresh, {
    gateway: chargingGateway('fake', (charge) => gateway.charge(charge)),
  })
  let count = 0
  let cora: TestPerson
  beforeEach(async () => {
    shop.payments.replyTimeoutMs = PATIENCE_MS
    gateway = new FakeGateway()
    cora = await shop.person(`Cora ${(count += 1)}`)
  })

  const payOne = (id: string, person = cora) =>
    person.call('PUT /singlePayment/{id}', { params: { id }, body: {} })
  const payAll = async () => cora.call('POST /fullOrder', { body: fullPayment(cora, await cartOf(cora)) })
  const paid = async () => (await cartOf(cora)).map(({ payment }) => payment)
  const payments = () =>
    shop.database.read
      .selectFrom('payments')
      .selectAll()
      .where('user_id', '=', cora.userId)
      .orderBy('id')
      .execute()
  const orders = () =>
    shop.database.read.selectFrom('orders').selectAll().where('user_id', '=', cora.userId).execute()

  test('for one line charges its price and marks it', async () => {
    const [id = ''] = await fill(cora, shop.shelves.lungo, shop.shelves.espresso)
    const { answer } = await payOne(id)
    expect(answer).toEqual({ acknowledged: true, modifiedCount: 1 })
    expect(await paid()).toEqual(['OK', undefined])
    expect(gateway.total).toBe(1005)
    const [payment] = await payments()
    expect(payment).toMatchObject({
      kind: 'single',
      amount_cents: 1005,
      gateway: 'fake',
      status: 'succeeded',
      reference: `fake-${payment?.id}`,
      reason: null,
    })
  })

  test('for one line makes a single order of it', async () => {
    const [id = ''] = await fill(cora, shop.shelves.lungo, shop.shelves.espresso)
    await payOne(id)
    const [payment] = await payments()
    const placed = await orders()
    const order = {
      kind: 'single',
      email: cora.email,
      customer: cora.name,
      total_cents: 1005,
      payment_id: payment?.id,
      created_at: payment?.settled_at,
    }
    expect(placed).toEqual([expect.objectContaining(order)])
    const lines = await shop.database.read
      .selectFrom('cart_items')
      .select(['id', 'order_id'])
      .where('user_id', '=', cora.userId)
      .where('payment', '=', 'OK')
      .execute()
    expect(lines).toEqual([{ id, order_id: placed[0]?.id }])
  })

  test('for all lines charges their sum once and makes one full order of them', async () => {
    const ids = await fill(cora, shop.shelves.lungo, shop.shelves.espresso, shop.shelves.espresso)
    const { answer } = await payAll()
    expect(answer).toEqual({ acknowledged: true, insertedId: expect.any(String) })
    expect(await paid()).toEqual(['OK', 'OK', 'OK'])
    expect([...gateway.charges.values()]).toEqual([1505])
    const [payment] = await payments()
    const order = {
      id: answer.insertedId,
      email: cora.email,
      kind: 'full',
      customer: cora.name,
      total_cents: 1505,
      payment_id: payment?.id,
    }
    expect(await orders()).toEqual([expect.objectContaining(order)])
    const items = await shop.database.read
      .selectFrom('cart_items')
      .select('id')
      .where('order_id', '=', String(answer.insertedId))
      .orderBy('id')
      .execute()
    expect(items.map(({ id }) => id)).toEqual(ids)
  })

  test('for all lines skips those that are paid already', async () => {
    const [first = ''] = await fill(cora, shop.shelves.lungo, shop.shelves.espresso)
    await payOne(first)
    const shown = await cartOf(cora)
    const { status } = await cora.call('POST /fullOrder', {
      body: { ...fullPayment(cora, shown), total: '2.50' },
    })
    expect(status).toBe(200)
    expect([...gateway.charges.values()]).toEqual([1005, 250])
    expect(await paid()).toEqual(['OK', 'OK'])
  })

  test('accepts a total as a number too, as the browser computes it', async () => {
    await fill(cora, shop.shelves.lungo, shop.shelves.espresso)
    const body = fullPayment(cora, await cartOf(cora))
    expect((await cora.call('POST /fullOrder', { body: { ...body, total: 10.05 + 2.5 } })).status).toBe(200)
    expect(gateway.total).toBe(1255)
  })

  test('again returns the first outcome with `alreadyPaid`, and charges nothing', async () => {
    const [id = ''] = await fill(cora, shop.shelves.espresso)
    const first = await payOne(id)
    const again = await payOne(id)
    expect(first.answer).not.toHaveProperty('alreadyPaid')
    expect(again.answer).toEqual({ ...first.answer, alreadyPaid: true })
    expect(gateway.asked).toHaveLength(1)
    expect(await payments()).toHaveLength(1)
  })

  test('for all lines again returns the first order with `alreadyPaid`, and charges nothing', async () => {
    await fill(cora, shop.shelves.espresso, shop.shelves.lungo)
    const body = fullPayment(cora, await cartOf(cora))
    const first = await cora.call('POST /fullOrder', { body })
    const again = await cora.call('POST /fullOrder', { body })
    expect(first.answer).not.toHaveProperty('alreadyPaid')
    expect(again.answer).toEqual({ ...first.answer, alreadyPaid: true })
    expect([gateway.asked.length, (await orders()).length]).toEqual([1, 1])
  })

  test('for all lines returns `alreadyPaid` without an order if each was paid by itself', async () => {
    const ids = await fill(cora, shop.shelves.espresso, shop.shelves.lungo)
    const body = fullPayment(cora, await cartOf(cora))
    for (const id of ids) await payOne(id)
    const { status, answer } = await cora.call('POST /fullOrder', { body })
    expect([status, answer]).toEqual([200, { acknowledged: true, alreadyPaid: true }])
    expect([gateway.total, (await orders()).map(({ kind }) => kind)]).toEqual([1255, ['single', 'single']])
  })

  test('that is declined releases the lines, returns the reason, and can be tried again', async () => {
    const [id = ''] = await fill(cora, shop.shelves.espresso)
    gateway.mode = 'decline'
    for (const declined of [await payOne(id), await payAll()]) {
      expect([declined.status, declined.problem.code, declined.problem.detail]).toEqual([
        402,
        'payment-declined',
        'The card is empty.',
      ])
      expect((await cartOf(cora))[0]).not.toHaveProperty('checking')
    }
    gateway.mode = 'pay'
    expect((await payOne(id)).status).toBe(200)
    expect(gateway.total).toBe(250)
    const declined = ['failed', 'The card is empty.', null]
    expect((await payments()).map(({ status, reason, reference }) => [status, reason, reference])).toEqual([
      declined,
      declined,
      ['succeeded', null, expect.stringContaining('fake-')],
    ])
    expect(new Set(gateway.asked).size).toBe(3)
  })

  test('with an unknown outcome is being checked, and not failed, until the gateway answers', async () => {
    const [id = ''] = await fill(cora, shop.shelves.espresso)
    gateway.mode = 'lost'
    for (const unknown of [await payOne(id), await payOne(id)]) {
      expect([unknown.status, unknown.answer]).toEqual([
        202,
        { acknowledged: false, modifiedCount: 0, checking: true },
      ])
    }
    expect(await cartOf(cora)).toMatchObject([{ checking: true }])
    expect((await cora.call('DELETE /orderDelete/{id}', { params: { id } })).problem.code).toBe('being-paid')
    expect(gateway.asked).toHaveLength(1)
    gateway.mode = 'pay'
    await reconcile(shop.payments, 0)
    expect(await paid()).toEqual(['OK'])
    expect([gateway.asked.length, gateway.charges.size]).toEqual([2, 1])
    expect((await payOne(id)).answer).toEqual({ acknowledged: true, modifiedCount: 1, alreadyPaid: true })
  })

  test('is being checked if its attempt was committed although the database failed, and is refused if it was not', async () => {
    const [id = ''] = await fill(cora, shop.shelves.espresso)
    const { write } = shop.database
    const failing = vi
      .spyOn(shop.payments.database, 'write')
      .mockRejectedValueOnce(new DatabaseUnusable('deleted'))
    expect((await payOne(id)).status).toBe(503)
    failing.mockImplementationOnce(async (work) => {
      await write(work)
      throw new DatabaseUnusable('deleted')
    })
    const unknown = await payOne(id)
    failing.mockRestore()
    expect([unknown.status, unknown.answer, gateway.asked]).toEqual([
      202,
      { acknowledged: false, modifiedCount: 0, checking: true },
      [],
    ])
    await reconcile(shop.payments, 0)
    expect([await paid(), gateway.total]).toEqual([['OK'], 250])
  })

  test('for all lines with an unknown outcome is being checked too, and becomes one order', async () => {
    await fill(cora, shop.shelves.espresso, shop.shelves.lungo)
    gateway.mode = 'down'
    const unknown = await payAll()
    expect([unknown.status, unknown.answer]).toEqual([202, { acknowledged: false, checking: true }])
    expect([gateway.total, await orders()]).toEqual([0, []])
    gateway.mode = 'pay'
    await reconcile(shop.payments, 0)
    expect([gateway.total, (await orders()).map((order) => order.total_cents)]).toEqual([1255, [1255]])
  })

  test('continues after the request has timed out', async () => {
    const [id = ''] = await fill(cora, shop.shelves.espresso)
    gateway.mode = 'hold'
    shop.payments.replyTimeoutMs = 20
    expect((await payOne(id)).status).toBe(202)
    shop.payments.replyTimeoutMs = PATIENCE_MS
    const waiting = payOne(id)
    gateway.release()
    expect([(await waiting).status, gateway.asked.length]).toEqual([200, 1])
    expect(await paid()).toEqual(['OK'])
  })

  test('leaves other lines of the same product in the cart', async () => {
    const [first = ''] = await fill(cora, shop.shelves.espresso, shop.shelves.espresso)
    await payOne(first)
    expect(await paid()).toEqual(['OK', undefined])
  })
})
