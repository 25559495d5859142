import { sql } from 'kysely'
import { firstIdAt } from '#server/platform/clock.ts'
import type { Db } from '#server/shop-database.ts'

/** A span of time in UTC milliseconds: `from` is included, `to` is not. */
type Span = { from: number; to: number }

/** The sales of a product: the number of paid order lines, and the sum of their prices in cents. */
export type ProductSales = { product_name: string; sold: number; cents: number }

/**
 * Returns the number of order lines that were paid within a span of time, and the sum of their prices, for each
 * product.
 */
export function sumSales(db: Db, { from, to }: Span): Promise<ProductSales[]> {
  return db
    .selectFrom('cart_items')
    .select(({ fn }) => [
      'product_name',
      fn.countAll<number>().as('sold'),
      sql<number>`cast(sum(price_cents) as bigint)`.as('cents'),
    ])
    .where('paid_at', '>=', from)
    .where('paid_at', '<', to)
    .groupBy('product_name')
    .execute()
}

/**
 * Counts the orders that were paid within a span of time, by the payment ids of their lines. Every order has its own
 * payment id.
 */
export async function countOrders(db: Db, { from, to }: Span): Promise<number> {
  const row = await db
    .selectFrom('cart_items')
    .select(({ fn }) => fn.count<number>('payment_id').distinct().as('orders'))
    .where('paid_at', '>=', from)
    .where('paid_at', '<', to)
    .executeTakeFirst()
  return row?.orders ?? 0
}

/**
 * Returns the sum of what delivery cost in the orders that were paid within a span of time: the total of an order is the
 * sum of its lines and its delivery. Only orders with a checkout have a delivery.
 */
export async function sumDelivery(db: Db, { from, to }: Span): Promise<number> {
  const sold = db
    .selectFrom('cart_items')
    .innerJoin('checkouts', 'checkouts.payment_id', 'cart_items.payment_id')
    .select(({ fn }) => ['cart_items.payment_id', fn.sum<number>('cart_items.price_cents').as('cents')])
    .where('cart_items.paid_at', '>=', from)
    .where('cart_items.paid_at', '<', to)
    .groupBy('cart_items.payment_id')
    .as('sold')
  const row = await db
    .selectFrom('orders')
    .innerJoin(sold, 'sold.payment_id', 'orders.payment_id')
    .select(sql<number | null>`cast(sum(orders.total_cents - sold.cents) as bigint)`.as('cents'))
    .executeTakeFirst()
  return row?.cents ?? 0
}

/**
 * An order of which something was refunded: when it was paid, in UTC milliseconds, and how much was refunded, in cents.
 * `isWhole` is set if all of it was refunded. `lines` are its products with their prices.
 */
export type RefundedSale = { paidAt: number; cents: number; isWhole: boolean; lines: ProductSales[] }

/** Lists the orders that were paid since `from` and refunded, in whole or in part. */
export async function listRefundedSales(db: Db, from: number): Promise<RefundedSale[]> {
  const refunded = db
    .selectFrom('refunds')
    .select(['payment_id', sql<number>`cast(sum(amount_cents) as bigint)`.as('cents')])
    // An order is refunded after it was paid, and ids begin with the time.
    .where('id', '>=', firstIdAt(from))
    .where('status', '=', 'succeeded')
    .groupBy('payment_id')
    .as('refunded')
  const rows = await db
    .selectFrom(refunded)
    .innerJoin('orders', 'orders.payment_id', 'refunded.payment_id')
    .innerJoin('cart_items', 'cart_items.payment_id', 'refunded.payment_id')
    .select(({ fn }) => [
      'orders.id',
      'orders.total_cents',
      'refunded.cents as refunded_cents',
      'cart_items.product_name',
      fn.min<number>('cart_items.paid_at').as('paid_at'),
      fn.countAll<number>().as('sold'),
      sql<number>`cast(sum(cart_items.price_cents) as bigint)`.as('cents'),
    ])
    .where('cart_items.paid_at', '>=', from)
    .groupBy(['orders.id', 'orders.total_cents', 'refunded.cents', 'cart_items.product_name'])
    .execute()
  return [...Map.groupBy(rows, ({ id }) => id).values()].flatMap((lines) => {
    const [first] = lines
    if (!first) return []
    const { paid_at: paidAt, refunded_cents: cents, total_cents } = first
    return [{ paidAt, cents, isWhole: cents >= total_cents, lines }]
  })
}

/** Returns how many orders were ever placed. Order numbers have no gaps, so that is the highest one. */
export async function countPlacedOrders(db: Db): Promise<number> {
  const row = await db
    .selectFrom('orders')
    .select(({ fn }) => fn.max<number | null>('number').as('number'))
    .executeTakeFirst()
  return row?.number ?? 0
}
