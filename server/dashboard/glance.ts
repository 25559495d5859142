import type { DashboardSummary } from '#contract/dashboard.ts'
import { shopDates } from '#contract/values/dates/shop-dates.ts'
import { toPrice } from '#contract/values/money.ts'
import { listRefundedSales } from '#server/orders/sales.ts'
import { countSettledPayments } from '#server/payments/count-payments.ts'
import { now } from '#server/platform/clock.ts'
import type { ShopDatabase } from '#server/shop-database.ts'
import { lastDays } from './days.ts'
import type { Days } from './days.ts'
import { addTally, emptyTally, readTally, sumOf, tallyRefunds } from './tally.ts'
import type { Sum, Tally } from './tally.ts'

const HOUR_MS = 60 * 60 * 1000
const DAYS = 30
const MAX_BEST_SELLERS = 5

/**
 * The cached sales from the first of the `days` until `until`, in UTC milliseconds, without what was refunded. `best` has
 * the names of the best sellers among them.
 */
type Past = { days: Days; until: number; tally: Tally; best: string[] }

/** `isPaidLater` is set if customers pay by transfer or in cash, so that no payment is accepted or declined. */
type Setup = { database: ShopDatabase; isPaidLater: boolean }

/**
 * Computes the sales figures of today and of the last 30 days, in the time zone of the shop. The sums of hours that can
 * no longer change are cached, so that most calls only read the last one or two hours. Without that, a call would become
 * slower with every order of the day. Refunds are rare and can be of any of these days. They are read each time.
 */
export class Glances {
  #days: Days = NO_DAYS
  #past: Past = nothingYet()
  readonly #setup: Setup

  constructor(setup: Setup) {
    this.#setup = setup
    setup.database.events.onType('payment-taken-back', () => void (this.#past = nothingYet()))
  }

  async glance(): Promise<DashboardSummary> {
    const database = this.#setup.database.longRead
    const days = this.#currentDays()
    const past = await this.#pastUntil(firstOpenHour(), days)
    const fresh = await readTally(database, days, { from: past.until, until: days.end })
    const refunds = tallyRefunds(days, await listRefundedSales(database, days.starts[0] ?? 0))
    const tallies = [past.tally, fresh, refunds]
    const sums = days.starts.map((start) =>
      sumOf(
        tallies.map((tally) => tally.days),
        start,
      ),
    )
    return {
      today: {
        orders: tallies.reduce((orders, tally) => orders + tally.orders, 0),
        revenue: toPrice(sums.at(-1)?.cents ?? 0),
        ...(await this.#accepted(days)),
      },
      days: sums.map(({ sold, cents }, index) => ({
        day: days.names[index] ?? '',
        sold,
        revenue: toPrice(cents),
      })),
      bestSellers: bestSellersOf(past, fresh, refunds),
    }
  }

  /** Returns the last 30 days, which are the same objects until midnight. */
  #currentDays(): Days {
    const at = now()
    const { timeZone } = shopDates()
    const { starts, end, timeZone: known } = this.#days
    const isToday = known === timeZone && at >= (starts.at(-1) ?? end) && at < end
    return isToday ? this.#days : (this.#days = lastDays(DAYS, { at, timeZone }))
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
    if (cached.days === days && cached.until === until) return cached
    const isSameDay = cached.days === days && cached.until < until
    const from = isSameDay ? cached.until : (days.starts[0] ?? until)
    const tally = await readTally(this.#setup.database.longRead, days, { from, until })
    if (isSameDay) addTally(tally, cached.tally)
    const best = [...tally.products].toSorted(byRank).slice(0, MAX_BEST_SELLERS)
    const past = { days, until, tally, best: best.map(([name]) => name) }
    // A payment that was taken back while the sales were read may be among them.
    if (this.#past === cached) this.#past = past
    return past
  }
}

const NO_DAYS: Days = { timeZone: '', names: [], starts: [], end: 0 }

function nothingYet(): Past {
  return { days: NO_DAYS, until: 0, tally: emptyTally(), best: [] }
}

/**
 * Returns the start of the hour before which all sums of sales are final. A payment can be committed up to an hour
 * after the time that is stored with it, so that is an hour before the current hour.
 */
function firstOpenHour(): number {
  return Math.floor(now() / HOUR_MS) * HOUR_MS - HOUR_MS
}

/**
 * Returns the best sellers. Without refunds, each is among the best of the past, or was sold since. With refunds, others
 * may follow.
 */
function bestSellersOf({ tally, best }: Past, fresh: Tally, refunds: Tally): DashboardSummary['bestSellers'] {
  const earlier = refunds.products.size === 0 ? best : tally.products.keys()
  const names = [...new Set([...earlier, ...fresh.products.keys()])]
  return names
    .map((name): [string, Sum] => [name, sumOf([tally.products, fresh.products, refunds.products], name)])
    .filter(([, { sold }]) => sold > 0)
    .toSorted(byRank)
    .slice(0, MAX_BEST_SELLERS)
    .map(([productName, { sold, cents }]) => ({ productName, sold, revenue: toPrice(cents) }))
}

function byRank([, a]: [string, Sum], [, b]: [string, Sum]): number {
  return b.sold - a.sold || b.cents - a.cents
}
