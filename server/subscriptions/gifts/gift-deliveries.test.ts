import '#test/cheap-passwords.ts'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { SubscriptionChange } from '#contract/orders/subscriptions.ts'
import { readSnapshot } from '#server/books/snapshot.ts'
import { verifyBooks } from '#server/books/verify-books.ts'
import { refund } from '#server/payments/refunds/refund.ts'
import { putInStock, setPrice } from '#test/catalogue.ts'
import { buyGift, settleDispute } from '#test/selling/gifts.ts'
import { forEveryone, saveOpening } from '#test/selling/opening.ts'
import { lisbonAddress, portugueseShop, post, saveTestSelling } from '#test/selling/portuguese-shop.ts'
import { givenShop, mailSettings } from '#test/shop.ts'
import type { TestPerson } from '#test/shop.ts'
import { stores } from '#test/stores.ts'
import { closeDue } from '../close-due.ts'
import { decideMissed } from '../desk/decide-missed.ts'
import { followPrices } from '../follow-prices.ts'
import { remind } from '../remind.ts'

/** A Tuesday. The shop roasts on Tuesdays until 10:00. */
const NOW = Date.parse('2026-11-24T08:00:00Z')
const DAY_MS = 24 * 60 * 60_000

describe.each(stores)('the deliveries of a gift on $name', ({ fresh }) => {
  const shop = givenShop(fresh, { env: { ...mailSettings, PAYMENT_GATEWAY: 'later' } })
  let ada: TestPerson
  let rui: TestPerson
  let count = 0
  beforeAll(async () => {
    ada = await shop.admin('Ada')
    const roasting = { weekdays: [2], cutOff: '10:00', closedDays: [] }
    await saveTestSelling(shop.database, { ...portugueseShop, roasting, ways: ['transfer'] })
    await saveOpening(shop.database, forEveryone)
  })
  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: NOW })
    rui = await shop.person(`Rui ${(count += 1)}`)
  })
  afterEach(async () => {
    vi.useRealTimers()
    await shop.database.write(({ tx }) => tx.updateTable('subscriptions').set({ state: 'ended' }).execute())
  })

  /** Gives Rui three deliveries of espresso, the first on 8 December. */
  async function give(): Promise<string> {
    const { code, paymentId } = await buyGift(shop, { email: `gil${count}@people.example` })
    await rui.call('POST /gifts/subscription', { body: { code, address: lisbonAddress } })
    return paymentId
  }
  /** Lets time pass until some days after `NOW`, and runs the jobs. */
  async function after(days: number): Promise<void> {
    vi.setSystemTime(NOW + days * DAY_MS)
    const { database, payments, selling } = shop
    const parts = { database, payments, selling, sendsMail: true }
    await followPrices(parts)
    await remind(parts)
    await closeDue(parts)
  }
  const own = () =>
    shop.database.read
      .selectFrom('subscriptions')
      .selectAll()
      .where('user_id', '=', rui.userId)
      .executeTakeFirst()
  const ordersOf = () =>
    shop.database.read
      .selectFrom('orders')
      .innerJoin('checkouts', 'checkouts.payment_id', 'orders.payment_id')
      .select(['state', 'total_cents', 'roast_on'])
      .where('orders.user_id', '=', rui.userId)
      .orderBy('orders.id')
      .execute()
  /** Rui's login has expired later. */
  const put = async (body: SubscriptionChange) => {
    const id = (await own())?.id ?? ''
    vi.setSystemTime(NOW)
    return rui.send('PUT /subscriptions/{id}', { params: { id }, body })
  }
  async function told(): Promise<{ event: string; coffees: string[]; amount?: string }[]> {
    const mails = shop.database.read.selectFrom('outbox').select('data').where('recipient', '=', rui.email)
    const found = await mails.where('template', '=', 'subscription').orderBy('id').execute()
    return found.map(({ data }) => JSON.parse(data ?? '{}'))
  }

  test('are seen by the owner, who earns nothing more with them', async () => {
    await give()
    const { answer } = await ada.call('GET /allSubscriptions', { query: { email: rui.email } })
    expect(answer).toMatchObject([{ gift: { left: 3, of: 3 }, income: 0 }])
    await after(0.1)
    const { due } = (await ada.call('GET /subscriptionsOverview', {})).answer
    expect(due).toMatchObject([
      { day: '2026-12-08', deliveries: 1, income: 0, coffees: [{ bags: 1 }] },
      { day: '2026-12-22', deliveries: 1, income: 0 },
    ])
  })

  test('are orders that cost nothing, take the coffee, and are to be packed, until the last one ends it', async () => {
    const { espresso } = shop.shelves
    const stock = await putInStock(shop.database, { unit: 'bags', remaining: 10 }, [espresso, null])
    await give()
    await after(11)
    expect(await ordersOf()).toEqual([])
    for (const day of [12.1, 12.2, 24, 26.1]) await after(day)
    const { number } = await shop.database.read
      .selectFrom('orders')
      .select('number')
      .where('user_id', '=', rui.userId)
      .orderBy('id')
      .limit(1)
      .executeTakeFirstOrThrow()
    vi.setSystemTime(NOW)
    expect(JSON.stringify((await ada.call('GET /pickList', {})).answer)).toContain(String(number))
    expect(await own()).toMatchObject({ state: 'active', deliveries_left: 1 })
    for (const day of [38, 40.1, 54.1, 68.1]) await after(day)
    expect(await ordersOf()).toEqual(
      ['2026-12-08', '2026-12-22', '2027-01-05'].map((roast_on) => ({
        state: 'paid',
        total_cents: 0,
        roast_on,
      })),
    )
    expect(await own()).toMatchObject({ state: 'ended', deliveries_left: 0 })
    const left = shop.database.read.selectFrom('stocks').select('remaining').where('id', '=', stock)
    expect(await left.executeTakeFirst()).toEqual({ remaining: 7 })
    const mails = await told()
    expect(mails.map(({ event }) => event)).toEqual(['gift', 'reminder', 'reminder', 'reminder', 'gift-over'])
    expect(mails.some(({ amount }) => amount !== undefined)).toBe(false)
    expect(mails.map(({ coffees }) => coffees[0]?.split(': ')[1])).toEqual([
      'every 2 weeks, 3 deliveries left',
      'every 2 weeks, 3 deliveries left',
      'every 2 weeks, 2 deliveries left',
      'one delivery left',
      'every 2 weeks, no deliveries left',
    ])
    expect(await readSnapshot(shop.store, verifyBooks)).toEqual([])
  })

  test('that are skipped, sold out or missed do not count', async () => {
    const { espresso } = shop.shelves
    await give()
    await putInStock(shop.database, { unit: 'bags', remaining: 0 }, [espresso, null])
    await after(12.1)
    await putInStock(shop.database, { unit: 'bags', remaining: 100 }, [espresso, null])
    expect((await put({ nextOn: '2027-01-05' })).answer.next).toHaveLength(3)
    await after(43)
    expect(await ordersOf()).toEqual([])
    expect(await own()).toMatchObject({ deliveries_left: 3 })
    const id = (await own())?.id ?? ''
    const { database, payments, selling } = shop
    const caller = { ...ada, role: 'Admin' as const }
    await decideMissed({ database, payments, selling }, caller, { id, day: '2027-01-05', decision: 'send' })
    expect(await ordersOf()).toMatchObject([{ total_cents: 0, roast_on: '2027-01-12' }])
    expect(await own()).toMatchObject({ deliveries_left: 2 })
    expect(await readSnapshot(shop.store, verifyBooks)).toEqual([])
  })

  test('can be moved and changed, but not into dearer ones, and are not given up', async () => {
    const { espresso, lungo } = shop.shelves
    await give()
    const before = { nextOn: '2026-12-08', productId: espresso.id, everyWeeks: 2 as const }
    const dearer = lungo.price_cents > espresso.price_cents
    expect(dearer).toBe(true)
    expect((await put({ productId: lungo.id })).problem.code).toBe('invalid-input')
    await setPrice(shop.database, lungo, 200)
    expect((await put({ productId: lungo.id, nextOn: '2026-12-15', everyWeeks: 4 })).status).toBe(200)
    expect((await put(before)).answer).toMatchObject({ nextOn: '2026-12-08', product: { _id: espresso.id } })
    for (const change of [{ state: 'ended' as const }, { quantity: 2 }])
      expect((await put(change)).problem.code).toBe('state-conflict')
    expect(await own()).toMatchObject({ state: 'active', price_cents: espresso.price_cents, quantity: 1 })
    await setPrice(shop.database, lungo, lungo.price_cents)
  })

  test('go only to the country and in the ways that were paid for', async () => {
    await give()
    const porto = { ...lisbonAddress, city: 'Porto' }
    expect((await put({ destination: { methodId: 'post', address: porto } })).status).toBe(200)
    const madrid = { ...porto, country: 'ES', region: 'Madrid', postcode: '28001' }
    const abroad = { destination: { methodId: 'post', address: madrid } }
    expect((await put(abroad)).problem.code).toBe('cannot-be-delivered')
    const settings = await shop.selling.settingsNow()
    const courier = {
      ...post,
      id: 'courier',
      zones: post.zones.map((zone) => ({ ...zone, rate: { type: 'flat' as const, price: 2000 } })),
    }
    const slow = { ...courier, id: 'slow', zones: courier.zones.map((zone) => ({ ...zone, freeFrom: 0 })) }
    await saveTestSelling(shop.database, { ...settings, methods: [...settings.methods, courier, slow] })
    for (const methodId of ['slow', 'post'])
      expect((await put({ destination: { methodId, address: porto } })).status).toBe(200)
    expect((await put({ destination: { methodId: 'counter', address: null } })).problem.code).toBe(
      'cannot-be-delivered',
    )
    expect((await put({ destination: { methodId: 'courier', address: porto } })).problem.code).toBe(
      'cannot-be-delivered',
    )
    await saveTestSelling(shop.database, settings)
  })

  test('end with a dispute of their payment, and go on once it is won', async () => {
    const paymentId = await give()
    for (const [kind, status, state] of [
      ['warning', 'open', 'active'],
      ['dispute', 'open', 'ended'],
      ['dispute', 'won', 'active'],
      ['dispute', 'lost', 'ended'],
    ] as const) {
      await settleDispute(shop, { paymentId, kind, status })
      expect([status, (await own())?.state]).toEqual([status, state])
    }
  })

  test('miss none while a dispute is open, and go on with the next one that can be changed', async () => {
    const paymentId = await give()
    await settleDispute(shop, { paymentId, kind: 'dispute', status: 'open' })
    await after(61)
    await settleDispute(shop, { paymentId, kind: 'dispute', status: 'won' })
    await after(61.1)
    expect(await own()).toMatchObject({ next_on: '2027-02-02', resumed_at: NOW + 61 * DAY_MS })
    const missed = shop.database.read.selectFrom('deliveries').select('state')
    expect(await missed.where('subscription_id', '=', (await own())?.id ?? '').execute()).toEqual([])
  })

  test('do not go on if the dispute about a refunded payment is won', async () => {
    const paymentId = await give()
    await refund(shop.payments, { paymentId, amountCents: 2100, by: ada.userId })
    expect((await own())?.state).toBe('ended')
    await settleDispute(shop, { paymentId, kind: 'dispute', status: 'won' })
    expect((await own())?.state).toBe('ended')
  })

  test('are ended by the owner, and by no other', async () => {
    await give()
    const id = (await own())?.id ?? ''
    const end = { params: { id }, body: { state: 'ended' as const, reason: 'Given back in part' } }
    expect((await rui.send('PUT /subscriptions/{id}', end)).problem.code).toBe('state-conflict')
    expect((await ada.send('PUT /subscription/{id}', end)).status).toBe(200)
    expect(await own()).toMatchObject({ state: 'ended', ended_reason: 'Given back in part' })
  })

  test('are not in one order with what the same person pays for', async () => {
    await give()
    const gift = await own()
    if (!gift) throw new Error('There is no gift.')
    const paid = { ...gift, id: 'paid', payment_id: 'p', deliveries_left: null, next_on: '2026-12-08' }
    await shop.database.write(({ tx }) => tx.insertInto('subscriptions').values(paid).execute())
    await after(12.1)
    expect((await ordersOf()).toSorted((a, b) => a.total_cents - b.total_cents)).toMatchObject([
      { state: 'paid', total_cents: 0 },
      { state: 'waiting', total_cents: 250 },
    ])
    await shop.database.write(({ tx }) =>
      tx.deleteFrom('deliveries').where('subscription_id', '=', 'paid').execute(),
    )
    await shop.database.write(({ tx }) => tx.deleteFrom('subscriptions').where('id', '=', 'paid').execute())
  })

  test('that were not sent before a refund are not sent', async () => {
    const paymentId = await give()
    await after(12.1)
    await refund(shop.payments, { paymentId, amountCents: 2100, by: ada.userId })
    for (const day of [26.1, 40.1]) await after(day)
    expect(await ordersOf()).toHaveLength(1)
    expect((await put({ state: 'active' })).problem.code).toBe('state-conflict')
    expect((await put({ nextOn: '2027-02-02' })).problem.code).toBe('state-conflict')
  })
})
