import type { DashboardSummary } from '#contract/dashboard.ts'
import { shopDates } from '#contract/values/dates/shop-dates.ts'
import { toAmountText } from '#contract/values/money.ts'
import { countOrders, listRefundedSales, sumDelivery, sumSales } from '#server/orders/sales.ts'
import type { RefundedSale } from '#server/orders/sales.ts'
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
 * Computes the sales figures of today and of the last 30 days, in the time zone of the shop. The sums of days that can no
 * longer change are cached, so that most calls only read today. Refunds are rare and can be of any of these days. They are
 * read each time.
 */
export class DashboardSummaries {
  /** The sales of days that can no longer change, by the start of the day, without what was refunded. */
  #final = new Map<number, Tally>()
  readonly #setup: Setup

  constructor(setup: Setup) {
    this.#setup = setup
    setup.database.events.onType('payment-changed', () => void (this.#final = new Map()))
  }

  async current(): Promise<DashboardSummary> {
    const database = this.#setup.database.longRead
    const currency = await this.#setup.currency()
    const days = lastDays(DAYS, { at: now(), timeZone: shopDates().timeZone })
    const tally = await this.#salesOf(days)
    addTally(tally, tallyRefunds(days, await listRefundedSales(database, days.starts[0] ?? 0)))
    const sums = days.starts.map((start) => tally.days.get(start) ?? NOTHING)
    const best = [...tally.products].filter(([, { sold }]) => sold > 0).toSorted(byRank)
    return {
      today: {
        orders: tally.orders,
        revenue: toAmountText(sums.at(-1)?.cents ?? 0, currency),
        ...(await this.#accepted(days)),
      },
      days: sums.map(({ sold, cents }, index) => ({
        day: days.names[index] ?? '',
        sold,
        revenue: toAmountText(cents, currency),
      })),
      bestSellers: best.slice(0, MAX_BEST_SELLERS).map(([productName, { sold, cents }]) => ({
        productName,
        sold,
        revenue: toAmountText(cents, currency),
      })),
    }
  }

  async #accepted({ starts, end }: Days): Promise<Pick<DashboardSummary['today'], 'accepted'>> {
    const { database, isPaidLater } = this.#setup
    if (isPaidLater) return {}
    const payments = await countSettledPayments(database.longRead, { from: starts.at(-1) ?? end, to: end })
    return { accepted: payments.settled > 0 ? payments.succeeded / payments.settled : null }
  }

  /** Returns the sales of these days, of which it reads only those that are not cached. */
  async #salesOf({ starts, end }: Days): Promise<Tally> {
    // An event that replaces the cache comes too late for what is being read now, so this may only fill the old cache.
    const [final, finalUntil] = [this.#final, now() - COMMIT_MS]
    const tally = emptyTally()
    for (const [index, from] of starts.entries()) {
      const to = starts[index + 1] ?? end
      const day = final.get(from) ?? (await readDay(this.#setup.database.longRead, { from, to }))
      if (to < finalUntil) final.set(from, day)
      addTally(tally, { ...day, orders: to === end ? day.orders : 0 })
    }
    for (const start of final.keys()) if (!starts.includes(start)) final.delete(start)
    return tally
  }
}

const NOTHING: Sum = { sold: 0, cents: 0 }

function byRank([, a]: [string, Sum], [, b]: [string, Sum]): number {
  return b.sold - a.sold || b.cents - a.cents
}

/**
 * Some consecutive days in a time zone, oldest first. `starts` are in UTC milliseconds, and `end` is the end of the last
 * day. A day has 23 to 25 hours, because of daylight saving time.
 */
type Days = { timeZone: string; names: string[]; starts: number[]; end: number }

/** Returns the last `count` days in a time zone, such as `Europe/Lisbon`. The last one contains the time `at`. */
function lastDays(count: number, { at, timeZone }: { at: number; timeZone: string }): Days {
  const today = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone).toPlainDate()
  const dates = Array.from({ length: count }, (_, index) => today.subtract({ days: count - 1 - index }))
  const startOf = (date: Temporal.PlainDate) => date.toZonedDateTime(timeZone).epochMilliseconds
  return {
    timeZone,
    names: dates.map(String),
    starts: dates.map(startOf),
    end: startOf(today.add({ days: 1 })),
  }
}

/** A number of paid order lines, and their revenue in cents. */
type Sum = { sold: number; cents: number }

/**
 * The sales of a span of time: by day, whose key is its start in UTC milliseconds, and by product name. The revenue of a
 * day includes delivery. `orders` is the number of orders on the last of the days.
 */
type Tally = { days: Map<number, Sum>; products: Map<string, Sum>; orders: number }

function emptyTally(): Tally {
  return { days: new Map(), products: new Map(), orders: 0 }
}

/** Reads the sales of one day, with what was refunded. Each day has its own SQL statements, so that none takes long. */
async function readDay(db: Db, day: { from: number; to: number }): Promise<Tally> {
  const tally = emptyTally()
  for (const { product_name, ...sum } of await sumSales(db, day)) {
    add(tally.products, product_name, sum)
    add(tally.days, day.from, sum)
  }
  add(tally.days, day.from, { sold: 0, cents: await sumDelivery(db, day) })
  tally.orders = await countOrders(db, day)
  return tally
}

/**
 * Returns what refunds take away from the sales of these days, as negative numbers. They count on the day on which the
 * order was paid. The products of an order that was refunded whole were not sold.
 */
function tallyRefunds({ starts }: Days, refunded: RefundedSale[]): Tally {
  const tally = emptyTally()
  for (const { paidAt, cents, isWhole, lines } of refunded) {
    const day = starts.findLast((start) => start <= paidAt)
    if (day === undefined) continue
    add(tally.days, day, { sold: 0, cents: -cents })
    if (!isWhole) continue
    if (day === starts.at(-1)) tally.orders -= 1
    for (const { product_name, sold, cents: price } of lines) {
      add(tally.days, day, { sold: -sold, cents: 0 })
      add(tally.products, product_name, { sold: -sold, cents: -price })
    }
  }
  return tally
}

/** Adds the sales of `more` to those of `tally`. The two must not have an order in common. */
function addTally(tally: Tally, more: Tally): void {
  for (const [day, sum] of more.days) add(tally.days, day, sum)
  for (const [name, sum] of more.products) add(tally.products, name, sum)
  tally.orders += more.orders
}

function add<Key>(sums: Map<Key, Sum>, key: Key, { sold, cents }: Sum): void {
  const known = sums.get(key)
  sums.set(key, { sold: (known?.sold ?? 0) + sold, cents: (known?.cents ?? 0) + cents })
}
