import type { DashboardSummary } from '#contract/dashboard.ts'
import { shopDates } from '#contract/values/dates/shop-dates.ts'
import { toPrice } from '#contract/values/money.ts'
import { countOrders, listRefundedSales, sumDelivery, sumSales } from '#server/orders/sales.ts'
import type { RefundedSale } from '#server/orders/sales.ts'
import { countSettledPayments } from '#server/payments/count-payments.ts'
import { now } from '#server/platform/clock.ts'
import type { Db, ShopDatabase } from '#server/shop-database.ts'

const HOUR_MS = 60 * 60 * 1000
const DAYS = 30
const MAX_BEST_SELLERS = 5

/** The cached sales of `days` until the time `until`, in UTC milliseconds, without what was refunded. */
type Past = { days: Days; until: number; tally: Tally }

/** `isPaidLater` is set if customers pay by transfer or in cash, so that no payment is accepted or declined. */
type Setup = { database: ShopDatabase; isPaidLater: boolean }

/**
 * Computes the sales figures of today and of the last 30 days, in the time zone of the shop. The sums of hours that can
 * no longer change are cached, so that most calls only read the last one or two hours. Without that, a call would become
 * slower with every order of the day. Refunds are rare and can be of any of these days. They are read each time.
 */
export class DashboardSummaries {
  #past: Past | null = null
  readonly #setup: Setup

  constructor(setup: Setup) {
    this.#setup = setup
    setup.database.events.onType('payment-taken-back', () => void (this.#past = null))
  }

  async current(): Promise<DashboardSummary> {
    const database = this.#setup.database.longRead
    const days = lastDays(DAYS, { at: now(), timeZone: shopDates().timeZone })
    const past = await this.#pastUntil(firstOpenHour(), days)
    const tally = await readTally(database, days, { from: past.until, until: days.end })
    addTally(tally, past.tally)
    addTally(tally, tallyRefunds(days, await listRefundedSales(database, days.starts[0] ?? 0)))
    const sums = days.starts.map((start) => tally.days.get(start) ?? NOTHING)
    const best = [...tally.products].filter(([, { sold }]) => sold > 0).toSorted(byRank)
    return {
      today: {
        orders: tally.orders,
        revenue: toPrice(sums.at(-1)?.cents ?? 0),
        ...(await this.#accepted(days)),
      },
      days: sums.map(({ sold, cents }, index) => ({
        day: days.names[index] ?? '',
        sold,
        revenue: toPrice(cents),
      })),
      bestSellers: best
        .slice(0, MAX_BEST_SELLERS)
        .map(([productName, { sold, cents }]) => ({ productName, sold, revenue: toPrice(cents) })),
    }
  }

  async #accepted({ starts, end }: Days): Promise<Pick<DashboardSummary['today'], 'accepted'>> {
    const { database, isPaidLater } = this.#setup
    if (isPaidLater) return {}
    const payments = await countSettledPayments(database.longRead, { from: starts.at(-1) ?? end, to: end })
    return { accepted: payments.settled > 0 ? payments.succeeded / payments.settled : null }
  }

  /** Returns the cached sales. They are extended by what has become final, and computed anew on each day. */
  async #pastUntil(until: number, days: Days): Promise<Past> {
    const cached = this.#past
    const isSameDay = cached?.days.end === days.end && cached.days.timeZone === days.timeZone
    if (isSameDay && cached.until >= until) return cached
    const from = isSameDay ? cached.until : (days.starts[0] ?? until)
    const tally = await readTally(this.#setup.database.longRead, days, { from, until })
    if (isSameDay) addTally(tally, cached.tally)
    const past = { days, until, tally }
    // A payment that was taken back while the sales were read may be among them.
    if (this.#past === cached) this.#past = past
    return past
  }
}

const NOTHING: Sum = { sold: 0, cents: 0 }

function byRank([, a]: [string, Sum], [, b]: [string, Sum]): number {
  return b.sold - a.sold || b.cents - a.cents
}

/**
 * Returns the start of the hour before which all sums of sales are final. A payment can be committed up to an hour
 * after the time that is stored with it, so that is an hour before the current hour.
 */
function firstOpenHour(): number {
  return Math.floor(now() / HOUR_MS) * HOUR_MS - HOUR_MS
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

/** A span of time in UTC milliseconds: `from` is included, `until` is not. */
type TallySpan = { from: number; until: number }

function emptyTally(): Tally {
  return { days: new Map(), products: new Map(), orders: 0 }
}

/**
 * Reads the sales of a span of time in `days`, with what was refunded. Each day has its own SQL statements, so that no
 * statement takes long.
 */
async function readTally(db: Db, { starts, end }: Days, { from, until }: TallySpan): Promise<Tally> {
  const tally = emptyTally()
  for (const [index, day] of starts.entries()) {
    const nextDay = starts[index + 1] ?? end
    const span = { from: Math.max(from, day), to: Math.min(until, nextDay) }
    if (span.from >= span.to) continue
    for (const { product_name, ...sum } of await sumSales(db, span)) {
      add(tally.products, product_name, sum)
      add(tally.days, day, sum)
    }
    add(tally.days, day, { sold: 0, cents: await sumDelivery(db, span) })
    if (nextDay === end) tally.orders += await countOrders(db, span)
  }
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
