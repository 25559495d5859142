import '#test/cheap-passwords.ts'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { newId } from '#server/platform/clock.ts'
import { cartOf, fill, fullPayment } from '#test/cart.ts'
import { chargingGateway, FakeGateway } from '#test/gateway.ts'
import { givenShop, openTestShop } from '#test/shop.ts'
import type { TestPerson } from '#test/shop.ts'
import { stores } from '#test/stores.ts'
import { createPayments } from './payments.ts'
import { reconcile } from './reconcile.ts'

describe.each(stores)('reconciling after a crash on $name', ({ fresh }) => {
  let gateway = new FakeGateway()
  const open = { gateway: chargingGateway('fake', (charge) => gateway.charge(charge)) }
  const shop = givenShop(fresh, open)
  let count = 0
  let cora: TestPerson
  beforeEach(async () => {
    shop.payments.replyTimeoutMs = 10_000
    shop.payments.gatewayTimeoutMs = 60_000
    gateway = new FakeGateway()
    cora = await shop.person(`Cora ${(count += 1)}`)
  })

  /**
   * Simulates a restart of the server. A second server on the same database asks the payment gateway about the
   * pending payments. Then the caches of the first server are cleared.
   */
  async function restart(): Promise<void> {
    const again = await openTestShop(shop.store, open)
    await reconcile(again.payments, 0)
    await again.close()
    shop.database.events.publish({ type: 'events-missed' })
  }

  /**
   * Writes the rows that remain in the database if the server is killed after it has inserted a payment and before it
   * has written the outcome.
   */
  async function leavePending(kind: 'single' | 'full', ids: string[]): Promise<string> {
    const id = newId()
    const payment = {
      id,
      idempotency_key: id,
      user_id: cora.userId,
      kind,
      amount_cents: 1255,
      gateway: 'fake',
      reference: null,
    }
    await shop.database.write(async ({ tx }) => {
      await tx
        .insertInto('payments')
        .values({ ...payment, status: 'pending', created_at: Date.now(), settled_at: null })
        .execute()
      await tx.updateTable('cart_items').set({ payment_id: id }).where('id', 'in', ids).execute()
    })
    return id
  }

  test('asks the gateway if it was not asked before, and the lines are paid', async () => {
    const key = await leavePending('full', await fill(cora, shop.shelves.espresso, shop.shelves.lungo))
    expect(await cartOf(cora)).toMatchObject([{ checking: true }, { checking: true }])
    await restart()
    expect([gateway.asked, gateway.total]).toEqual([[key], 1255])
    expect(await cartOf(cora)).toMatchObject([{ payment: 'OK' }, { payment: 'OK' }])
    const orders = await shop.database.read
      .selectFrom('orders')
      .select(['total_cents', 'payment_id'])
      .where('user_id', '=', cora.userId)
      .execute()
    expect(orders).toEqual([{ total_cents: 1255, payment_id: key }])
  })

  test('does not charge a second time', async () => {
    const key = await leavePending('single', await fill(cora, shop.shelves.espresso, shop.shelves.lungo))
    await gateway.charge({ idempotencyKey: key, amountCents: 1255 })
    await restart()
    await restart()
    expect([gateway.asked, gateway.total]).toEqual([[key, key], 1255])
    expect(await cartOf(cora)).toMatchObject([{ payment: 'OK' }, { payment: 'OK' }])
  })

  test('releases the lines if the gateway declines', async () => {
    await leavePending('single', await fill(cora, shop.shelves.espresso, shop.shelves.lungo))
    gateway.mode = 'decline'
    await restart()
    gateway.mode = 'pay'
    const shown = await cartOf(cora)
    expect(shown.filter(({ checking }) => checking)).toEqual([])
    expect((await cora.call('POST /fullOrder', { body: fullPayment(cora, shown) })).status).toBe(200)
  })

  test('leaves the attempt pending if the gateway still cannot be reached', async () => {
    await leavePending('single', await fill(cora, shop.shelves.espresso, shop.shelves.lungo))
    gateway.mode = 'down'
    await restart()
    expect(await cartOf(cora)).toMatchObject([{ checking: true }, { checking: true }])
    gateway.mode = 'pay'
    await restart()
    expect(await cartOf(cora)).toMatchObject([{ payment: 'OK' }, { payment: 'OK' }])
  })

  test('writes one outcome if several processes reconcile at once', async () => {
    const key = await leavePending('full', await fill(cora, shop.shelves.espresso, shop.shelves.lungo))
    const other = await openTestShop(shop.store, open)
    gateway.mode = 'hold'
    const both = [reconcile(shop.payments, 0), reconcile(other.payments, 0)]
    await expect.poll(() => gateway.asked).toEqual([key, key])
    gateway.release()
    await Promise.all(both)
    await other.close()
    expect(gateway.total).toBe(1255)
    const orders = await shop.database.read
      .selectFrom('orders')
      .select('id')
      .where('user_id', '=', cora.userId)
      .execute()
    expect(orders).toHaveLength(1)
  })

  test('does not ask about an attempt that is in flight', async () => {
    const [id = ''] = await fill(cora, shop.shelves.espresso)
    gateway.mode = 'hold'
    shop.payments.replyTimeoutMs = 20
    await cora.call('PUT /singlePayment/{id}', { params: { id }, body: {} })
    const twice = [reconcile(shop.payments, 0), reconcile(shop.payments, 0)]
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(gateway.asked).toHaveLength(1)
    gateway.release()
    await Promise.all(twice)
    expect(await cartOf(cora)).toMatchObject([{ payment: 'OK' }])
  })

  test('does not ask about attempts that were opened a short time ago', async () => {
    await leavePending('single', await fill(cora, shop.shelves.espresso, shop.shelves.lungo))
    await reconcile(shop.payments, 15_000)
    expect(gateway.asked).toEqual([])
    await reconcile(shop.payments, 0)
    expect(gateway.asked).toHaveLength(1)
  })

  test('has nothing to do if the answer arrives after the request timed out', async () => {
    const [id = ''] = await fill(cora, shop.shelves.espresso)
    gateway.mode = 'hold'
    shop.payments.replyTimeoutMs = 20
    const gone = await cora.call('PUT /singlePayment/{id}', { params: { id }, body: {} })
    expect(gone.status).toBe(202)
    gateway.release()
    await expect.poll(() => cartOf(cora)).toMatchObject([{ payment: 'OK' }])
    await reconcile(shop.payments, 0)
    expect([gateway.asked.length, gateway.total]).toEqual([1, 250])
  })

  test('continues after the timeout if the gateway does not answer', async () => {
    const [lost = '', other = ''] = await fill(cora, shop.shelves.espresso, shop.shelves.lungo)
    gateway.mode = 'hold'
    shop.payments.replyTimeoutMs = 20
    shop.payments.gatewayTimeoutMs = 100
    await cora.call('PUT /singlePayment/{id}', { params: { id: lost }, body: {} })
    await leavePending('single', [other])
    await reconcile(shop.payments, 0)
    gateway.mode = 'pay'
    await reconcile(shop.payments, 0)
    expect(await cartOf(cora)).toMatchObject([{ payment: 'OK' }, { payment: 'OK' }])
    gateway.release()
    expect(gateway.total).toBe(250 + 1255)
  })

  test('writes an outcome that could not be written before, and that was not reported as failed', async () => {
    const [id = ''] = await fill(cora, shop.shelves.espresso)
    const full = Object.assign(new Error('database or disk is full'), { errcode: 13 })
    const { write } = shop.database
    vi.spyOn(shop.database, 'write')
      .mockImplementationOnce(write)
      .mockImplementationOnce(() => Promise.reject(full))
    const paying = await cora.call('PUT /singlePayment/{id}', { params: { id }, body: {} })
    expect([paying.status, paying.answer.checking, gateway.total]).toEqual([202, true, 250])
    await reconcile(shop.payments, 0)
    expect(await cartOf(cora)).toMatchObject([{ payment: 'OK' }])
    expect(gateway.total).toBe(250)
  })

  test('resolves attempts that were opened before the clock was set back', async () => {
    await leavePending('single', await fill(cora, shop.shelves.espresso))
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 24 * 60 * 60 * 1000 })
    await reconcile(shop.payments, 15_000).finally(() => vi.useRealTimers())
    expect(await cartOf(cora)).toMatchObject([{ payment: 'OK' }])
  })

  test('asks about all attempts in turn if a hundred of them stay unknown', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
    const stuck = await Promise.all(Array.from({ length: 100 }, () => leavePending('single', ['nothing'])))
    await leavePending('single', await fill(cora, shop.shelves.espresso))
    vi.useRealTimers()
    const asked = vi.spyOn(gateway, 'charge').mockImplementation(async ({ idempotencyKey }) => {
      if (stuck.includes(idempotencyKey)) throw new Error('The gateway cannot be reached.')
      return { outcome: 'succeeded', reference: 'fake' }
    })
    for (let times = 0; times < 3; times++) await reconcile(shop.payments, 0)
    await shop.database.write(({ tx }) => tx.deleteFrom('payments').where('id', 'in', stuck).execute())
    expect(await cartOf(cora)).toMatchObject([{ payment: 'OK' }])
    const times = (id: string) =>
      asked.mock.calls.filter(([{ idempotencyKey }]) => idempotencyKey === id).length
    expect(Math.min(...stuck.map(times))).toBeGreaterThanOrEqual(2)
  })

  test('leaves attempts pending whose gateway is not configured, and logs that once', async () => {
    const key = await leavePending('single', await fill(cora, shop.shelves.espresso))
    const setGateway = (name: string) =>
      shop.database.write(({ tx }) =>
        tx.updateTable('payments').set({ gateway: name }).where('id', '=', key).execute(),
      )
    await setGateway('former')
    const log = { warn: vi.fn() }
    shop.payments.log = log
    for (let times = 0; times < 3; times++) await reconcile(shop.payments, 0)
    expect(gateway.asked).toEqual([])
    expect(await cartOf(cora)).toMatchObject([{ checking: true }])
    expect(log.warn).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('"former"'))
    await setGateway('fake')
    await reconcile(shop.payments, 0)
    expect(gateway.asked).toEqual([key])
  })

  test('asks the gateway that opened the attempt, not the current one', async () => {
    const key = await leavePending('full', await fill(cora, shop.shelves.espresso, shop.shelves.lungo))
    const charge = vi.fn<FakeGateway['charge']>()
    const { database, products, currency } = shop.payments
    const payments = createPayments({
      ...shop.payments,
      database,
      products,
      currency,
      gateways: [chargingGateway('current', charge), open.gateway],
      current: 'current',
    })
    await reconcile(payments, 0)
    expect([gateway.asked, charge.mock.calls]).toEqual([[key], []])
    shop.database.events.publish({ type: 'events-missed' })
    expect(await cartOf(cora)).toMatchObject([{ payment: 'OK' }, { payment: 'OK' }])
  })

  test('waits for the turn of background jobs before each question', async () => {
    for (let attempts = 0; attempts < 3; attempts++)
      await leavePending('single', await fill(cora, shop.shelves.espresso))
    const turn = vi.spyOn(shop.payments, 'jobTurn')
    await reconcile(shop.payments, 0)
    expect(gateway.asked).toHaveLength(3)
    expect(turn).toHaveBeenCalledTimes(3)
  })

  test('takes turns that are 50 ms apart, also if it runs twice at once', async () => {
    const { jobTurn } = createPayments({ ...shop.payments, gateways: [open.gateway], current: 'fake' })
    const begin = performance.now()
    await Promise.all([jobTurn(), jobTurn(), jobTurn()])
    // Timers may fire a millisecond early.
    expect(performance.now() - begin).toBeGreaterThanOrEqual(98)
  })

  test('asks about no further attempt once the signal is aborted', async () => {
    for (let attempts = 0; attempts < 30; attempts++)
      await leavePending('single', await fill(cora, shop.shelves.espresso))
    gateway.mode = 'hold'
    const stop = new AbortController()
    const reconciling = reconcile(shop.payments, 0, stop.signal)
    await expect.poll(() => gateway.asked.length).toBe(10)
    stop.abort()
    gateway.release()
    await reconciling
    expect(gateway.asked).toHaveLength(10)
    await reconcile(shop.payments, 0)
    await reconcile(shop.payments, 0, stop.signal)
    expect(gateway.asked).toHaveLength(30)
  })

  test('asks about nothing if the signal is aborted while it waits for its turn', async () => {
    await leavePending('single', await fill(cora, shop.shelves.espresso))
    const stop = new AbortController()
    const turn = vi.spyOn(shop.payments, 'jobTurn').mockImplementation(async () => stop.abort())
    await reconcile(shop.payments, 0, stop.signal)
    turn.mockRestore()
    expect(gateway.asked).toEqual([])
    await reconcile(shop.payments, 0)
  })

  test('completes the other attempts if one of them throws', async () => {
    await leavePending('single', ['no line'])
    await leavePending('single', await fill(cora, shop.shelves.espresso))
    await expect(reconcile(shop.payments, 0)).rejects.toThrow('Some payments could not be resolved.')
    await shop.database.write(({ tx }) =>
      tx.deleteFrom('payments').where('user_id', '=', cora.userId).where('status', '=', 'pending').execute(),
    )
    expect(await cartOf(cora)).toMatchObject([{ payment: 'OK' }])
  })
})
