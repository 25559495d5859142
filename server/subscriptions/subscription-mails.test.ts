import '#test/cheap-passwords.ts'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { SubscriptionEvent } from '#contract/values/mails.ts'
import { deliverMail } from '#server/mail/deliver-mail.ts'
import { chargeDue } from '#server/payments/renewals/charge-due.ts'
import { archive, putInStock, sellWithoutStock, setPrice, weigh } from '#test/catalogue.ts'
import { FakeGateway } from '#test/gateway.ts'
import { portugueseShop, saveTestSelling } from '#test/selling/portuguese-shop.ts'
import { subscribe, subscriptionsOf } from '#test/selling/subscriptions.ts'
import { givenShop, mailSettings } from '#test/shop.ts'
import type { TestPerson, TestShop } from '#test/shop.ts'
import { RecordingMailer } from '#test/stand-ins/recording-mailer.ts'
import { stores } from '#test/stores.ts'
import { closeDue } from './close-due.ts'
import { followPrices } from './follow-prices.ts'
import { changeSubscription } from './own/change-subscription.ts'
import { remind } from './remind.ts'

/** A Tuesday. The shop roasts on Tuesdays until 10:00, so what is ordered then is roasted on that day. */
const ORDERED = Date.parse('2026-11-24T08:00:00Z')
const DAY_MS = 24 * 60 * 60_000

type Told = { event: SubscriptionEvent; coffees: string[]; amount?: string; roastOn?: string; at?: number }

describe.each(stores)('mails about subscriptions on $name', ({ fresh }) => {
  const gateway = new FakeGateway()
  const shop = givenShop(fresh, { gateway, env: mailSettings })
  const settings = {
    ...portugueseShop,
    roasting: { weekdays: [2], cutOff: '10:00', closedDays: [] },
    subscriptions: { isOffered: true, percentOff: 0 },
  }
  let cora: TestPerson
  let count = 0
  beforeAll(() => saveTestSelling(shop.database, settings))
  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: ORDERED })
    cora = await shop.person(`Cora ${(count += 1)}`)
    gateway.mode = 'pay'
    gateway.retry = null
    await subscribe(shop, cora, { coffees: [shop.shelves.espresso, shop.shelves.espresso], everyWeeks: 2 })
  })
  afterEach(async () => {
    vi.useRealTimers()
    await shop.database.write(async ({ tx }) => {
      await tx.updateTable('subscriptions').set({ state: 'ended' }).execute()
      await tx.updateTable('payments').set({ due_at: null }).execute()
    })
  })

  /** Lets time pass until some days after the first order, and runs the jobs. */
  async function after(days: number, database = shop.database): Promise<void> {
    vi.setSystemTime(ORDERED + days * DAY_MS)
    const { payments, selling } = shop
    const parts = { database, payments, products: payments.products, selling, sendsMail: true }
    await followPrices(parts)
    await remind(parts)
    await closeDue(parts)
    await chargeDue(payments)
  }
  async function told(): Promise<Told[]> {
    const mails = shop.database.read.selectFrom('outbox').select('data').where('recipient', '=', cora.email)
    const found = await mails.where('template', '=', 'subscription').orderBy('id').execute()
    return found.map(({ data }): Told => JSON.parse(data ?? '{}'))
  }
  const own = async () => (await subscriptionsOf(shop, cora))[0]
  const comesNext = (next_on: string) =>
    shop.database.write(({ tx }) =>
      tx.updateTable('subscriptions').set({ next_on }).where('user_id', '=', cora.userId).execute(),
    )

  test('say that one has begun, and remind once, three days before a delivery is ordered', async () => {
    for (const day of [8.9, 9.1, 9.2, 12.1, 12.2]) await after(day)
    expect(await told()).toMatchObject([
      { event: 'begun', coffees: [expect.stringMatching(/^2 × Espresso.*\$2\.50 each, every 2 weeks$/)] },
      {
        event: 'reminder',
        roastOn: '2026-12-08',
        until: Date.parse('2026-12-06T10:00:00Z'),
        amount: '$9.50',
      },
    ])
  })

  test('remind of a delivery that costs nothing in the parcel of an order that was not sent', async () => {
    await comesNext('2026-12-01')
    const late = { roast_on: '2026-12-01' }
    await shop.database.write(({ tx }) =>
      tx.updateTable('checkouts').set(late).where('user_id', '=', cora.userId).execute(),
    )
    await after(2.1)
    expect((await told()).at(-1)).toMatchObject({ event: 'reminder', roastOn: '2026-12-01', amount: '$5.00' })
  })

  test('remind of deliveries that are too heavy for one order, but not of one that is too heavy alone', async () => {
    const { espresso, lungo } = shop.shelves
    await subscribe(shop, cora, { coffees: [lungo], everyWeeks: 2 })
    await subscribe(shop, cora, { coffees: [lungo], everyWeeks: 2 })
    await shop.database.write(({ tx }) => tx.updateTable('subscriptions').set({ mandate_id: null }).execute())
    // Two bags of espresso are too heavy for a parcel of at most 5 kg.
    await weigh(shop.database, 3000, espresso, lungo)
    await after(5)
    await weigh(shop.database, null, espresso, lungo)
    const aLungo = expect.stringMatching('Lungo')
    const [reminder, impossible] = (await told()).slice(3)
    expect(reminder).toMatchObject({ event: 'reminder', coffees: [aLungo, aLungo] })
    expect(reminder).not.toHaveProperty('amount')
    expect(impossible).toMatchObject({ event: 'impossible', coffees: [expect.stringMatching('Espresso')] })
  })

  test('remind of the whole amount while a coffee is sold out, and of none if it is no longer sold', async () => {
    const { espresso } = shop.shelves
    await putInStock(shop.database, { unit: 'bags', remaining: 1 }, [espresso, null])
    await after(9.1)
    await sellWithoutStock(shop.database, espresso)
    expect((await told()).at(-1)).toMatchObject({ event: 'reminder', roastOn: '2026-12-08', amount: '$9.50' })
    await after(12.1)
    await archive(shop.database, espresso)
    await after(23.1)
    await archive(shop.database, espresso, null)
    const last = (await told()).at(-1)
    expect(last).toMatchObject({ event: 'reminder', roastOn: '2026-12-22' })
    expect(last).not.toHaveProperty('amount')
  })

  test('remind of a delivery as it is after a change at the same moment', async () => {
    await subscribe(shop, cora, { coffees: [shop.shelves.lungo], everyWeeks: 2 })
    const [first, second] = await subscriptionsOf(shop, cora)
    const change = (
      id: string | undefined,
      values: { next_on: string } | { quantity: number } | { state: 'ended' },
    ) =>
      shop.database.write(({ tx }) =>
        tx
          .updateTable('subscriptions')
          .set(values)
          .where('id', '=', id ?? '')
          .execute(),
      )
    const database: TestShop['database'] = {
      ...shop.database,
      write: async (work) => {
        await change(first?.id, { next_on: '2026-12-22' })
        await change(second?.id, { quantity: 2 })
        return shop.database.write(work)
      },
    }
    await after(9.1, database)
    await after(9.2)
    expect((await told()).filter(({ event }) => event !== 'begun')).toMatchObject([
      { event: 'reminder', coffees: [expect.stringMatching(/^2 × Lungo/)], amount: '$24.60' },
    ])
    await change(second?.id, { state: 'ended' })
    await change(first?.id, { next_on: '2026-12-08' })
    await after(9.3)
    expect((await told()).at(-1)).toMatchObject({
      coffees: [expect.stringMatching(/^2 × Espresso/)],
      amount: '$9.50',
    })
  })

  test('remind of a delivery that was moved nearer, and not of one that was put off', async () => {
    await comesNext('2026-12-01')
    await after(2.1)
    const change = { nextOn: '2026-12-22' }
    const parts = { ...shop, products: shop.payments.products, sendsMail: true }
    await changeSubscription(parts, cora, { id: (await own())?.id ?? '', change })
    expect(await own()).toMatchObject({ next_on: '2026-12-22' })
    await after(9.1)
    expect((await told()).map(({ event, roastOn }) => [event, roastOn])).toEqual([
      ['begun', undefined],
      ['reminder', '2026-12-01'],
    ])
  })

  test('say when a declined card is tried again, that the bank asks, and that it is paused', async () => {
    Object.assign(gateway, { mode: 'decline', retry: 'later' })
    await after(12.1)
    gateway.retry = 'customer'
    await after(15.2)
    await after(19.2)
    expect((await told()).slice(1).filter(({ event }) => event !== 'reminder')).toMatchObject([
      { event: 'declined', amount: '$9.50', at: expect.any(Number) },
      { event: 'confirm', amount: '$9.50' },
      { event: 'paused', amount: '$9.50' },
    ])
    expect(await own()).toMatchObject({ state: 'paused' })
  })

  test('say that a coffee is sold out, and that one cannot be delivered any more', async () => {
    const { espresso } = shop.shelves
    const stock = await putInStock(shop.database, { unit: 'bags', remaining: 0 }, [espresso, null])
    await after(12.1)
    await shop.database.write(({ tx }) =>
      tx.updateTable('stocks').set({ remaining: 100 }).where('id', '=', stock).execute(),
    )
    await saveTestSelling(shop.database, { ...settings, methods: [] })
    await after(23.1)
    await after(26.1)
    await saveTestSelling(shop.database, settings)
    expect((await told()).filter(({ event }) => !['begun', 'reminder'].includes(event))).toMatchObject([
      { event: 'sold-out', roastOn: '2026-12-08' },
      { event: 'impossible', roastOn: '2026-12-22', until: Date.parse('2026-12-20T10:00:00Z') },
      { event: 'impossible', roastOn: '2026-12-22' },
    ])
  })

  test('say 14 days before that a price rises, and the old one holds until then', async () => {
    const { espresso } = shop.shelves
    await setPrice(shop.database, espresso, 300)
    await after(5)
    await after(5.1)
    expect(await own()).toMatchObject({
      price_cents: 250,
      new_price_cents: 300,
      new_price_from: ORDERED + 19 * DAY_MS,
    })
    await after(12.1)
    await after(26.1)
    expect(await own()).toMatchObject({ price_cents: 300, new_price_cents: null, new_price_from: null })
    const orders = await shop.database.read
      .selectFrom('orders')
      .select('total_cents')
      .where('user_id', '=', cora.userId)
      .orderBy('id')
      .execute()
    expect(orders.map(({ total_cents }) => total_cents)).toEqual([950, 950, 1050])
    expect((await told()).filter(({ event }) => event === 'price')).toMatchObject([{ amount: '$3.00' }])
    await setPrice(shop.database, espresso, 250)
  })

  test('say nothing of a price that rises at the moment at which the subscription ends', async () => {
    await setPrice(shop.database, shop.shelves.espresso, 300)
    const database: TestShop['database'] = {
      ...shop.database,
      write: async (work) => {
        await shop.database.write(({ tx }) =>
          tx
            .updateTable('subscriptions')
            .set({ state: 'ended' })
            .where('user_id', '=', cora.userId)
            .execute(),
        )
        return shop.database.write(work)
      },
    }
    await after(5, database)
    await setPrice(shop.database, shop.shelves.espresso, 250)
    expect((await told()).map(({ event }) => event)).toEqual(['begun'])
  })

  test('say nothing of a price that falls, which holds at once, and take back one that returns', async () => {
    const { espresso } = shop.shelves
    await setPrice(shop.database, espresso, 300)
    await after(1)
    await setPrice(shop.database, espresso, 250)
    await after(2)
    expect(await own()).toMatchObject({ price_cents: 250, new_price_cents: null, new_price_from: null })
    await setPrice(shop.database, espresso, 200)
    await after(3)
    expect(await own()).toMatchObject({ price_cents: 200, new_price_cents: null })
    expect((await told()).map(({ event }) => event)).toEqual(['begun', 'price'])
    await setPrice(shop.database, espresso, 250)
  })

  test('have a link that opens the page, and one that revokes it, and keep no token once they are sent', async () => {
    const [mail] = await shop.database.read
      .selectFrom('outbox')
      .selectAll()
      .where('recipient', '=', cora.email)
      .where('template', '=', 'subscription')
      .execute()
    const { token } = JSON.parse(mail?.data ?? '{}')
    const seen = mail && (await shop.mailComposer.compose(mail))
    const props = JSON.stringify(seen)
    expect(props).toContain(`/subscriptions#${token}`)
    expect(props).toContain(`/subscriptions#revoke.${token}`)
    const hidden = mail && (await shop.mailComposer.preview(mail))
    expect(JSON.stringify(hidden)).not.toContain(token)
    const composer = { compose: async () => ({ text: 'Hello', sender: 'Shop' }) }
    const delivery = { mailer: new RecordingMailer(), composer, ownerAddress: 'owner@coffee.example' }
    await deliverMail({ database: shop.database, ...delivery })
    const kept = shop.database.read.selectFrom('outbox').select('status').where('data', 'like', `%${token}%`)
    expect(await kept.execute()).toEqual([])
  })
})
