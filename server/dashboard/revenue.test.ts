import '#test/cheap-passwords.ts'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { setShopDates, shopDates } from '#contract/values/dates/shop-dates.ts'
import { EXPORT_PATHS } from '#contract/values/exports.ts'
import { splitCsv } from '#contract/values/orders/split-csv.ts'
import { sumMonth } from '#server/books/month/sum-month.ts'
import { readSnapshot } from '#server/books/snapshot.ts'
import { markPaid, takeBackPayment } from '#server/payments/mark-paid.ts'
import { idAt } from '#server/platform/clock.ts'
import type { ShopDatabase } from '#server/shop-database.ts'
import { buy, checkoutOf, orderOfId, orderToPayLater, storeCheckout } from '#test/orders/orders.ts'
import { enter, itemRow } from '#test/rows.ts'
import { enterSales } from '#test/selling/german-month.ts'
import { givenShop } from '#test/shop.ts'
import type { TestPerson } from '#test/shop.ts'
import { stores } from '#test/stores.ts'
import { DashboardSummaries } from './dashboard-summary.ts'

const HOUR = 60 * 60 * 1000

function summariesOf({ database }: { database: ShopDatabase }): DashboardSummaries {
  return new DashboardSummaries({ database, currency: async () => 'USD', isPaidLater: false })
}

describe.each(stores)('the revenue on $name', ({ fresh }) => {
  const shop = givenShop(fresh)
  let ada: TestPerson
  let cora: TestPerson
  beforeAll(async () => {
    ada = await shop.admin('Ada')
    cora = await shop.person('Cora')
  })
  beforeEach(async () => {
    for (const table of ['cart_items', 'orders', 'refunds'] as const)
      await shop.database.write(({ tx }) => tx.deleteFrom(table).execute())
  })
  afterEach(() => {
    vi.useRealTimers()
    setShopDates({ ...shopDates(), timeZone: 'UTC' })
  })

  const glance = async () => (await ada.call('GET /glance', {})).answer
  const refund = (id: string, amount: string) =>
    ada.call('POST /order/{id}/refunds', { params: { id }, body: { amount } })

  test('includes what delivery cost, once for each order', async () => {
    const { espresso, lungo } = shop.shelves
    const id = await buy(cora, espresso, lungo)
    await storeCheckout(shop.database, id, checkoutOf({ deliveryPrice: 450 }))
    const { payment_id } = await orderOfId(shop.database, id)
    await shop.database.write(async ({ tx }) => {
      await tx.updateTable('orders').set({ total_cents: 1705 }).where('id', '=', id).execute()
      await tx.updateTable('payments').set({ amount_cents: 1705 }).where('id', '=', payment_id).execute()
    })
    await buy(cora, espresso)
    const { today, days, bestSellers } = await glance()
    expect([today.revenue, today.orders, days.at(-1)?.revenue]).toEqual(['19.55', 2, '19.55'])
    expect(bestSellers.map(({ revenue }) => revenue)).toEqual(['5.00', '10.05'])
  })

  test('has refunds beside it, and best sellers without orders that were refunded whole', async () => {
    const { espresso, lungo } = shop.shelves
    const whole = await buy(cora, espresso, lungo)
    const part = await buy(cora, espresso)
    await refund(whole, '5.00')
    await refund(part, '1.00')
    expect((await glance()).today).toMatchObject({ orders: 2, revenue: '15.05', refunded: '6.00' })
    await refund(whole, '7.55')
    const { today, days, bestSellers } = await glance()
    expect(today).toMatchObject({ orders: 2, revenue: '15.05', refunded: '13.55' })
    expect(days.at(-1)).toMatchObject({ sold: 3, revenue: '15.05', refunded: '13.55' })
    expect(bestSellers).toEqual([{ productName: 'Espresso', sold: 1, revenue: '2.50' }])
  })

  test('counts a refund on the day on which it was made', async () => {
    const id = await buy(cora, shop.shelves.espresso)
    const yesterday = Date.now() - 24 * HOUR
    await shop.database.write(({ tx }) =>
      tx.updateTable('cart_items').set({ paid_at: yesterday }).where('order_id', '=', id).execute(),
    )
    await refund(id, '1.00')
    const { days } = await summariesOf(shop).current()
    expect(days.slice(-2)).toMatchObject([
      { revenue: '2.50', refunded: '0.00' },
      { revenue: '0.00', refunded: '1.00' },
    ])
  })

  test('leaves out a payment that was taken back, although its hour was read before', async () => {
    const summaries = summariesOf(shop)
    const order = await orderToPayLater(shop.database, cora, shop.shelves.espresso)
    await markPaid(shop.payments, order.payment_id, { by: ada.userId })
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 5 * HOUR })
    const sums = async () =>
      (await summaries.current()).days.filter(({ sold }) => sold > 0).map(({ revenue }) => revenue)
    expect(await sums()).toEqual(['2.50'])
    await takeBackPayment(shop.payments, order.payment_id, {})
    expect(await sums()).toEqual([])
  })

  test.each([
    ['UTC', '2026-11-22', '2026-11-23'],
    ['Europe/Lisbon', '2026-11-22', '2026-11-23'],
    ['Asia/Tokyo', '2026-11-23', '2026-11-23'],
    ['America/Los_Angeles', '2026-11-22', '2026-11-22'],
  ])('is summed by the days of a shop in %s', async (timeZone, first, second) => {
    setShopDates({ ...shopDates(), timeZone })
    const paidAt = [Date.UTC(2026, 10, 22, 20), Date.UTC(2026, 10, 23, 4)]
    const paid = (at: number) => itemRow({ id: idAt(at), payment: 'OK', paid_at: at, payment_id: `of ${at}` })
    await enter(shop.database, { items: paidAt.map(paid) })
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 24, 12) })
    const { days } = await summariesOf(shop).current()
    expect(days.at(-1)?.day).toBe('2026-11-24')
    expect(days.flatMap(({ day, sold }) => Array.from({ length: sold }, () => day))).toEqual([first, second])
  })

  test('has days of 23 and 25 hours when the clocks change', async () => {
    setShopDates({ ...shopDates(), timeZone: 'Europe/Lisbon' })
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 9, 25, 23, 59) })
    const lastMinute = Date.UTC(2026, 9, 25, 23, 58)
    const row = itemRow({ id: idAt(lastMinute), payment: 'OK', paid_at: lastMinute, payment_id: 'late' })
    await enter(shop.database, { items: [row] })
    const { days } = await summariesOf(shop).current()
    expect(days.at(-1)).toMatchObject({ day: '2026-10-25', sold: 1 })
  })
})

/** A month of 30 days, so that it is what the summary shows on its last day. */
const [MONTH, LAST_DAY] = ['2026-11', Date.UTC(2026, 10, 30, 12)]

describe.each(stores)('the revenue of a German November on $name', ({ fresh }) => {
  const shop = givenShop(fresh)
  afterEach(() => vi.useRealTimers())

  test('is that of the books and, day by day, that of the file for the accountant', async () => {
    const [ada, cora] = [await shop.admin('Ada'), await shop.person('Cora')]
    await enterSales(shop.database, cora)
    const mistaken = await orderToPayLater(shop.database, cora, shop.shelves.espresso)
    vi.useFakeTimers({ toFake: ['Date'], now: LAST_DAY })
    await markPaid(shop.payments, mistaken.payment_id, { by: ada.userId })
    const summaries = summariesOf(shop)
    const { today } = await summaries.current()
    await takeBackPayment(shop.payments, mistaken.payment_id, {})
    const { days, ...after } = await summaries.current()
    expect([today.orders, after.today.orders]).toEqual([2, 1])
    vi.useRealTimers()

    const books = await readSnapshot(shop.store, (query) => sumMonth(query, MONTH, 'EUR'))
    const cents = (text: string) => Math.round(Number(text.replace(',', '.')) * 100)
    const sum = (column: 'revenue' | 'refunded') => days.reduce((total, day) => total + cents(day[column]), 0)
    expect([sum('revenue'), sum('refunded')]).toEqual([books.paid, books.refunded])
    expect(books.refunded).toBeGreaterThan(0)

    const url = `/api${EXPORT_PATHS.monthMoney}?month=${MONTH}`
    const { body } = await shop.app.inject({ url, headers: { cookie: ada.cookie } })
    const ofDay = new Map(days.map(({ day }) => [day, { day, revenue: 0, refunded: 0 }]))
    for (const [day = '', kind, number, , amount = ''] of splitCsv(body.slice(1), ';').slice(1)) {
      const sums = ofDay.get(day)
      if (!sums || number === '') continue
      if (kind === 'payment') sums.revenue += cents(amount)
      if (kind === 'refund') sums.refunded -= cents(amount)
    }
    expect(
      days.map(({ day, ...of }) => ({ day, revenue: cents(of.revenue), refunded: cents(of.refunded) })),
    ).toEqual([...ofDay.values()])
    // The first order was paid an hour before midnight in UTC.
    expect(days[0]).toMatchObject({ day: '2026-11-01', sold: 3 })
  })
})

describe.each(stores)('a shop that is paid by transfer, on $name', ({ fresh }) => {
  const shop = givenShop(fresh, { env: { PAYMENT_GATEWAY: 'later' } })

  test('has no share of accepted payments', async () => {
    const ada = await shop.admin('Ada')
    expect((await ada.call('GET /glance', {})).answer.today).toEqual({
      orders: 0,
      revenue: '0.00',
      refunded: '0.00',
    })
  })
})
