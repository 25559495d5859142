import '#test/cheap-passwords.ts'
import fc from 'fast-check'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { DashboardSummary } from '#contract/dashboard.ts'
import { toAmountText } from '#contract/values/money.ts'
import { idAt } from '#server/platform/clock.ts'
import type { ShopDatabase } from '#server/shop-database.ts'
import type { CartItemRow } from '#server/tables.ts'
import { enter, itemRow, orderRow } from '#test/rows.ts'
import { givenShop, openTestShop } from '#test/shop.ts'
import type { TestPerson } from '#test/shop.ts'
import { stores } from '#test/stores.ts'
import { DashboardSummaries } from './dashboard-summary.ts'

/** A test timeout in milliseconds that is long enough on a busy machine. */
const PATIENT = { timeout: 120_000 }

const HOUR = 60 * 60 * 1000

function summariesOf({ database }: { database: ShopDatabase }): DashboardSummaries {
  return new DashboardSummaries({ database, currency: async () => 'USD', isPaidLater: false })
}
const DAY = 24 * HOUR
const MIDNIGHT = Date.UTC(2027, 2, 1)

/**
 * Generates a line that was put into the cart `ago` milliseconds ago, and paid `later` milliseconds after that. If
 * `later` is null, the line is not paid.
 */
const anyItem = fc.record({
  ago: fc.oneof(fc.integer({ min: 0, max: 2 * DAY }), fc.integer({ min: 0, max: 33 * DAY })),
  later: fc.option(fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 3 * DAY })), { nil: null }),
  product: fc.constantFrom('Espresso', 'Lungo', 'Filter', 'Mocha', 'Latte', 'Flat White', 'Cortado'),
  cents: fc.constantFrom(5, 250, 1005, 999_999_999),
  removed: fc.boolean(),
  /** Lines with the same number that were paid in the same hour were paid with the same payment. */
  payment: fc.integer({ min: 1, max: 5 }),
})

type Item = {
  ago: number
  later: number | null
  product: string
  cents: number
  removed: boolean
  payment?: number
}

function rowOf({ ago, later, product, cents, removed, payment = 1 }: Item, at: number): CartItemRow {
  const created = at - ago
  const paid = later !== null && created + later <= at ? created + later : null
  return itemRow({
    id: idAt(created),
    created_at: created,
    product_name: product,
    price_cents: cents,
    paid_at: paid,
    payment: paid === null ? null : 'OK',
    payment_id: paid === null ? null : `payment ${payment} in hour ${Math.floor(paid / HOUR)}`,
    removed_at: removed ? at : null,
  })
}

/** Enters lines, and an order for each payment of these and of earlier lines. */
async function enterLines(database: ShopDatabase, lines: CartItemRow[], earlier: CartItemRow[] = []) {
  await database.write(({ tx }) => tx.deleteFrom('orders').execute())
  const payments = Map.groupBy([...earlier, ...lines], ({ payment_id }) => payment_id)
  const orders = [...payments].flatMap(([payment_id, paid]) =>
    payment_id === null ? [] : [orderRow({ payment_id, total_cents: sumOf(paid) })],
  )
  await enter(database, { items: lines, orders })
}

function sumOf(rows: CartItemRow[]): number {
  return rows.reduce((cents, row) => cents + row.price_cents, 0)
}

/**
 * Computes the expected sales figures from the rows of the table. The expected best sellers have no names, because the
 * order of two products with equal sales is not defined.
 */
function expected(
  rows: CartItemRow[],
  at: number,
): Omit<DashboardSummary, 'bestSellers'> & { best: [number, number][] } {
  const midnight = Math.floor(at / DAY) * DAY
  const soldFrom = (start: number, end: number) =>
    rows.filter(({ paid_at }) => paid_at !== null && paid_at >= start && paid_at < end)
  const sold = soldFrom(midnight - 29 * DAY, midnight + DAY)
  const best = [...Map.groupBy(sold, ({ product_name }) => product_name).values()].map(
    (some): [number, number] => [some.length, sumOf(some)],
  )
  return {
    today: {
      orders: new Set(soldFrom(midnight, midnight + DAY).map(({ payment_id }) => payment_id)).size,
      revenue: toAmountText(sumOf(soldFrom(midnight, midnight + DAY)), 'USD'),
      refunded: '0.00',
      accepted: null,
    },
    days: Array.from({ length: 30 }, (_, back) => {
      const start = midnight - (29 - back) * DAY
      const day = soldFrom(start, start + DAY)
      return {
        day: new Date(start).toISOString().slice(0, 10),
        sold: day.length,
        revenue: toAmountText(sumOf(day), 'USD'),
        refunded: '0.00',
      }
    }),
    best: best.toSorted(([a, x], [b, y]) => b - a || y - x).slice(0, 5),
  }
}

function comparable({ bestSellers, ...rest }: DashboardSummary) {
  return { ...rest, best: bestSellers.map(({ sold, revenue }) => [sold, Math.round(Number(revenue) * 100)]) }
}

describe.each(stores)('the summary of the dashboard on $name', ({ fresh }) => {
  const shop = givenShop(fresh)
  let ada: TestPerson
  beforeAll(async () => void (ada = await shop.admin('Ada')))
  afterEach(() => vi.useRealTimers())

  const empty = () =>
    shop.database.write(async ({ tx }) => {
      for (const table of ['cart_items', 'orders'] as const) await tx.deleteFrom(table).execute()
    })
  const setClock = (at: number) => void vi.useFakeTimers({ toFake: ['Date'], now: at })

  test(
    'sums the lines at any time of the day, also just after midnight and a day later',
    PATIENT,
    async () => {
      const moments = fc.constantFrom(0, 1, HOUR / 2, HOUR - 1, HOUR, HOUR + 1, 12 * HOUR, DAY - 1)
      await fc.assert(
        fc.asyncProperty(
          fc.array(anyItem, { maxLength: 40 }),
          fc.array(anyItem, { maxLength: 10 }),
          fc.tuple(moments, moments),
          async (made, more, [first, second]) => {
            await empty()
            const summaries = summariesOf(shop)
            setClock(MIDNIGHT + first)
            const rows = made.map((item) => rowOf(item, Date.now()))
            await enterLines(shop.database, rows)
            expect(comparable(await summaries.current())).toEqual(expected(rows, Date.now()))
            // A day later, the same instance of `DashboardSummaries` must also count the new sales, although it has
            // cached sums. The rows in `later` are inserted after its first result.
            setClock(MIDNIGHT + DAY + second)
            const later = more.map((item) =>
              rowOf(
                { ...item, ago: item.ago % (DAY + second - first), later: item.later === null ? null : 0 },
                Date.now(),
              ),
            )
            await enterLines(shop.database, later, rows)
            expect(comparable(await summaries.current())).toEqual(expected([...rows, ...later], Date.now()))
          },
        ),
        { numRuns: 15 },
      )
    },
  )

  test('includes a payment from just before midnight that is committed after midnight', async () => {
    await empty()
    const summaries = summariesOf(shop)
    setClock(MIDNIGHT + 1)
    await summaries.current()
    await enterLines(shop.database, [
      rowOf({ ago: 5, later: 0, product: 'Espresso', cents: 250, removed: false }, MIDNIGHT),
    ])
    setClock(MIDNIGHT + 2 * HOUR)
    expect((await summaries.current()).days.at(-2)).toEqual({
      day: '2027-02-28',
      sold: 1,
      revenue: '2.50',
      refunded: '0.00',
    })
  })

  test('reads only days that can still change, and adds up over midnight', async () => {
    await empty()
    const summaries = summariesOf(shop)
    const paidAt = (at: number, payment: number) =>
      rowOf({ ago: 0, later: 0, product: 'Espresso', cents: 250, removed: false, payment }, at)
    setClock(MIDNIGHT + 12 * HOUR)
    const first = [paidAt(MIDNIGHT - 3 * HOUR, 1), paidAt(MIDNIGHT + 3 * HOUR, 2)]
    await enterLines(shop.database, first)
    expect((await summaries.current()).today).toMatchObject({ orders: 1, revenue: '2.50' })
    // The first line is of a day that was read before, so it must not be read again.
    const second = [paidAt(MIDNIGHT - 3 * HOUR, 3), paidAt(MIDNIGHT + 4 * HOUR, 4)]
    await enterLines(shop.database, second, first)
    expect((await summaries.current()).today).toMatchObject({ orders: 2, revenue: '5.00' })
    setClock(MIDNIGHT + DAY + HOUR / 2)
    const { today, days } = await summaries.current()
    expect([today.orders, days.at(-3)?.sold, days.at(-2)?.sold, days.at(-1)?.sold]).toEqual([0, 1, 2, 0])
  })

  test('is empty in a new shop, without a share of accepted payments', async () => {
    await empty()
    const { answer } = await ada.call('GET /glance', {})
    expect(answer.today).toEqual({ orders: 0, revenue: '0.00', refunded: '0.00', accepted: null })
    expect([answer.days.length, answer.days.filter(({ sold }) => sold > 0), answer.bestSellers]).toEqual([
      30,
      [],
      [],
    ])
  })

  test('names the best sellers with their revenue', async () => {
    await empty()
    const sold = (product: string, cents: number) =>
      rowOf({ ago: 0, later: 0, product, cents, removed: false }, Date.now())
    await enterLines(shop.database, [
      sold('Lungo', 300),
      sold('Espresso', 100),
      sold('Espresso', 150),
      sold('Mocha', 900),
    ])
    const { answer } = await ada.call('GET /glance', {})
    expect(answer.bestSellers).toEqual([
      { productName: 'Espresso', sold: 2, revenue: '2.50' },
      { productName: 'Mocha', sold: 1, revenue: '9.00' },
      { productName: 'Lungo', sold: 1, revenue: '3.00' },
    ])
    expect(answer.today).toEqual({ orders: 1, revenue: '14.50', refunded: '0.00', accepted: null })
  })

  test('is the same in another instance without a cache', async () => {
    const before = (await ada.call('GET /glance', {})).answer
    const other = await openTestShop(shop.store)
    expect(await summariesOf(other).current()).toEqual(before)
    await other.close()
  })
})
