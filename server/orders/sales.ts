import { sql } from 'kysely'
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

/** A product that was bought with a payment. `lines` is how often it was bought with this payment. */
type PaidProduct = { payment_id: string | null; product_name: string; lines: number }

/**
 * Lists the products that were bought with each of these payments, in the order in which they were put into the cart.
 */
export async function listPaidProducts(db: Db, paymentIds: string[]): Promise<PaidProduct[]> {
  if (paymentIds.length === 0) return []
  return db
    .selectFrom('cart_items')
    .select(({ fn }) => ['payment_id', 'product_name', fn.countAll<number>().as('lines')])
    .where('payment_id', 'in', paymentIds)
    .groupBy(['payment_id', 'product_name'])
    .orderBy(({ fn }) => fn.min('id'))
    .execute()
}

/** Returns how many orders were ever placed. Order numbers have no gaps, so that is the highest one. */
export async function countPlacedOrders(db: Db): Promise<number> {
  const row = await db
    .selectFrom('orders')
    .select(({ fn }) => fn.max<number | null>('number').as('number'))
    .executeTakeFirst()
  return row?.number ?? 0
}
