import { sql } from 'kysely'
import type { SqlBool } from 'kysely'
import type { Db } from '#server/shop-database.ts'
import type { CartItemRow, CheckoutRow, OrderRow } from '#server/tables.ts'
import type { DisputeRow } from '#server/tables/payment-rows.ts'

/*
 * The states are written into the SQL text instead of being parameters. Otherwise the databases would not use the
 * partial indexes of the orders in these states.
 */
const isPaid = sql<SqlBool>`orders.state = 'paid'`
const isWaiting = sql<SqlBool>`orders.state = 'waiting'`
const isOnTheWay = sql<SqlBool>`orders.state IN ('packed', 'sent', 'ready')`

/**
 * The kind of a dispute of the order that is open or lost, or null. If there are several, a dispute comes before a warning
 * about fraud.
 */
const dispute = sql<DisputeRow['kind'] | null>`(
  SELECT min(kind) FROM disputes WHERE disputes.payment_id = orders.payment_id AND disputes.status <> 'won')`

export type MarkedOrder = OrderRow & { dispute: DisputeRow['kind'] | null }

/** A line that waits to be packed, with its order and the roast day that was promised. */
export type LineToPack = Pick<CartItemRow, 'product_name' | 'brand' | 'bag' | 'weight_grams' | 'grind'> &
  Pick<MarkedOrder, 'number' | 'withdrawn_at' | 'dispute'> & {
    order_id: string
    roast_on: CheckoutRow['roast_on'] | null
  }

/** Lists the lines of all paid orders that are not packed yet, oldest order first. */
export function listPaidLines(db: Db): Promise<LineToPack[]> {
  return linesOfOrders(db).where(isPaid).execute()
}

/**
 * Lists the lines of all pickups that are paid later, oldest order first. They are packed before they are paid. An
 * order is left out once its customer was told that it is ready.
 */
export function listWaitingPickupLines(db: Db): Promise<LineToPack[]> {
  return linesOfOrders(db)
    .where(isWaiting)
    .where('checkouts.method_kind', '=', 'pickup')
    .where('orders.notified_at', 'is', null)
    .execute()
}

function linesOfOrders(db: Db) {
  return db
    .selectFrom('orders')
    .innerJoin('cart_items', 'cart_items.payment_id', 'orders.payment_id')
    .leftJoin('checkouts', 'checkouts.payment_id', 'orders.payment_id')
    .select([
      'orders.id as order_id',
      'orders.number',
      'orders.withdrawn_at',
      dispute.as('dispute'),
      'checkouts.roast_on',
      'cart_items.product_name',
      'cart_items.brand',
      'cart_items.bag',
      'cart_items.weight_grams',
      'cart_items.grind',
    ])
    .orderBy('orders.id')
    .orderBy('cart_items.id')
}

const MAX_LISTED = 100

/** Lists the newest orders that are not paid yet, single or full, newest first. */
export function listWaitingOrders(db: Db): Promise<MarkedOrder[]> {
  return newestOrders(db).where(isWaiting).execute()
}

/** Lists the newest orders that are packed and not delivered yet, single or full, newest first. */
export function listOrdersOnTheWay(db: Db): Promise<MarkedOrder[]> {
  return newestOrders(db).where(isOnTheWay).execute()
}

function newestOrders(db: Db) {
  return db
    .selectFrom('orders')
    .selectAll()
    .select(dispute.as('dispute'))
    .orderBy('orders.id', 'desc')
    .limit(MAX_LISTED)
}
