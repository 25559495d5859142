import type { Db } from '#server/shop-database.ts'
import type { CartItemRow, OrderRow } from '#server/tables.ts'
import { giftOf } from '../gift-of.ts'
import { shownColumns } from './ordered-lines.ts'
import type { OrderedLine } from './ordered-lines.ts'

/** A line of an order. A coffee has a brand, and a packet a `bag`, the name of its category. */
type SoldLine = OrderedLine & Pick<CartItemRow, 'brand' | 'bag' | 'every_weeks' | 'roasters_choice'>

export function findFullOrder(db: Db, id: string): Promise<OrderRow | undefined> {
  return db
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', id)
    .where('kind', '=', 'full')
    .executeTakeFirst()
}

/**
 * Returns the order lines that belong to these payments, paid or not, as a map from payment id to lines. An order and
 * its lines have the same payment id.
 */
export async function linesOf(db: Db, paymentIds: string[]): Promise<Map<string | null, SoldLine[]>> {
  if (paymentIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('cart_items')
    .select([...shownColumns, 'payment_id', 'brand', 'bag', 'every_weeks', 'roasters_choice'])
    .select(giftOf('cart_items'))
    .where('payment_id', 'in', paymentIds)
    .orderBy('id')
    .execute()
  return Map.groupBy(rows, ({ payment_id }) => payment_id)
}

/** Counts the order lines that belong to each of these payments, paid or not. */
export async function countLinesOf(db: Db, paymentIds: string[]): Promise<Map<string | null, number>> {
  if (paymentIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('cart_items')
    .select(({ fn }) => ['payment_id', fn.countAll<number>().as('lines')])
    .where('payment_id', 'in', paymentIds)
    .groupBy('payment_id')
    .execute()
  return new Map(rows.map(({ payment_id, lines }) => [payment_id, lines]))
}

/**
 * Counts the order lines that belong to each of these payments, paid or not, by product and weight. The counts are sorted by
 * the name of the product.
 */
export async function countProductsOf(db: Db, paymentIds: string[]) {
  const rows = await db
    .selectFrom('cart_items')
    .select(['payment_id', 'product_name', 'weight_grams'])
    .select(({ fn }) => fn.countAll<number>().as('lines'))
    .where('payment_id', 'in', paymentIds.length > 0 ? paymentIds : [''])
    .groupBy(['payment_id', 'product_name', 'weight_grams'])
    .orderBy('product_name')
    .orderBy('weight_grams')
    .execute()
  return Map.groupBy(rows, ({ payment_id }) => payment_id)
}
