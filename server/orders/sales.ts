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
  return selectSales(db).where('paid_at', '>=', from).where('paid_at', '<', to).execute()
}

function selectSales(db: Db) {
  return db
    .selectFrom('cart_items')
    .select(({ fn }) => [
      'cart_items.product_name',
      fn.countAll<number>().as('sold'),
      sql<number>`cast(sum(price_cents) as bigint)`.as('cents'),
    ])
    .groupBy('cart_items.product_name')
}

/** The number of orders that were paid within a span of time, and the sum of their totals in cents, with delivery. */
export type PaidOrders = { orders: number; cents: number }

/** Sums the orders that were paid within a span of time. Their lines have the index by the time of payment. */
export function sumOrders(db: Db, { from, to }: Span): Promise<PaidOrders> {
  const paid = db
    .selectFrom('cart_items')
    .select('payment_id')
    .where('paid_at', '>=', from)
    .where('paid_at', '<', to)
  return db
    .selectFrom('orders')
    .select(({ fn }) => [
      fn.countAll<number>().as('orders'),
      sql<number>`cast(coalesce(sum(total_cents), 0) as bigint)`.as('cents'),
    ])
    .where('payment_id', 'in', paid)
    .executeTakeFirstOrThrow()
}

/** Lists the refunds of orders that were made within a span of time, with their amounts in cents. */
export async function listRefunds(db: Db, { from, to }: Span): Promise<{ at: number; cents: number }[]> {
  const rows = await madeRefunds(db)
    .innerJoin('orders', 'orders.payment_id', 'refunds.payment_id')
    .select(['refunds.settled_at', 'refunds.amount_cents as cents'])
    .where('refunds.settled_at', '>=', from)
    .where('refunds.settled_at', '<', to)
    .execute()
  return rows.map(({ settled_at, cents }) => ({ at: Number(settled_at), cents }))
}

/** Returns the same as `sumSales` for the orders that were paid since `from` and have been refunded whole. */
export function sumReturned(db: Db, from: number): Promise<ProductSales[]> {
  // An order is refunded after it was paid.
  const refunded = madeRefunds(db).select('refunds.payment_id').where('refunds.settled_at', '>=', from)
  return selectSales(db)
    .innerJoin('orders', 'orders.payment_id', 'cart_items.payment_id')
    .where('orders.state', '=', 'refunded')
    .where('orders.payment_id', 'in', refunded)
    .where('cart_items.paid_at', '>=', from)
    .execute()
}

/** The status is written into the SQL text, because the databases use the partial index of these refunds only then. */
function madeRefunds(db: Db) {
  return db.selectFrom('refunds').where('refunds.status', '=', sql.lit('succeeded'))
}
