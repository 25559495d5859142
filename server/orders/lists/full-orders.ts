import { sql } from 'kysely'
import type { Expression, SqlBool } from 'kysely'
import { Problem } from '#contract/errors.ts'
import type { FullOrder } from '#contract/orders.ts'
import type { OrdersQuery } from '#contract/paging.ts'
import { toPrice } from '#contract/values/money.ts'
import type { DeliveryState } from '#contract/values/states.ts'
import { number, text, withoutIndex } from '#server/platform/tables/column.ts'
import { beginsWith, createdOn, equals, manyPass, toLowerAscii } from '#server/platform/tables/filters.ts'
import { List } from '#server/platform/tables/list.ts'
import { linkNext, readFor } from '#server/platform/tables/serve-page.ts'
import type { PageRequest } from '#server/platform/tables/serve-page.ts'
import type { Db, ShopDatabase } from '#server/shop-database.ts'
import type { OrderRow, Tables } from '#server/tables.ts'
import { presentOrderedLine } from './ordered-lines.ts'
import type { OrderedLine } from './ordered-lines.ts'
import { progress, progressOf } from './progress.ts'
import { countLinesOf, findFullOrder, linesOf } from './queries.ts'

const email = text(sql`email`)
const customer = text(sql`lower(customer)`)

/** Not a parameter: the partial indexes of full orders are chosen by this text. */
const isFullOrder = sql<SqlBool>`kind = 'full'`

/** All full orders. */
export const fullOrders = new List<Tables, 'orders', OrderRow, OrdersQuery>({
  rows: (db) => db.selectFrom('orders').where(isFullOrder).selectAll(),
  sorts: { email, customer, total: number(sql`total_cents`) },
  filters: [
    (query) => beginsWith(email, query.email?.trim().toLowerCase()),
    ({ name }) => beginsWith(customer, name && toLowerAscii(name.trim())),
    createdOn,
    ({ delivery }) => (delivery ? (db) => hasLineIn(db, delivery) : null),
  ],
})

/** Matches the full orders with a line in this state of delivery. The orders are found from these lines if they are few. */
async function hasLineIn(db: Db, delivery: DeliveryState): Promise<Expression<SqlBool>> {
  const { check } = equals(progress, progressOf[delivery])
  if (await manyPass(db.selectFrom('cart_items'), check(progress))) {
    return sql<SqlBool>`EXISTS (SELECT 1 FROM cart_items WHERE cart_items.payment_id = orders.payment_id AND ${check(withoutIndex(progress))})`
  }
  // By `id`, which ends the index of full orders: by `payment_id` SQLite would read that whole index.
  return sql<SqlBool>`id IN (SELECT order_id FROM cart_items WHERE ${check(progress)} AND order_id IS NOT NULL)`
}

/** Returns the full orders that a request asks for, with their lines. */
export async function serveFullOrders(
  database: ShopDatabase,
  { query, reply }: PageRequest<OrdersQuery>,
): Promise<FullOrder[]> {
  const page = fullOrders.pageOf(query)
  const found = await fullOrders.read(readFor(database, page), page)
  const orders = await withFewLines(database.read, found)
  linkNext({ query, reply }, orders, orders.length < found.length ? orders.length : page.limit)
  const lines = await linesOf(database.read, paymentIdsOf(orders))
  return orders.map((order) => presentFullOrder(order, lines.get(order.payment_id)))
}

/** An order has up to 500 lines. A page ends before the order with which it would have more lines than this. */
const MOST_LINES = 1000

async function withFewLines<R extends OrderRow>(db: Db, orders: R[]): Promise<R[]> {
  const counts = await countLinesOf(db, paymentIdsOf(orders))
  let lines = 0
  return orders.filter(({ payment_id }) => (lines += counts.get(payment_id) ?? 0) <= MOST_LINES)
}

function paymentIdsOf(orders: OrderRow[]): string[] {
  return orders.map(({ payment_id }) => payment_id)
}

export async function showFullOrder({ read }: ShopDatabase, id: string): Promise<FullOrder | Problem> {
  const order = await findFullOrder(read, id)
  if (!order) return new Problem('not-found')
  const lines = await linesOf(read, [order.payment_id])
  return presentFullOrder(order, lines.get(order.payment_id))
}

function presentFullOrder(order: OrderRow, lines: OrderedLine[] = []): FullOrder {
  const { id, email: address, customer: buyer, total_cents, created_at } = order
  return {
    _id: id,
    email: address,
    customer: buyer,
    total: toPrice(total_cents),
    payment: 'OK',
    orderedAt: created_at,
    items: lines.map(presentOrderedLine),
  }
}
