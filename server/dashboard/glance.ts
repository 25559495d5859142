import type { Glance } from '#contract/dashboard.ts'
import { toPrice } from '#contract/money.ts'
import { firstIdAt, now } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Tables } from '#server/tables.ts'
import { countOrdered, sumSold } from './queries.ts'
import type { Sold } from './queries.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const DAYS = 30
const MOST_BEST_SELLERS = 5

/**
 * Today and the last 30 days. A day that is over is added up once and remembered, since nothing is paid in the past;
 * so the books are read a day at a time and never for long.
 */
export class Glances {
  readonly #days = new Map<number, Sold[]>()
  readonly #database: Database<Tables>

  constructor(database: Database<Tables>) {
    this.#database = database
  }

  async glance(): Promise<Glance> {
    const midnight = Math.floor(now() / DAY_MS) * DAY_MS
    const days = await this.#daysUntil(midnight)
    const ordered = await countOrdered(this.#database.read, { from: firstIdAt(midnight), to: firstIdAt(midnight + DAY_MS) })
    const today = days.at(-1)?.sold ?? []
    return {
      today: {
        orders: ordered.items,
        revenue: toPrice(centsOf(today)),
        paidShare: ordered.items > 0 ? ordered.paid / ordered.items : null,
      },
      days: days.map(({ start, sold }) => ({ day: new Date(start).toISOString().slice(0, 10), orders: countOf(sold), revenue: toPrice(centsOf(sold)) })),
      bestSellers: bestOf(days.flatMap(({ sold }) => sold)),
    }
  }

  async #daysUntil(midnight: number): Promise<{ start: number; sold: Sold[] }[]> {
    const oldest = midnight - (DAYS - 1) * DAY_MS
    for (const day of this.#days.keys()) if (day < oldest) this.#days.delete(day)
    const days = []
    for (let start = oldest; start <= midnight; start += DAY_MS) {
      const sold = this.#days.get(start) ?? (await sumSold(this.#database.read, { from: start, to: start + DAY_MS }))
      // A payment of the last moments before midnight may still be on its way into the books.
      if (start + DAY_MS < now() - DAY_MS / 24) this.#days.set(start, sold)
      days.push({ start, sold })
    }
    return days
  }
}

function centsOf(sold: Sold[]): number {
  return sold.reduce((sum, { cents }) => sum + cents, 0)
}

function countOf(sold: Sold[]): number {
  return sold.reduce((sum, { sold: count }) => sum + count, 0)
}

function bestOf(sold: Sold[]): Glance['bestSellers'] {
  const products = new Map<string, { sold: number; cents: number }>()
  for (const { product_name, sold: count, cents } of sold) {
    const sum = products.get(product_name) ?? { sold: 0, cents: 0 }
    products.set(product_name, { sold: sum.sold + count, cents: sum.cents + cents })
  }
  const best = [...products].toSorted(([, a], [, b]) => b.sold - a.sold || b.cents - a.cents).slice(0, MOST_BEST_SELLERS)
  return best.map(([productName, { sold: count, cents }]) => ({ productName, sold: count, revenue: toPrice(cents) }))
}
