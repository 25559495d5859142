import '#test/cheap-passwords.ts'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { demoAccounts } from '#contract/values/demo.ts'
import { findSellingErrors } from '#server/selling/check-selling.ts'
import { closeDue } from '#server/subscriptions/close-due.ts'
import { planFrom } from '#server/subscriptions/schedule.ts'
import { cartOf, fullPayment } from '#test/cart.ts'
import { orderOf } from '#test/catalogue.ts'
import { lisbonAddress } from '#test/selling/portuguese-shop.ts'
import { openTestShop } from '#test/shop.ts'
import type { TestPerson, TestShop } from '#test/shop.ts'
import { stores } from '#test/stores.ts'
import type { Store } from '#test/stores.ts'
import { demoSelling } from './demo-selling.ts'
import { loadDemo } from './load-demo.ts'

const DAY_MS = 24 * 60 * 60_000
const folder = join(import.meta.dirname, '../../db/demo')

test('the settings of the demo shop are such as an admin could save', () => {
  expect(findSellingErrors(demoSelling)).toEqual([])
})

describe.each(stores)('a customer of the demo shop on $name', ({ fresh }) => {
  let store: Store
  let shop: TestShop
  let cora: TestPerson
  beforeAll(async () => {
    store = await fresh()
    shop = await openTestShop(store)
    await loadDemo({ database: shop.database, addPicture: async () => undefined, folder })
    cora = await shop.person('Cora')
  })
  afterAll(async () => {
    await shop.close()
    await store.dispose()
  })

  /** Adds a coffee that weighs 250 g to the cart. Returns the id of the line. */
  async function addCoffee(): Promise<string> {
    const coffee = await shop.database.read
      .selectFrom('products')
      .selectAll()
      .where('stock_id', 'is', null)
      .where('weight_grams', '=', 250)
      .executeTakeFirstOrThrow()
    return String((await cora.call('POST /orders', { body: orderOf(cora, coffee) })).answer.insertedId)
  }

  const unpaid = async () => (await cartOf(cora)).filter(({ payment }) => payment !== 'OK')

  test('who is the shopper has a subscription, whose delivery can still be changed, and is paid at once', async () => {
    const { read } = shop.database
    const { id, state, product_id, ...subscription } = await read
      .selectFrom('subscriptions')
      .innerJoin('users', 'users.id', 'subscriptions.user_id')
      .selectAll('subscriptions')
      .where('users.email', '=', demoAccounts.shopper.email)
      .executeTakeFirstOrThrow()
    expect(state).toBe('active')
    const { closesAt = 0, roastOn = '' } = planFrom(demoSelling, subscription) ?? {}
    expect(closesAt).toBeGreaterThan(Date.now() + 2 * DAY_MS)
    expect(closesAt).toBeLessThan(Date.now() + 10 * DAY_MS)
    vi.useFakeTimers({ toFake: ['Date'], now: closesAt })
    await closeDue(shop)
    vi.useRealTimers()
    const order = read
      .selectFrom('deliveries')
      .innerJoin('payments', 'payments.id', 'deliveries.renewal_id')
      .innerJoin('cart_items', 'cart_items.payment_id', 'payments.id')
      .select(['roast_on', 'gateway', 'status', 'product_id'])
      .where('subscription_id', '=', id)
    const bag = { roast_on: roastOn, gateway: 'instant', status: 'succeeded', product_id }
    expect(await order.execute()).toEqual([bag, bag])
  })

  test('reads when an order arrives and what its delivery costs, in every country', async () => {
    for (const [timeZone, country] of [
      ['America/New_York', 'US'],
      ['America/Toronto', 'CA'],
      ['Europe/Lisbon', 'PT'],
    ] as const) {
      const { answer } = await cora.call('GET /delivery', { query: { timeZone } })
      expect(answer).toMatchObject({ country, orderUntil: expect.stringMatching(/^\d\d:\d\d /) })
      expect(answer.offers.map(({ kind, promise }) => [kind, promise !== null])).toEqual([
        ['parcel', true],
        ['pickup', true],
      ])
    }
  })

  test('pays for one item and for all items without choosing a delivery', async () => {
    const id = await addCoffee()
    const paid = await cora.call('PUT /singlePayment/{id}', { params: { id }, body: null })
    expect(paid.answer).toMatchObject({ acknowledged: true })
    await addCoffee()
    await addCoffee()
    const all = await cora.call('POST /fullOrder', { body: fullPayment(cora, await unpaid()) })
    expect(all.answer).toMatchObject({ acknowledged: true })
    expect(await unpaid()).toEqual([])
  })

  test.each([
    { methodId: 'parcel', country: 'PT', address: lisbonAddress, price: 1900 },
    { methodId: 'pickup', country: null, address: null, price: 0 },
  ])('pays at once with delivery: $methodId', async ({ methodId, country, address, price }) => {
    const lines = [await addCoffee()]
    const { answer: quote } = await cora.call('POST /checkout/quote', { body: { lines, country, methodId } })
    const { totals, offers } = quote
    expect(totals).toMatchObject({ deliveryPrice: price, payments: [{ way: 'instant' }] })
    const promise = offers.find(({ id }) => id === methodId)?.promise ?? null
    const body = { lines, methodId, address, note: '', total: totals?.total ?? 0, promise }
    expect((await cora.call('POST /checkout', { body })).answer.status).toBe('paid')
    expect(await unpaid()).toEqual([])
  })
})
