import { countOrders, sumSales } from '#server/orders/sales.ts'
import type { Db } from '#server/shop-database.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** A number of paid order lines, and the sum of their prices in cents. */
export type Sum = { sold: number; cents: number }

/**
 * The sales of a span of time: by day, whose key is its start in UTC milliseconds, and by product name. `orders` is the
 * number of orders on the last of the days.
 */
export type Tally = { days: Map<number, Sum>; products: Map<string, Sum>; orders: number }

/** A span of time in UTC milliseconds: `from` is included, `until` is not. `lastDay` is the start of its last day. */
type TallySpan = { from: number; until: number; lastDay: number }

export function emptyTally(): Tally {
  return { days: new Map(), products: new Map(), orders: 0 }
}

/** Reads the sales of a span of time. Each day has its own SQL statement, so that no statement takes long. */
export async function readTally(db: Db, { from, until, lastDay }: TallySpan): Promise<Tally> {
  const tally = emptyTally()
  for (let start = from; start < until;) {
    const day = Math.floor(start / DAY_MS) * DAY_MS
    const span = { from: start, to: Math.min(until, day + DAY_MS) }
    for (const { product_name, ...sum } of await sumSales(db, span)) {
      add(tally.products, product_name, sum)
      add(tally.days, day, sum)
    }
    if (day === lastDay) tally.orders += await countOrders(db, span)
    start = span.to
  }
  return tally
}

/** Adds the sales of `more` to those of `tally`. The two must not have an order in common. */
export function addTally(tally: Tally, more: Tally): void {
  for (const [day, sum] of more.days) add(tally.days, day, sum)
  for (const [name, sum] of more.products) add(tally.products, name, sum)
  tally.orders += more.orders
}

/** Returns the sum of what two tallies have under one key. */
export function sumOf<Key>(parts: Map<Key, Sum>[], key: Key): Sum {
  return parts.reduce(
    (sum, part) => {
      const { sold, cents } = part.get(key) ?? { sold: 0, cents: 0 }
      return { sold: sum.sold + sold, cents: sum.cents + cents }
    },
    { sold: 0, cents: 0 },
  )
}

function add<Key>(sums: Map<Key, Sum>, key: Key, { sold, cents }: Sum): void {
  const known = sums.get(key)
  sums.set(key, { sold: (known?.sold ?? 0) + sold, cents: (known?.cents ?? 0) + cents })
}
