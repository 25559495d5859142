import '#test/cheap-passwords.ts'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { chargeDue } from '#server/payments/renewals/charge-due.ts'
import { FakeGateway } from '#test/gateway.ts'
import { putInStock, weigh } from '#test/catalogue.ts'
import { bank } from '#test/selling/guests.ts'
import { portugueseShop, saveTestSelling } from '#test/selling/portuguese-shop.ts'
import { subscribe, subscriptionsOf } from '#test/selling/subscriptions.ts'
import { givenShop } from '#test/shop.ts'
import type { TestPerson } from '#test/shop.ts'
import { stores } from '#test/stores.ts'
import { closeDue } from './close-due.ts'

/** A Tuesday. The shop roasts on Tuesdays until 10:00, so what is ordered then is roasted on that day. */
const ORDERED = Date.parse('2026-11-24T08:00:00Z')
const DAY_MS = 24 * 60 * 60_000

describe.each(stores)('subscriptions on $name', ({ fresh }) => {
  const gateway = new FakeGateway()
  const shop = givenShop(fresh, { gateway })
  let cora: TestPerson
  let count = 0
  beforeAll(async () => {
    const roasting = { weekdays: [2], cutOff: '10:00', closedDays: ['2026-12-29'] }
    await saveTestSelling(shop.database, { ...portugueseShop, roasting, ways: ['stripe', 'transfer'], bank })
  })
  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: ORDERED })
    cora = await shop.person(`Cora ${(count += 1)}`)
    gateway.mode = 'pay'
    gateway.retry = null
  })
  afterEach(async () => {
    vi.useRealTimers()
    await shop.database.write(async ({ tx }) => {
      await tx.updateTable('subscriptions').set({ state: 'ended' }).execute()
      await tx.updateTable('payments').set({ due_at: null }).execute()
    })
  })

  /** Lets time pass until some days after the first order, and runs the jobs. */
  async function after(days: number): Promise<void> {
    vi.setSystemTime(ORDERED + days * DAY_MS)
    await closeDue(shop)
    await chargeDue(shop.payments)
  }
  const ordersOf = () =>
    shop.database.read
      .selectFrom('orders')
      .innerJoin('checkouts', 'checkouts.payment_id', 'orders.payment_id')
      .select(['state', 'total_cents', 'roast_on'])
      .where('orders.user_id', '=', cora.userId)
      .orderBy('orders.id')
      .execute()

  test('orders and charges each delivery two days before the cut-off of its roast day, once', async () => {
    await subscribe(shop, cora, { coffees: [shop.shelves.espresso, shop.shelves.espresso], everyWeeks: 1 })
    expect(await subscriptionsOf(shop, cora)).toMatchObject([{ next_on: '2026-12-01', quantity: 2 }])
    await after(4)
    expect(await ordersOf()).toHaveLength(1)
    await after(5.1)
    await after(5.2)
    const [first, second, ...others] = await ordersOf()
    expect([first?.roast_on, second?.roast_on]).toEqual(['2026-11-24', '2026-12-01'])
    expect(second).toEqual({ ...first, roast_on: '2026-12-01' })
    expect(others).toEqual([])
  })

  test('put off the delivery of a closed roast day, without moving the rhythm or doubling one', async () => {
    await subscribe(shop, cora, { coffees: [shop.shelves.espresso], everyWeeks: 1 })
    for (const day of [5.1, 12.1, 19.1, 26.1, 40.1, 40.2, 47.1]) await after(day)
    const days = (await ordersOf()).map(({ roast_on }) => roast_on)
    expect(days.slice(3)).toEqual(['2026-12-15', '2026-12-22', '2027-01-05', '2027-01-12'])
  })

  test('join what a person gets on a day in one order', async () => {
    const { espresso, lungo } = shop.shelves
    await subscribe(shop, cora, { coffees: [espresso], everyWeeks: 2 })
    await subscribe(shop, cora, { coffees: [lungo], everyWeeks: 2 })
    await shop.database.write(({ tx }) => tx.updateTable('subscriptions').set({ mandate_id: null }).execute())
    await after(7.1)
    const renewal = (await ordersOf()).slice(2)
    expect(renewal).toEqual([
      {
        state: 'waiting',
        total_cents: espresso.price_cents + lungo.price_cents + 450,
        roast_on: '2026-12-08',
      },
    ])
  })

  test('join what was put off to a day in one order, also after the jobs have not run for weeks', async () => {
    const { espresso, lungo } = shop.shelves
    await subscribe(shop, cora, { coffees: [espresso], everyWeeks: 1 })
    await subscribe(shop, cora, { coffees: [lungo], everyWeeks: 2 })
    await shop.database.write(({ tx }) => tx.updateTable('subscriptions').set({ mandate_id: null }).execute())
    // The last roast day of the year is closed, so both are put off to January 5.
    await after(40.1)
    await after(40.2)
    expect((await ordersOf()).slice(2)).toMatchObject([
      { roast_on: '2027-01-05', total_cents: espresso.price_cents + lungo.price_cents + 450 },
    ])
  })

  test('are ordered apart if they are too heavy for one order, and pay for one delivery', async () => {
    const { espresso, lungo } = shop.shelves
    // A parcel has at most 5 kg.
    await weigh(shop.database, 3000, espresso, lungo)
    for (const coffee of [espresso, lungo, espresso])
      await subscribe(shop, cora, { coffees: [coffee], everyWeeks: 1 })
    const [, , third] = await subscriptionsOf(shop, cora)
    await shop.database.write(async ({ tx }) => {
      await tx.updateTable('subscriptions').set({ mandate_id: null }).execute()
      await tx
        .updateTable('subscriptions')
        .set({ quantity: 2 })
        .where('id', '=', third?.id ?? '')
        .execute()
    })
    await after(0.1)
    await weigh(shop.database, null, espresso, lungo)
    expect((await ordersOf()).slice(3)).toMatchObject([
      { roast_on: '2026-12-01', total_cents: espresso.price_cents + 900 },
      { roast_on: '2026-12-01', total_cents: lungo.price_cents },
    ])
    const deliveries = shop.database.read.selectFrom('deliveries').select('state')
    expect(await deliveries.where('subscription_id', '=', third?.id ?? '').execute()).toEqual([
      { state: 'impossible' },
    ])
  })

  test('cost no delivery if an order that was not sent yet goes to the same place on that day', async () => {
    const { espresso, lungo } = shop.shelves
    await subscribe(shop, cora, { coffees: [lungo], everyWeeks: 6 })
    await subscribe(shop, cora, { coffees: [espresso], everyWeeks: 2 })
    await shop.database.write(({ tx }) =>
      tx
        .updateTable('subscriptions')
        .set({ next_on: '2026-11-24' })
        .where('product_id', '=', espresso.id)
        .execute(),
    )
    await after(0.01)
    expect((await ordersOf()).slice(2)).toEqual([
      { state: 'paid', total_cents: espresso.price_cents, roast_on: '2026-11-24' },
    ])
  })

  test('are charged on day 0, 3 and 7 if the card is declined, and then pause', async () => {
    await subscribe(shop, cora, { coffees: [shop.shelves.espresso], everyWeeks: 2 })
    Object.assign(gateway, { mode: 'decline', retry: 'later' })
    const charges = gateway.asked.length
    for (const day of [12.1, 13, 15.2, 18, 19.2, 22]) await after(day)
    expect(gateway.asked.slice(charges).map((key) => key.split('/').at(-1))).toEqual(['0', '1', '2'])
    expect((await ordersOf()).map(({ state }) => state)).toEqual(['paid', 'cancelled'])
    expect(await subscriptionsOf(shop, cora)).toMatchObject([{ state: 'paused' }])
  })

  test('are not charged again after a hard decline', async () => {
    await subscribe(shop, cora, { coffees: [shop.shelves.espresso], everyWeeks: 2 })
    gateway.mode = 'decline'
    await after(12.1)
    expect((await ordersOf()).map(({ state }) => state)).toEqual(['paid', 'cancelled'])
    expect(await subscriptionsOf(shop, cora)).toMatchObject([{ state: 'paused' }])
  })

  test('repeat a charge with the same key if its answer was lost, and a new one only after a decline', async () => {
    await subscribe(shop, cora, { coffees: [shop.shelves.espresso], everyWeeks: 2 })
    gateway.mode = 'lost'
    const charged = gateway.total
    await after(12.1)
    await after(12.2)
    gateway.mode = 'pay'
    await after(12.3)
    const [, renewal] = await ordersOf()
    expect(renewal?.state).toBe('paid')
    expect(gateway.total - charged).toBe(renewal?.total_cents)
  })

  test('move an order that is paid after its cut-off to the next roast day, and keep the rhythm', async () => {
    await subscribe(shop, cora, { coffees: [shop.shelves.espresso], everyWeeks: 2 })
    Object.assign(gateway, { mode: 'decline', retry: 'later' })
    await after(12.1)
    gateway.mode = 'pay'
    await after(15.2)
    expect((await ordersOf()).map(({ roast_on }) => roast_on)).toEqual(['2026-11-24', '2026-12-15'])
    expect(await subscriptionsOf(shop, cora)).toMatchObject([{ next_on: '2026-12-22' }])
  })

  test('leave out a coffee that is sold out, unless there is a second choice, and charge nothing for it', async () => {
    const { espresso, lungo } = shop.shelves
    await subscribe(shop, cora, { coffees: [lungo], everyWeeks: 1 })
    const stock = await putInStock(shop.database, { unit: 'bags', remaining: 0 }, [lungo, null])
    await after(5.1)
    expect(await ordersOf()).toHaveLength(1)
    const second_product_id = espresso.id
    await shop.database.write(({ tx }) =>
      tx.updateTable('subscriptions').set({ second_product_id }).execute(),
    )
    await after(12.1)
    expect(await ordersOf()).toMatchObject([{}, { total_cents: espresso.price_cents + 450 }])
    await shop.database.write(({ tx }) =>
      tx.updateTable('stocks').set({ remaining: 100 }).where('id', '=', stock).execute(),
    )
  })

  test('order what closes later for the same day and place, without a second delivery price', async () => {
    const { espresso, lungo } = shop.shelves
    await subscribe(shop, cora, { coffees: [espresso], everyWeeks: 1 })
    await subscribe(shop, cora, { coffees: [lungo], everyWeeks: 2 })
    await after(5.1)
    await shop.database.write(({ tx }) =>
      tx
        .updateTable('subscriptions')
        .set({ next_on: '2026-12-01' })
        .where('product_id', '=', lungo.id)
        .execute(),
    )
    await after(5.2)
    expect((await ordersOf()).slice(2)).toMatchObject([
      { total_cents: espresso.price_cents + 450, roast_on: '2026-12-01' },
      { total_cents: lungo.price_cents, roast_on: '2026-12-01' },
    ])
  })

  test('are not charged any more once the customer has ended them after a decline', async () => {
    await subscribe(shop, cora, { coffees: [shop.shelves.espresso], everyWeeks: 2 })
    Object.assign(gateway, { mode: 'decline', retry: 'later' })
    await after(12.1)
    await shop.database.write(({ tx }) => tx.updateTable('subscriptions').set({ state: 'ended' }).execute())
    gateway.mode = 'pay'
    const charged = gateway.total
    await after(15.2)
    expect(gateway.total).toBe(charged)
    expect((await ordersOf()).map(({ state }) => state)).toEqual(['paid', 'cancelled'])
  })

  test('wait three and four days between charges, also if the shop was down', async () => {
    await subscribe(shop, cora, { coffees: [shop.shelves.espresso], everyWeeks: 6 })
    Object.assign(gateway, { mode: 'decline', retry: 'later' })
    const charges = gateway.asked.length
    for (const day of [40.1, 53, 53.1, 56]) await after(day)
    expect(gateway.asked.length - charges).toBe(2)
  })

  test('order nothing for roast days that have passed', async () => {
    await subscribe(shop, cora, { coffees: [shop.shelves.espresso], everyWeeks: 1 })
    const charged = gateway.total
    for (const day of [32, 32.1, 32.2, 32.3]) await after(day)
    expect(gateway.total).toBe(charged)
    expect(await ordersOf()).toHaveLength(1)
    const missed = await shop.database.read
      .selectFrom('deliveries')
      .select('roast_on')
      .where('state', '=', 'missed')
      .where('subscription_id', '=', (await subscriptionsOf(shop, cora))[0]?.id ?? '')
      .execute()
    expect(missed.map(({ roast_on }) => roast_on)).toEqual([
      '2026-12-01',
      '2026-12-08',
      '2026-12-15',
      '2026-12-22',
    ])
  })
})
