import '#test/cheap-passwords.ts'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { chargeDue } from '#server/payments/renewals/charge-due.ts'
import type { CoffeeRow } from '#server/tables/product-rows.ts'
import { putInStock, weigh } from '#test/catalogue.ts'
import { FakeGateway } from '#test/gateway.ts'
import { bank } from '#test/selling/guests.ts'
import { portugueseShop, saveTestSelling } from '#test/selling/portuguese-shop.ts'
import { subscribe, subscriptionsOf } from '#test/selling/subscriptions.ts'
import { givenShop } from '#test/shop.ts'
import type { TestPerson } from '#test/shop.ts'
import { stores } from '#test/stores.ts'
import { closeDue } from '../close-due.ts'
import { listSubscriptions } from '../own/list-subscriptions.ts'

/** A Tuesday. The shop roasts on Tuesdays until 10:00, so what is ordered then is roasted on that day. */
const ORDERED = Date.parse('2026-11-24T08:00:00Z')
const DAY_MS = 24 * 60 * 60_000

describe.each(stores)("the owner's page of subscriptions on $name", ({ fresh }) => {
  const shop = givenShop(fresh, { gateway: new FakeGateway() })
  let ada: TestPerson
  let cora: TestPerson
  let espresso: CoffeeRow
  let lungo: CoffeeRow
  let count = 0
  beforeAll(async () => {
    const roasting = { weekdays: [2], cutOff: '10:00', closedDays: [] }
    await saveTestSelling(shop.database, { ...portugueseShop, roasting, ways: ['stripe', 'transfer'], bank })
    ;({ espresso, lungo } = shop.shelves)
  })
  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: ORDERED })
    cora = await shop.person(`Cora ${(count += 1)}`)
    ada = await shop.admin(`Ada ${count}`)
  })
  afterEach(async () => {
    vi.useRealTimers()
    await shop.database.write(async ({ tx }) => {
      await tx.deleteFrom('deliveries').execute()
      await tx.deleteFrom('subscriptions').execute()
      await tx.deleteFrom('renewals').execute()
      await tx.updateTable('payments').set({ due_at: null }).execute()
      await tx.updateTable('products').set({ stock_id: null }).execute()
    })
  })

  /** Lets time pass until some days after the first order, and runs the jobs. The session of the admin ends before. */
  async function after(days: number): Promise<void> {
    vi.setSystemTime(ORDERED + days * DAY_MS)
    const { database, payments, selling } = shop
    const parts = { database, payments, products: payments.products, selling }
    await closeDue(parts)
    await chargeDue(payments)
    ada = await shop.admin(`Ada ${(count += 1)}`)
  }
  const overview = async () => (await ada.call('GET /subscriptionsOverview', {})).answer
  const decide = async (id: string | undefined, decision: 'send' | 'leave-out', day = '2026-12-01') =>
    ada.call('PUT /missedDeliveries/{id}', { params: { id: id ?? '' }, body: { day, decision } })
  const roastDays = async () => {
    const rows = await shop.database.read
      .selectFrom('orders')
      .innerJoin('checkouts', 'checkouts.payment_id', 'orders.payment_id')
      .select(['roast_on', 'state', 'total_cents'])
      .where('orders.user_id', '=', cora.userId)
      .orderBy('orders.id')
      .execute()
    return rows.slice(1).map(({ roast_on, state, total_cents }) => [roast_on, state, total_cents])
  }

  test('says what is due on the coming roast days, planned and ordered', async () => {
    await subscribe(shop, cora, { coffees: [espresso, espresso], everyWeeks: 1 })
    await subscribe(shop, cora, { coffees: [lungo], everyWeeks: 2 })
    await shop.database.write(({ tx }) =>
      tx
        .updateTable('subscriptions')
        .set({ new_price_cents: 1, new_price_from: Date.parse('2026-12-10') })
        .where('product_id', '=', lungo.id)
        .execute(),
    )
    const oneOf = (price: number) => ({ name: lungo.name, bags: 1, grams: lungo.weight_grams, price })
    const twoEspressos = {
      name: espresso.name,
      bags: 2,
      grams: espresso.weight_grams && 2 * espresso.weight_grams,
      price: 2 * espresso.price_cents,
    }
    const dayOf = (day: string, bags: (typeof twoEspressos)[], ordered = { orders: 0, unpaid: 0 }) => ({
      day,
      coffees: bags.map(({ name, bags: number, grams }) => ({ name, bags: number, grams })),
      deliveries: bags.length,
      ...ordered,
      income: bags.reduce((sum, { price }) => sum + price, 0),
    })
    const sorted = async () =>
      (await overview()).due.map((day) => ({
        ...day,
        coffees: day.coffees.toSorted((a, b) => b.bags - a.bags),
      }))
    const later = [
      dayOf('2026-12-08', [twoEspressos, oneOf(lungo.price_cents)]),
      dayOf('2026-12-15', [twoEspressos]),
      dayOf('2026-12-22', [twoEspressos, oneOf(1)]),
    ]
    expect(await sorted()).toEqual([dayOf('2026-12-01', [twoEspressos]), ...later])
    await after(5.1)
    expect((await sorted())[0]).toEqual(dayOf('2026-12-01', [twoEspressos], { orders: 1, unpaid: 0 }))
    await shop.database.write(({ tx }) => tx.updateTable('subscriptions').set({ mandate_id: null }).execute())
    await after(7.1)
    const ordered = { orders: 1, unpaid: 1 }
    expect((await sorted())[1]).toEqual(
      dayOf('2026-12-08', [twoEspressos, oneOf(lungo.price_cents)], ordered),
    )
  })

  test('counts no subscription as due whose way of delivery is gone, and says so', async () => {
    for (const person of [cora, await shop.person(`Dora ${count}`)]) {
      await subscribe(shop, person, { coffees: [espresso], everyWeeks: 1 })
      await subscribe(shop, person, { coffees: [lungo, lungo], everyWeeks: 1 })
    }
    const gone = JSON.stringify({ methodId: 'gone', address: null, note: '' })
    await shop.database.write(({ tx }) =>
      tx.updateTable('subscriptions').set({ checkout: gone }).where('product_id', '=', lungo.id).execute(),
    )
    const { due, undeliverable } = await overview()
    expect([undeliverable, due.length]).toEqual([2, 4])
    const twoEspressos = { deliveries: 2, coffees: [{ name: espresso.name, bags: 2 }] }
    for (const day of due) expect(day).toMatchObject(twoEspressos)
    const { answer: listed } = await ada.call('GET /allSubscriptions', { query: {} })
    expect(listed.map(({ nextDay }) => nextDay)).toEqual([null, '2026-12-01', null, '2026-12-01'])
  })

  test('sends what was missed with the next roast day, beside what is planned for it', async () => {
    await subscribe(shop, cora, { coffees: [espresso], everyWeeks: 1 })
    await after(8)
    const { missed } = await overview()
    expect(missed).toMatchObject([
      {
        day: '2026-12-01',
        name: cora.name,
        email: cora.email,
        coffees: [`1 × ${espresso.name}`],
        canSend: true,
      },
    ])
    expect((await ada.call('GET /waiting', {})).answer.missed).toBe(1)
    expect((await decide(missed[0]?._id, 'send')).answer).toEqual({ acknowledged: true, modifiedCount: 1 })
    const own = await listSubscriptions(shop.database.read, cora)
    expect(own.renewals).toMatchObject([{ roastOn: '2026-12-08' }])
    expect((await decide(missed[0]?._id, 'send')).problem.code).toBe('state-conflict')
    expect((await decide(missed[0]?._id, 'leave-out')).problem.code).toBe('state-conflict')
    await after(12.1)
    expect(await roastDays()).toEqual([
      ['2026-12-08', 'paid', espresso.price_cents + 450],
      ['2026-12-08', 'paid', espresso.price_cents],
    ])
    expect(await subscriptionsOf(shop, cora)).toMatchObject([{ next_on: '2026-12-15' }])
    expect((await overview()).missed).toEqual([])
    const { answer: log } = await ada.call('GET /audit', { query: {} })
    expect(log).toContainEqual(
      expect.objectContaining({ action: 'sent missed delivery', subject: `1 × ${espresso.name}` }),
    )
  })

  test('sends and leaves out together what a person should have got in one parcel', async () => {
    await subscribe(shop, cora, { coffees: [espresso], everyWeeks: 1 })
    await subscribe(shop, cora, { coffees: [lungo], everyWeeks: 1 })
    await shop.database.write(({ tx }) => tx.updateTable('subscriptions').set({ mandate_id: null }).execute())
    await after(8)
    await putInStock(shop.database, { unit: 'bags', remaining: 0 }, [espresso, null])
    const [both] = (await overview()).missed
    expect(both?.coffees).toEqual([`1 × ${espresso.name}`, `1 × ${lungo.name}`])
    await decide(both?._id, 'send')
    const [soldOut, ...others] = (await overview()).missed
    expect([soldOut?.coffees, others]).toEqual([[`1 × ${espresso.name}`], []])
    expect((await decide(soldOut?._id, 'send')).problem.code).toBe('sold-out')
    await shop.database.write(({ tx }) => tx.updateTable('subscriptions').set({ state: 'ended' }).execute())
    expect((await overview()).missed).toMatchObject([{ canSend: false }])
    expect((await decide(soldOut?._id, 'send')).problem.code).toBe('state-conflict')
    expect((await decide(soldOut?._id, 'leave-out')).status).toBe(200)
    expect((await overview()).missed).toEqual([])
    // The planned delivery of that day has paid for the parcel.
    expect((await roastDays()).at(-1)).toEqual(['2026-12-08', 'waiting', lungo.price_cents])
  })

  test('sends in several orders what is too heavy for one, and leaves what is too heavy alone', async () => {
    for (const coffee of [espresso, lungo, lungo])
      await subscribe(shop, cora, { coffees: [coffee], everyWeeks: 1 })
    const [{ id } = { id: '' }] = await subscriptionsOf(shop, cora)
    await shop.database.write(async ({ tx }) => {
      await tx.updateTable('subscriptions').set({ mandate_id: null }).execute()
      await tx.updateTable('subscriptions').set({ quantity: 2 }).where('id', '=', id).execute()
    })
    await after(8)
    const before = await roastDays()
    // A parcel has at most 5 kg.
    await weigh(shop.database, 3000, espresso, lungo)
    const sent = await decide(id, 'send')
    const again = await decide(id, 'send')
    await weigh(shop.database, null, espresso, lungo)
    expect([sent.answer, again.problem.code]).toEqual([
      { acknowledged: true, modifiedCount: 2 },
      'cannot-be-delivered',
    ])
    // The planned delivery of that day has paid for the parcels.
    expect((await roastDays()).slice(before.length)).toEqual([
      ['2026-12-08', 'waiting', lungo.price_cents],
      ['2026-12-08', 'waiting', lungo.price_cents],
    ])
    expect((await overview()).missed).toMatchObject([{ coffees: [`2 × ${espresso.name}`] }])
  })

  test('says who joined, paused and left in the last 30 days, and why', async () => {
    const dora = await shop.person(`Dora ${count}`)
    await subscribe(shop, cora, { coffees: [espresso], everyWeeks: 1 })
    await subscribe(shop, dora, { coffees: [lungo], everyWeeks: 3 })
    await shop.database.write(async ({ tx }) => {
      const of = (person: TestPerson) => tx.updateTable('subscriptions').where('user_id', '=', person.userId)
      await of(cora).set({ state: 'ended', ended_at: ORDERED, ended_reason: 'Too much coffee' }).execute()
      await of(dora).set({ state: 'paused' }).execute()
    })
    const { joined, paused, left } = await overview()
    expect(joined.newest.map(({ name }) => name)).toEqual([dora.name, cora.name])
    expect(paused).toMatchObject({
      count: 1,
      newest: [{ name: dora.name, coffee: lungo.name, reason: null }],
    })
    expect(left).toMatchObject({
      count: 1,
      newest: [{ email: cora.email, at: ORDERED, reason: 'Too much coffee' }],
    })
    await after(31)
    const later = await overview()
    expect([later.joined.count, later.paused.count, later.left.count]).toEqual([0, 1, 0])
  })

  test('lists all subscriptions, and finds them by the beginning of a name or an email address', async () => {
    const zoe = await shop.person(`Zoe ${count}`)
    await subscribe(shop, cora, { coffees: [espresso, espresso], everyWeeks: 2 })
    await subscribe(shop, zoe, { coffees: [lungo], everyWeeks: 1 })
    const list = async (query: { name?: string; email?: string; state?: 'active' | 'paused' }) =>
      (await ada.call('GET /allSubscriptions', { query })).answer
    expect(await list({})).toMatchObject([
      { name: zoe.name },
      {
        name: cora.name,
        coffee: espresso.name,
        quantity: 2,
        everyWeeks: 2,
        nextDay: '2026-12-08',
        state: 'active',
        income: 2 * espresso.price_cents,
      },
    ])
    expect((await list({ name: 'ZOE' })).map(({ name }) => name)).toEqual([zoe.name])
    expect((await list({ email: cora.email.slice(0, -5) })).map(({ name }) => name)).toEqual([cora.name])
    expect(await list({ name: 'nobody' })).toEqual([])
    await shop.database.write(({ tx }) =>
      tx
        .updateTable('subscriptions')
        .set({ state: 'paused', next_on: '2026-12-09' })
        .where('user_id', '=', zoe.userId)
        .execute(),
    )
    // The shop roasts on Tuesdays.
    expect(await list({ state: 'paused' })).toMatchObject([{ name: zoe.name, nextDay: '2026-12-15' }])
    expect((await list({ state: 'active', name: 'ZOE' })).length).toBe(0)
  })
})
