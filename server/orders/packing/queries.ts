import { sql } from 'kysely'
import type { SqlBool } from 'kysely'
import type { Db } from '#server/shop-database.ts'
import type { CartItemRow, CheckoutRow, OrderRow } from '#server/tables.ts'

/**
 * The SQL condition that an order is paid and not packed yet. The value is written into the SQL text instead of being a
 * parameter. Otherwise the database would not use the partial index of these orders.
 */
const isPaid = sql<SqlBool>`orders.state = 'paid'`

/** A line that waits to be packed, with the number of its order. */
export type LineToPack = Pick<CartItemRow, 'product_name' | 'brand' | 'bag' | 'weight_grams' | 'grind'> & {
  order_id: string
} & Pick<OrderRow, 'number'>

/** Lists the lines that are not packed yet, of all paid orders, oldest order first. */
export function listLinesToPack(db: Db): Promise<LineToPack[]> {
  return db
    .selectFrom('orders')
    .innerJoin('cart_items', 'cart_items.payment_id', 'orders.payment_id')
    .select([
      'orders.id as order_id',
      'orders.number',
      'cart_items.product_name',
      'cart_items.brand',
      'cart_items.bag',
      'cart_items.weight_grams',
      'cart_items.grind',
    ])
    .where(isPaid)
    .where('cart_items.payment', '=', 'OK')
    .where('cart_items.delivery', 'is', null)
    .orderBy('orders.id')
    .orderBy('cart_items.id')
    .execute()
}

export type GramsToRoast = Pick<CheckoutRow, 'roast_on'> & { product_name: string; grams: number }

/**
 * Sums the grams of each coffee in the lines of paid orders that are not packed yet, by roast day. Lines without a
 * weight are left out.
 */
export function sumGramsToRoast(db: Db): Promise<GramsToRoast[]> {
  return db
    .selectFrom('orders')
    .innerJoin('cart_items', 'cart_items.payment_id', 'orders.payment_id')
    .leftJoin('checkouts', 'checkouts.payment_id', 'orders.payment_id')
    .select([
      'checkouts.roast_on',
      'cart_items.product_name',
      sql<number>`cast(sum(weight_grams) as bigint)`.as('grams'),
    ])
    .where(isPaid)
    .where('cart_items.payment', '=', 'OK')
    .where('cart_items.delivery', 'is', null)
    .where(sql<SqlBool>`weight_grams IS NOT NULL`)
    .groupBy(['checkouts.roast_on', 'cart_items.product_name'])
    .execute()
}
