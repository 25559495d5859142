import '#test/cheap-passwords.ts'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { readReceipt } from '#server/orders/order-mails.ts'
import { markPaid, takeBackPayment } from '#server/payments/mark-paid.ts'
import { bank } from '#test/selling/guests.ts'
import { portugueseShop, saveTestSelling } from '#test/selling/portuguese-shop.ts'
import { subscribe, subscriptionsOf } from '#test/selling/subscriptions.ts'
import { givenShop } from '#test/shop.ts'
import type { TestPerson } from '#test/shop.ts'
import { stores } from '#test/stores.ts'
import { closeDue } from './close-due.ts'

/** A Tuesday, on which the shop roasts until 10:00. */
const ORDERED = Date.parse('2026-11-24T08:00:00Z')
const DAY_MS = 24 * 60 * 60_000

describe.each(stores)('subscriptions that are paid by transfer on $name', ({ fresh }) => {
  const shop = givenShop(fresh, { env: { PAYMENT_GATEWAY: 'later' } })
  let cora: TestPerson
  beforeAll(async () => {
    const roasting = { weekdays: [2], cutOff: '10:00', closedDays: [] }
    await saveTestSelling(shop.database, { ...portugueseShop, roasting, ways: ['transfer'], bank })
  })
  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: ORDERED })
    cora = await shop.person('Cora')
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
})
