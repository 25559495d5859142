import '#test/cheap-passwords.ts'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { readReceipt } from '#server/orders/order-mails.ts'
import { cancelAttempt } from '#server/payments/cancel-attempt.ts'
import { markPaid, takeBackPayment } from '#server/payments/mark-paid.ts'
import { bank } from '#test/selling/guests.ts'
import { portugueseShop, saveTestSelling } from '#test/selling/portuguese-shop.ts'
import { subscribe, subscriptionsOf } from '#test/selling/subscriptions.ts'
import { givenShop, mailSettings } from '#test/shop.ts'
import type { TestPerson } from '#test/shop.ts'
import { stores } from '#test/stores.ts'
import { closeDue } from './close-due.ts'
import { dueDeliveries } from './due-deliveries.ts'
import { orderDelivery } from './order-delivery.ts'
import { changeSubscription } from './own/change-subscription.ts'
import { replaceCard } from './replace-card.ts'

/** A Tuesday, on which the shop roasts until 10:00. */
const ORDERED = Date.parse('2026-11-24T08:00:00Z')
const DAY_MS = 24 * 60 * 60_000

describe.each(stores)('subscriptions that are paid by transfer on $name', ({ fresh }) => {
  const shop = givenShop(fresh, { env: { ...mailSettings, PAYMENT_GATEWAY: 'later' } })
  let cora: TestPerson
  let count = 0
  beforeAll(async () => {
    const roasting = { weekdays: [2], cutOff: '10:00', closedDays: [] }
    await saveTestSelling(shop.database, {
      ...portugueseShop,
      roasting,
      ways: ['transfer'],
      bank,
      hasWithdrawal: true,
    })
  })
  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: ORDERED })
    cora = await shop.person(`Cora ${(count += 1)}`)
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  const roastDays = async () =>
    (
      await shop.database.read
        .selectFrom('checkouts')
        .select('roast_on')
        .where('user_id', '=', cora.userId)
        .orderBy('created_at')
        .execute()
    ).map(({ roast_on }) => roast_on)

  test('begin when the money has arrived, from the roast day after it, and end if that was a mistake', async () => {
    const { paymentId = '' } = await subscribe(shop, cora, {
      coffees: [shop.shelves.espresso],
      everyWeeks: 1,
    })
    expect(await subscriptionsOf(shop, cora)).toEqual([])
    vi.setSystemTime(ORDERED + 10 * DAY_MS)
    await markPaid(shop.payments, paymentId, { by: 'ada' })
    expect(await roastDays()).toEqual(['2026-12-08'])
    expect(await subscriptionsOf(shop, cora)).toMatchObject([{ state: 'active', next_on: '2026-12-15' }])
    await takeBackPayment(shop.payments, paymentId, {})
    expect(await subscriptionsOf(shop, cora)).toMatchObject([{ state: 'ended' }])
    await markPaid(shop.payments, paymentId, { by: 'ada' })
    expect(await subscriptionsOf(shop, cora)).toMatchObject([{ state: 'active', ended_at: null }])
    // A transfer is asked for a week before the cut-off of 15 December.
    vi.setSystemTime(ORDERED + 14.1 * DAY_MS)
    await closeDue(shop)
    expect(await roastDays()).toEqual(['2026-12-08', '2026-12-15'])
    const [first, renewal] = await shop.database.read
      .selectFrom('orders')
      .select('id')
      .where('user_id', '=', cora.userId)
      .orderBy('number')
      .execute()
    const receiptOf = (id = '') => readReceipt(shop.database.read, id)
    expect(await receiptOf(first?.id)).not.toHaveProperty('renewal')
    expect((await receiptOf(renewal?.id))?.renewal).toEqual({ payBy: Date.parse('2026-12-15T10:00Z') })
  })

  test('begin on a roast day that is to come if an admin enters late that the money arrived in time', async () => {
    const { paymentId = '' } = await subscribe(shop, cora, {
      coffees: [shop.shelves.espresso],
      everyWeeks: 1,
    })
    vi.setSystemTime(ORDERED + 5 * DAY_MS)
    await markPaid(shop.payments, paymentId, { by: 'ada', at: ORDERED + 1 })
    expect(await roastDays()).toEqual(['2026-12-01'])
    expect(await subscriptionsOf(shop, cora)).toMatchObject([{ next_on: '2026-12-08' }])
  })

  const told = async () => {
    const mails = shop.database.read.selectFrom('outbox').select('data').where('recipient', '=', cora.email)
    const all = await mails.where('template', '=', 'subscription').orderBy('id').execute()
    return all.map(({ data }): unknown => JSON.parse(data ?? '{}'))
  }

  test('end when the customer withdraws from the first order, and do not begin if that was before it is paid', async () => {
    const wish = { coffees: [shop.shelves.espresso], everyWeeks: 1 as const }
    const orderOf = async (paymentId = '') => {
      const orders = shop.database.read.selectFrom('orders').select(['id', 'number'])
      return orders.where('payment_id', '=', paymentId).executeTakeFirstOrThrow()
    }
    const { paymentId = '' } = await subscribe(shop, cora, wish)
    await markPaid(shop.payments, paymentId, { by: 'ada' })
    const { id, number } = await orderOf(paymentId)
    await cora.call('PUT /myOrder/{id}/withdrawal', { params: { id } })
    const reason = { ended_reason: `The customer has withdrawn from order ${number}.` }
    expect(await subscriptionsOf(shop, cora)).toMatchObject([{ state: 'ended', ...reason }])
    expect(await told()).toMatchObject([
      { event: 'begun' },
      { event: 'stopped', reason: `You have withdrawn from order ${number}.` },
    ])
    const { paymentId: debit = '' } = await subscribe(shop, cora, wish)
    await shop.database.write(({ tx }) =>
      tx.updateTable('orders').set({ withdrawn_at: ORDERED }).where('payment_id', '=', debit).execute(),
    )
    await markPaid(shop.payments, debit, { by: 'ada' })
    expect(await subscriptionsOf(shop, cora)).toHaveLength(1)
    expect(await told()).toHaveLength(2)
  })

  test('go on with the next delivery that can be changed if the money arrives weeks after a mistake', async () => {
    const { paymentId = '' } = await subscribe(shop, cora, {
      coffees: [shop.shelves.espresso],
      everyWeeks: 1,
    })
    await markPaid(shop.payments, paymentId, { by: 'ada' })
    await takeBackPayment(shop.payments, paymentId, {})
    const later = ORDERED + 35 * DAY_MS
    vi.setSystemTime(later)
    await markPaid(shop.payments, paymentId, { by: 'ada' })
    await closeDue(shop)
    const [{ id = '', ...own } = {}] = await subscriptionsOf(shop, cora)
    expect(own).toMatchObject({ state: 'active', next_on: '2027-01-05', resumed_at: later })
    const deliveries = shop.database.read.selectFrom('deliveries').select('state')
    expect(await deliveries.where('subscription_id', '=', id).execute()).toEqual([])
  })

  test('are not charged a week early if a card is saved while their deliveries are ordered', async () => {
    const { paymentId = '' } = await subscribe(shop, cora, {
      coffees: [shop.shelves.espresso],
      everyWeeks: 1,
    })
    await markPaid(shop.payments, paymentId, { by: 'ada' })
    const time = ORDERED + 0.1 * DAY_MS
    vi.setSystemTime(time)
    const settings = await shop.selling.settingsNow()
    const due = await Array.fromAsync(dueDeliveries(shop.database.read, settings, time))
    const own = due.find(({ subscriptions }) => subscriptions[0]?.user_id === cora.userId)
    if (!own) throw new Error('No delivery is due.')
    const card = { customer: 'cus_1', method: 'pm_1', card: 'Visa 4242' }
    await shop.database.write(({ tx }) => replaceCard(tx, { userId: cora.userId, gateway: 'stripe' }, card))
    await orderDelivery(shop, settings, own)
    expect(await roastDays()).toEqual(['2026-11-24'])
    expect(await subscriptionsOf(shop, cora)).toMatchObject([{ next_on: '2026-12-01' }])
  })

  test('are paid by the first card that is saved, apart from gifts, and stay beside one that is paid by card', async () => {
    for (let started = 0; started < 3; started++) {
      const { paymentId = '' } = await subscribe(shop, cora, {
        coffees: [shop.shelves.espresso],
        everyWeeks: 1,
      })
      await markPaid(shop.payments, paymentId, { by: 'ada' })
    }
    const [first, second, gift] = await subscriptionsOf(shop, cora)
    const change = (id = '', to: { deliveries_left: number } | { mandate_id: null }) =>
      shop.database.write(({ tx }) => tx.updateTable('subscriptions').set(to).where('id', '=', id).execute())
    const save = (customer: string) =>
      shop.database.write(({ tx }) =>
        replaceCard(
          tx,
          { userId: cora.userId, gateway: 'stripe' },
          { customer, method: `pm_${customer}`, card: 'Visa 4242' },
        ),
      )
    const cards = async () => (await subscriptionsOf(shop, cora)).map(({ mandate_id }) => mandate_id)
    await change(gift?.id, { deliveries_left: 3 })
    await save('cus_2')
    const [saved] = await cards()
    expect(await cards()).toEqual([expect.any(String), saved, null])
    await change(second?.id, { mandate_id: null })
    await save('cus_3')
    expect(await cards()).toEqual([expect.not.stringMatching(saved ?? ''), null, null])
    expect(first?.mandate_id).toBeNull()
  })

  test('are paused when two renewals in a row are cancelled because no transfer came, and roast nothing more', async () => {
    const { paymentId = '' } = await subscribe(shop, cora, {
      coffees: [shop.shelves.espresso],
      everyWeeks: 1,
    })
    await markPaid(shop.payments, paymentId, { by: 'ada' })
    const state = async () => (await subscriptionsOf(shop, cora))[0]?.state
    const cancel = async (by = 'ada') => {
      const renewals = shop.database.read.selectFrom('renewals').select('id')
      const [newest] = await renewals.where('user_id', '=', cora.userId).orderBy('id', 'desc').execute()
      await cancelAttempt(shop.payments, newest?.id ?? '', { by })
    }
    const pass = async (days: number) => {
      vi.setSystemTime(ORDERED + days * DAY_MS)
      await closeDue(shop)
    }
    // The customer cancels one, which says nothing about transfers.
    await pass(0.1)
    await cancel(cora.userId)
    await pass(7.1)
    await cancel()
    expect(await state()).toBe('active')
    await pass(14.1)
    await cancel()
    expect(await state()).toBe('paused')
    const before = await roastDays()
    await pass(21.1)
    expect(await roastDays()).toEqual(before)
    expect(await told()).toMatchObject([{ event: 'begun' }, { event: 'unpaid' }])
    // What was not paid before does not count once the customer has resumed it.
    const [{ id } = { id: '' }] = await subscriptionsOf(shop, cora)
    const parts = { ...shop, products: shop.payments.products, sendsMail: true }
    await changeSubscription(parts, cora, { id, change: { state: 'active' } })
    await pass(28.1)
    await cancel()
    expect([(await roastDays()).length, await state()]).toEqual([before.length + 1, 'active'])
    await pass(35.1)
    await cancel()
    expect(await state()).toBe('paused')
    expect(await told()).toMatchObject([{}, {}, { event: 'resumed' }, { event: 'unpaid' }])
  })
})
