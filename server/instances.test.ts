import '#test/cheap-passwords.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { newId } from '#server/platform/clock.ts'
import { cartOf, fill } from '#test/cart.ts'
import { orderOf, putInStock, setPrice } from '#test/catalogue.ts'
import { FakeGateway } from '#test/gateway.ts'
import { portugueseShop } from '#test/selling/portuguese-shop.ts'
import { givenShop, mailSettings, openTestShop } from '#test/shop.ts'
import type { TestPerson, TestShop } from '#test/shop.ts'
import { stores } from '#test/stores.ts'
import { eraseRemovedLines } from './cart/remove-line.ts'
import { eraseExpired } from './identity/erase-expired.ts'
import { reconcile } from './payments/reconcile.ts'

/** How soon an instance must have seen a change by another one. The busy machine of the tests gets some more time. */
const SOON = { timeout: 2000, interval: 5 }
const DAY = 24 * 60 * 60 * 1000

describe.each(stores.filter(({ name }) => name === 'postgres'))('two instances on $name', ({ fresh }) => {
  const gateway = new FakeGateway()
  const setting = { gateway, env: mailSettings }
  const one = givenShop(fresh, setting)
  let other: TestShop
  let count = 0
  let ada: TestPerson
  let cora: TestPerson
  beforeAll(async () => void (other = await openTestShop(one.store, setting)))
  afterAll(() => other.close())
  beforeEach(async () => {
    count += 1
    ada = await one.admin(`Ada ${count}`)
    cora = await one.person(`Cora ${count}`)
  })

  /** Sends the same person's requests to the other instance. */
  const there = ({ token }: TestPerson): Pick<TestPerson, 'send'> => ({
    send: (name, sent) => other.send(name, { ...sent, headers: { authorization: `Bearer ${token}` } }),
  })

  test('both show a changed price soon, and a changed setting', async () => {
    const { brand, espresso } = one.shelves
    const price = async () =>
      (await there(cora).send('GET /coffeeDetails/{id}', { params: { id: brand.id } })).text.includes(
        '"3.75"',
      )
    const delivers = async () =>
      (await other.app.inject({ url: '/contact' })).body.includes('"delivers":true')
    expect([await price(), await delivers()]).toEqual([false, false])
    await setPrice(one.database, espresso, 375)
    await expect.poll(price, SOON).toBe(true)
    const saved = await ada.call('PUT /selling', { body: { settings: portugueseShop, version: 0 } })
    await expect.poll(delivers, SOON).toBe(true)
    const off = { settings: { ...portugueseShop, methods: [] }, version: saved.answer.version }
    await ada.call('PUT /selling', { body: off })
    await expect.poll(delivers, SOON).toBe(false)
    await setPrice(one.database, espresso, 250)
  })

  test('charge no old price, even at an instance that has not seen the change yet', async () => {
    const { espresso } = one.shelves
    const [id = ''] = await fill(cora, espresso)
    const pay = () => there(cora).send('PUT /singlePayment/{id}', { params: { id }, body: { price: '2.50' } })
    await there(cora).send('POST /orders', { body: orderOf(cora, espresso) })
    // No event is published, so the product stays in the cache of the other instance.
    const setCents = (cents: number) =>
      one.database.write(({ tx }) =>
        tx.updateTable('products').set({ price_cents: cents }).where('id', '=', espresso.id).execute(),
      )
    await setCents(400)
    expect((await pay()).problem).toMatchObject({ code: 'price-changed', price: '4.00' })
    await setCents(250)
    expect((await pay()).status).toBe(200)
  })

  test('let no customer pay without an address, even at an instance that has not seen the new setting yet', async () => {
    const lines = await fill(cora, one.shelves.espresso)
    await other.app.inject({ url: '/contact' })
    const row = { name: 'selling', value: JSON.stringify(portugueseShop), changed_at: Date.now() }
    await one.database.write(async ({ tx }) => {
      await tx.deleteFrom('shop_settings').where('name', '=', 'selling').execute()
      await tx.insertInto('shop_settings').values(row).execute()
    })
    const body = { lines, methodId: null, address: null, note: '', total: 250, promise: null }
    expect((await there(cora).send('POST /checkout', { body })).problem.code).toBe('cannot-be-delivered')
    await one.database.write(async ({ tx, publish }) => {
      await tx.deleteFrom('shop_settings').where('name', '=', 'selling').execute()
      publish({ type: 'settings-changed' })
    })
  })

  test('refuse an admin at once who has lost the role or the session at the other instance', async () => {
    const list = (admin: TestPerson) => there(admin).send('GET /allUser', { query: {} })
    const [bea, dan] = [await one.admin(`Bea ${count}`), await one.admin(`Dan ${count}`)]
    expect([(await list(bea)).status, (await list(dan)).status]).toEqual([200, 200])
    await one.database.write(({ tx }) =>
      tx.updateTable('users').set({ role: null }).where('id', '=', bea.userId).execute(),
    )
    await one.database.write(async ({ tx }) => {
      const subject = tx.selectFrom('users').select('subject').where('id', '=', dan.userId)
      await tx.deleteFrom('sessions').where('account', '=', subject).execute()
    })
    // No event was published: the role and the session are read for each call.
    expect([(await list(bea)).status, (await list(dan)).status]).toEqual([403, 403])
  })

  test('both know soon that a person has signed out, or has become an admin', async () => {
    const grinds = async () => (await there(cora).send('GET /grinds', {})).status
    expect(await grinds()).toBe(200)
    await cora.call('POST /auth/sign-out', {})
    await expect.poll(grinds, SOON).toBe(401)
    const dora = await one.person(`Dora ${count}`)
    const list = async () => (await there(dora).send('GET /allUser', { query: {} })).status
    expect(await list()).toBe(403)
    await ada.call('PUT /makeAdmin/{id}', { params: { id: dora.userId } })
    expect(await list()).toBe(200)
  })

  test('show a cart as it is, whichever instance has changed it', async () => {
    const list = async () => (await there(cora).send('GET /myCarts', { query: { email: cora.email } })).answer
    expect(await list()).toEqual([])
    for (let lines = 1; lines <= 5; lines++) {
      await fill(cora, one.shelves.espresso)
      expect(await list()).toHaveLength(lines)
    }
    const [line] = await list()
    const params = { id: String(line?._id) }
    await cora.call('DELETE /orderDelete/{id}', { params })
    expect(await list()).toHaveLength(4)
    await cora.call('PUT /orderRestore/{id}', { params })
    expect((await list())[0]).toEqual(line)
    await cora.call('PUT /singlePayment/{id}', { params, body: {} })
    expect((await list())[0]).toMatchObject({ _id: line?._id, payment: 'OK' })
  })

  test('make one refund if both ask the gateway about it, and queue one mail', async () => {
    const [id = ''] = await fill(cora, one.shelves.espresso)
    await cora.call('PUT /singlePayment/{id}', { params: { id }, body: {} })
    const [line] = await cartOf(cora)
    const order = await one.database.read
      .selectFrom('orders')
      .selectAll()
      .where('user_id', '=', cora.userId)
      .executeTakeFirstOrThrow()
    expect(line?.payment).toBe('OK')
    const keys: string[] = []
    const refund = vi.spyOn(gateway, 'refund').mockRejectedValueOnce(new Error('down'))
    await ada.send('POST /order/{id}/refunds', { params: { id: order.id }, body: { amount: '2.50' } })
    refund.mockImplementation(async (pending, payment) => {
      keys.push(pending.id)
      await new Promise((resolve) => setTimeout(resolve, 50))
      return new FakeGateway().refund(pending, payment)
    })
    await Promise.all([reconcile(one.payments, 0), reconcile(other.payments, 0)])
    refund.mockRestore()
    expect(new Set(keys).size, 'the gateway makes one refund for a repeated key').toBe(1)
    const refunds = await one.database.read.selectFrom('refunds').selectAll().execute()
    expect(refunds.map(({ status, amount_cents }) => [status, amount_cents])).toEqual([['succeeded', 250]])
    const mails = one.database.read.selectFrom('outbox').selectAll().where('template', '=', 'order-refunded')
    expect(await mails.execute()).toHaveLength(1)
  })

  test('mail each customer once about a product that both put back in stock', async () => {
    const { packet } = one.shelves
    const stock = await putInStock(one.database, { unit: 'bags', remaining: 0 }, [packet, null])
    await cora.call('PUT /watchedProducts/{id}', { params: { id: packet.id } })
    const add = () => ({
      params: { id: packet.id },
      body: { use: 'bags', shown: stock, key: newId(), change: 5 },
    })
    const added = await Promise.all([
      ada.send('PUT /productStock/{id}', add()),
      there(ada).send('PUT /productStock/{id}', add()),
    ])
    expect(added.map(({ status }) => status)).toEqual([200, 200])
    const mails = one.database.read.selectFrom('outbox').selectAll().where('template', '=', 'back-in-stock')
    expect((await mails.execute()).map(({ recipient }) => recipient)).toEqual([cora.email])
  })

  test('erase the same rows at the same time', async () => {
    const [id = ''] = await fill(cora, one.shelves.espresso)
    await cora.call('DELETE /orderDelete/{id}', { params: { id } })
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 40 * DAY })
    await Promise.all(
      [one, other].flatMap(({ database }) => [eraseRemovedLines({ database }), eraseExpired(database)]),
    ).finally(() => vi.useRealTimers())
    const rows = one.database.read.selectFrom('cart_items').select('id').where('id', '=', id)
    expect(await rows.execute()).toEqual([])
    expect(await one.database.read.selectFrom('sessions').select('id').execute()).toEqual([])
  })
})
