import type { DashboardSummary } from '#contract/dashboard.ts'
import { shopDates } from '#contract/values/dates/shop-dates.ts'
import { toAmountText } from '#contract/values/money.ts'
import { listRefunds, sumOrders, sumReturned, sumSales } from '#server/orders/sales.ts'
import type { PaidOrders, ProductSales } from '#server/orders/sales.ts'
import { countSettledPayments } from '#server/payments/count-payments.ts'
import { now } from '#server/platform/clock.ts'
import type { Db, ShopDatabase } from '#server/shop-database.ts'

/**
 * A day is cached only an hour after its end, because a payment with a time before midnight may be committed after it. No
 * transaction takes nearly as long.
 */
const COMMIT_MS = 60 * 60 * 1000
const DAYS = 30
const MAX_BEST_SELLERS = 5

/** `isPaidLater` is set if customers pay by transfer or in cash, so that no payment is accepted or declined. */
type Setup = { database: ShopDatabase; currency: () => Promise<string>; isPaidLater: boolean }

/**
 * Computes the sales figures of today and of the last 30 days, in the time zone of the shop. Money is counted as in the files
 * of the month: an order on the day on which it was paid, and a refund on the day on which it was made. The sales of days
 * that can no longer change are cached, so that most calls only read today. Refunds are few and are read each time.
 */
export class DashboardSummaries {
  /** The sales of days that can no longer change, by the start of the day. */
  #final = new Map<number, DaySales>()
  readonly #setup: Setup

  constructor(setup: Setup) {
    this.#setup = setup
    setup.database.events.onType('payment-changed', () => void (this.#final = new Map()))
  }

  async current(): Promise<DashboardSummary> {
    const currency = await this.#setup.currency()
    const text = (cents: number) => toAmountText(cents, currency)
    const days = lastDays(DAYS, { at: now(), timeZone: shopDates().timeZone })
    const sales = await this.#salesOf(days)
    const refunded = await this.#refundedOn(days)
    const today = sales.at(-1)
    return {
      today: {
        orders: today?.orders ?? 0,
        revenue: text(today?.cents ?? 0),
        refunded: text(refunded.at(-1) ?? 0),
        ...(await this.#accepted(days)),
      },
      days: sales.map(({ products, cents }, index) => ({
        day: days.names[index] ?? '',
        sold: products.reduce((sum, { sold }) => sum + sold, 0),
        revenue: text(cents),
        refunded: text(refunded[index] ?? 0),
      })),
      bestSellers: (await this.#bestSellers(days, sales)).map(({ product_name, sold, cents }) => ({
        productName: product_name,
        sold,
        revenue: text(cents),
      })),
    }
  }

  async #accepted({ starts, end }: Days): Promise<Pick<DashboardSummary['today'], 'accepted'>> {
    const { database, isPaidLater } = this.#setup
    if (isPaidLater) return {}
    const payments = await countSettledPayments(database.longRead, { from: starts.at(-1) ?? end, to: end })
    return { accepted: payments.settled > 0 ? payments.succeeded / payments.settled : null }
  }

  /** Returns the sales of each of these days, of which it reads only those that are not cached. */
  async #salesOf({ starts, end }: Days): Promise<DaySales[]> {
    // An event that replaces the cache comes too late for what is being read now, so this may only fill the old cache.
    const [final, finalUntil] = [this.#final, now() - COMMIT_MS]
    const sales: DaySales[] = []
    for (const [index, from] of starts.entries()) {
      const to = starts[index + 1] ?? end
      const day = final.get(from) ?? (await readDay(this.#setup.database.longRead, { from, to }))
      if (to < finalUntil) final.set(from, day)
      sales.push(day)
    }
    for (const start of final.keys()) if (!starts.includes(start)) final.delete(start)
    return sales
  }

  /** Returns how many cents were refunded on each of these days. */
  async #refundedOn({ starts, end }: Days): Promise<number[]> {
    const sums = starts.map(() => 0)
    const refunds = await listRefunds(this.#setup.database.longRead, { from: starts[0] ?? end, to: end })
    for (const { at, cents } of refunds) {
      const day = starts.findLastIndex((start) => start <= at)
      sums[day] = (sums[day] ?? 0) + cents
    }
    return sums
  }

  /** Returns the products that sold best. Those of an order that was refunded whole were not sold. */
  async #bestSellers({ starts, end }: Days, sales: DaySales[]): Promise<ProductSales[]> {
    const returned = await sumReturned(this.#setup.database.longRead, starts[0] ?? end)
    const sums = new Map<string, ProductSales>()
    function add({ product_name, sold, cents }: ProductSales, times: 1 | -1): void {
      const sum = sums.get(product_name) ?? { product_name, sold: 0, cents: 0 }
      sums.set(product_name, {
        product_name,
        sold: sum.sold + times * sold,
        cents: sum.cents + times * cents,
      })
    }
    for (const { products } of sales) for (const product of products) add(product, 1)
    for (const product of returned) add(product, -1)
    return [...sums.values()]
      .filter(({ sold }) => sold > 0)
      .toSorted((a, b) => b.sold - a.sold || b.cents - a.cents)
      .slice(0, MAX_BEST_SELLERS)
  }
}

/**
 * Some consecutive days in a time zone, oldest first. `starts` are in UTC milliseconds, and `end` is the end of the last
 * day. A day has 23 to 25 hours, because of daylight saving time.
 */
type Days = { names: string[]; starts: number[]; end: number }

/** Returns the last `count` days in a time zone, such as `Europe/Lisbon`. The last one contains the time `at`. */
function lastDays(count: number, { at, timeZone }: { at: number; timeZone: string }): Days {
  const today = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone).toPlainDate()
  const dates = Array.from({ length: count }, (_, index) => today.subtract({ days: count - 1 - index }))
  const startOf = (date: Temporal.PlainDate) => date.toZonedDateTime(timeZone).epochMilliseconds
  return {
    names: dates.map(String),
    starts: dates.map(startOf),
    end: startOf(today.add({ days: 1 })),
  }
}

/** The orders that were paid on a day, and the lines of that day by product. */
type DaySales = PaidOrders & { products: ProductSales[] }

/** Reads the sales of one day. Each day has its own SQL statements, so that none takes long. */
async function readDay(db: Db, day: { from: number; to: number }): Promise<DaySales> {
  return { ...(await sumOrders(db, day)), products: await sumSales(db, day) }
}
