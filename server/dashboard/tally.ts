import { countOrders, sumDelivery, sumSales } from '#server/orders/sales.ts'
import type { RefundedSale } from '#server/orders/sales.ts'
import type { Db } from '#server/shop-database.ts'
import type { Days } from './days.ts'

/** A number of paid order lines, and their revenue in cents. */
export type Sum = { sold: number; cents: number }

/**
 * The sales of a span of time: by day, whose key is its start in UTC milliseconds, and by product name. The revenue of a
 * day includes delivery. `orders` is the number of orders on the last of the days.
 */
export type Tally = { days: Map<number, Sum>; products: Map<string, Sum>; orders: number }

/** A span of time in UTC milliseconds: `from` is included, `until` is not. */
type TallySpan = { from: number; until: number }

export function emptyTally(): Tally {
  return { days: new Map(), products: new Map(), orders: 0 }
}

/**
 * Reads the sales of a span of time in `days`, with what was refunded. Each day has its own SQL statements, so that no
 * statement takes long.
 */
export async function readTally(db: Db, { starts, end }: Days, { from, until }: TallySpan): Promise<Tally> {
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
export function tallyRefunds({ starts }: Days, refunded: RefundedSale[]): Tally {
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
export function addTally(tally: Tally, more: Tally): void {
  for (const [day, sum] of more.days) add(tally.days, day, sum)
  for (const [name, sum] of more.products) add(tally.products, name, sum)
  tally.orders += more.orders
}

/** Returns the sum of what some tallies have under one key. */
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
