import type { Glance } from '#contract/dashboard.ts'
import { toPrice } from '#contract/values/money.ts'
import { countSettledPayments } from '#server/payments/count-payments.ts'
import { now } from '#server/platform/clock.ts'
import type { ShopDatabase } from '#server/shop-database.ts'
import { addTally, emptyTally, readTally, sumOf } from './tally.ts'
import type { Sum, Tally } from './tally.ts'

const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS
const DAYS = 30
const MOST_BEST_SELLERS = 5

/**
 * The cached sales from `oldest` until `until`, in UTC milliseconds. `best` has the names of the best sellers among
 * them.
 */
type Past = { oldest: number; until: number; tally: Tally; best: string[] }

/**
 * Computes the sales figures of today and of the last 30 days. The sums of hours that can no longer change are cached,
 * so that most calls only read the last one or two hours. Without that, a call would become slower with every order of
 * the day.
 */
export class Glances {
  #past: Past = { oldest: 0, until: 0, tally: emptyTally(), best: [] }
  readonly #database: ShopDatabase

  constructor(database: ShopDatabase) {
    this.#database = database
  }

  async glance(): Promise<Glance> {
    const database = this.#database.longRead
    const midnight = Math.floor(now() / DAY_MS) * DAY_MS
    const past = await this.#pastUntil(firstOpenHour(), midnight)
    const fresh = await readTally(database, {
      from: past.until,
      until: midnight + DAY_MS,
      lastDay: midnight,
    })
    const payments = await countSettledPayments(database, { from: midnight, to: midnight + DAY_MS })
    const dayOf = (start: number) => sumOf([past.tally.days, fresh.days], start)
    return {
      today: {
        orders: past.tally.orders + fresh.orders,
        revenue: toPrice(dayOf(midnight).cents),
        accepted: payments.settled > 0 ? payments.succeeded / payments.settled : null,
      },
      days: Array.from({ length: DAYS }, (_, index) => {
        const start = past.oldest + index * DAY_MS
        return presentDay(start, dayOf(start))
      }),
      bestSellers: bestSellersOf(past, fresh),
    }
  }

  /** Returns the cached sales. They are extended by what has become final, and computed anew on each day. */
  async #pastUntil(until: number, midnight: number): Promise<Past> {
    const oldest = midnight - (DAYS - 1) * DAY_MS
    const cached = this.#past
    if (cached.oldest === oldest && cached.until === until) return cached
    const isSameDay = cached.oldest === oldest && cached.until < until
    const from = isSameDay ? cached.until : oldest
    const tally = await readTally(this.#database.longRead, { from, until, lastDay: midnight })
    if (isSameDay) addTally(tally, cached.tally)
    const best = [...tally.products].toSorted(byRank).slice(0, MOST_BEST_SELLERS)
    return (this.#past = { oldest, until, tally, best: best.map(([name]) => name) })
  }
}

/**
 * Returns the start of the hour before which all sums of sales are final. A payment can be committed up to an hour
 * after the time that is stored with it, so that is an hour before the current hour.
 */
function firstOpenHour(): number {
  return Math.floor(now() / HOUR_MS) * HOUR_MS - HOUR_MS
}

function presentDay(start: number, { sold, cents }: Sum): Glance['days'][number] {
  return { day: new Date(start).toISOString().slice(0, 10), sold, revenue: toPrice(cents) }
}

/** Returns the best sellers. Each is among the best of the past, or was sold since. */
function bestSellersOf({ tally, best }: Past, fresh: Tally): Glance['bestSellers'] {
  const names = [...new Set([...best, ...fresh.products.keys()])]
  return names
    .map((name): [string, Sum] => [name, sumOf([tally.products, fresh.products], name)])
    .toSorted(byRank)
    .slice(0, MOST_BEST_SELLERS)
    .map(([productName, { sold, cents }]) => ({ productName, sold, revenue: toPrice(cents) }))
}

function byRank([, a]: [string, Sum], [, b]: [string, Sum]): number {
  return b.sold - a.sold || b.cents - a.cents
}
