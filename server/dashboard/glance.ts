import type { Glance } from '#contract/dashboard.ts'
import { toPrice } from '#contract/values/money.ts'
import { now } from '#server/platform/clock.ts'
import { countOrders, sumSales } from '#server/orders/sales.ts'
import type { ProductSales } from '#server/orders/sales.ts'
import { countSettledPayments } from '#server/payments/count-payments.ts'
import type { ShopDatabase } from '#server/shop-database.ts'

const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS
const DAYS = 30
const MOST_BEST_SELLERS = 5

type Sum = { sold: number; cents: number }
type Day = Glance['days'][number]

/**
 * The cached sales of past days: a sum for each day, and for each product a sum over all these days. `oldest` is the
 * start of the first day and `until` the end of the last day, in UTC milliseconds.
 */
type Past = { oldest: number; until: number; days: Day[]; products: Map<string, Sum> }

/**
 * Computes the sales figures of today and of the last 30 days. The sums of days that can no longer change are cached,
 * so that most calls only read the other days. Each day has its own SQL statement, so that no statement takes long.
 */
export class Glances {
  #past: Past = { oldest: 0, until: 0, days: [], products: new Map() }
  readonly #database: ShopDatabase

  constructor(database: ShopDatabase) {
    this.#database = database
  }

  async glance(): Promise<Glance> {
    const midnight = Math.floor(now() / DAY_MS) * DAY_MS
    const past = await this.#pastUntil(lastClosed(midnight), midnight - (DAYS - 1) * DAY_MS)
    const days = [...past.days]
    const products = new Map(past.products)
    let today: ProductSales[] = []
    for (let start = past.until; start <= midnight; start += DAY_MS) {
      today = await this.#soldOn(start)
      days.push(presentDay(start, today))
      addTo(products, today)
    }
    const span = { from: midnight, to: midnight + DAY_MS }
    const orders = await countOrders(this.#database.longRead, span)
    const payments = await countSettledPayments(this.#database.longRead, span)
    const accepted = payments.settled > 0 ? payments.succeeded / payments.settled : null
    return {
      today: { orders, revenue: toPrice(total(today).cents), accepted },
      days,
      bestSellers: bestOf(products),
    }
  }

  async #pastUntil(until: number, oldest: number): Promise<Past> {
    if (this.#past.until === until && this.#past.oldest === oldest) return this.#past
    const past: Past = { oldest, until, days: [], products: new Map() }
    for (let start = oldest; start < until; start += DAY_MS) {
      const sold = await this.#soldOn(start)
      past.days.push(presentDay(start, sold))
      addTo(past.products, sold)
    }
    this.#past = past
    return past
  }

  #soldOn(start: number): Promise<ProductSales[]> {
    return sumSales(this.#database.longRead, { from: start, to: start + DAY_MS })
  }
}

/**
 * Returns the midnight before which all sums of sales are final. In the first hour of a day, the day before may still
 * change: a payment can be committed up to an hour after the time that is stored with it.
 */
function lastClosed(midnight: number): number {
  return now() - midnight < HOUR_MS ? midnight - DAY_MS : midnight
}

function presentDay(start: number, sold: ProductSales[]): Day {
  const sum = total(sold)
  return { day: new Date(start).toISOString().slice(0, 10), sold: sum.sold, revenue: toPrice(sum.cents) }
}

function total(sold: ProductSales[]): Sum {
  return sold.reduce((sum, part) => ({ sold: sum.sold + part.sold, cents: sum.cents + part.cents }), {
    sold: 0,
    cents: 0,
  })
}

function addTo(products: Map<string, Sum>, sold: ProductSales[]): void {
  for (const { product_name, sold: count, cents } of sold) {
    const sum = products.get(product_name)
    products.set(product_name, { sold: (sum?.sold ?? 0) + count, cents: (sum?.cents ?? 0) + cents })
  }
}

function bestOf(products: Map<string, Sum>): Glance['bestSellers'] {
  const best = [...products]
    .toSorted(([, a], [, b]) => b.sold - a.sold || b.cents - a.cents)
    .slice(0, MOST_BEST_SELLERS)
  return best.map(([productName, { sold, cents }]) => ({ productName, sold, revenue: toPrice(cents) }))
}
