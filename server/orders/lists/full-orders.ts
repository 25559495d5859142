import { sql } from 'kysely'
import type { SqlBool } from 'kysely'
import { Problem } from '#contract/errors.ts'
import type { FullOrder } from '#contract/orders.ts'
import type { OrdersQuery } from '#contract/paging.ts'
import { shownEmail } from '#contract/values/mails.ts'
import { toAmountText } from '#contract/values/money.ts'
import { isMoving, lineStates, orderStates } from '#contract/values/states.ts'
import type { DeliveryState } from '#contract/values/states.ts'
import { number, text } from '#server/platform/tables/column.ts'
import type { Column } from '#server/platform/tables/column.ts'
import { beginsWith, equals, toLowerAscii } from '#server/platform/tables/filters.ts'
import type { ColumnCondition } from '#server/platform/tables/filters.ts'
import { List } from '#server/platform/tables/list.ts'
import { linkPage, readFor, withOneMore } from '#server/platform/tables/serve-page.ts'
import type { PageRequest } from '#server/platform/tables/serve-page.ts'
import type { Db, ShopDatabase } from '#server/shop-database.ts'
import type { OrderRow, Tables } from '#server/tables.ts'
import { createdOn, fullPrice, presentOrderedLine } from './ordered-lines.ts'
import type { OrderedLine } from './ordered-lines.ts'
import { countLinesOf, findFullOrder, linesOf } from './queries.ts'

const email = text(sql`email`)
const customer = text(sql`lower(customer)`)
const orderState = text(sql`state`)

/**
 * The SQL condition that an order is a full order (an order whose lines are paid for together). The value `full` is
 * written into the SQL text instead of being a parameter. Otherwise the database would not use the partial indexes of
 * full orders.
 */
const isFullOrder = sql<SqlBool>`kind = 'full'`

/** The dashboard's list of full orders. Orders of lines that were paid for one by one are not in it. */
export const fullOrders = new List<Tables, 'orders', OrderRow, OrdersQuery>({
  rows: (db) => db.selectFrom('orders').where(isFullOrder).selectAll(),
  sorts: { email, customer, total: number(sql`total_cents`) },
  filters: [
    (query) => beginsWith(email, query.email?.trim().toLowerCase()),
    ({ name }) => beginsWith(customer, name && toLowerAscii(name.trim())),
    createdOn,
    ({ state }) => (state && state !== 'withdrawn' ? equals(orderState, state) : null),
    ({ state }) => (state === 'withdrawn' ? async () => isWithdrawn : null),
    ({ delivery }) => (delivery ? hasDelivery(delivery) : null),
  ],
})

/** Matches orders from which the customer has withdrawn, while that has not led to a refund or a cancellation. */
export const isWithdrawn = sql<SqlBool>`withdrawn_at IS NOT NULL AND state NOT IN ('cancelled', 'refunded')`

/** Matches paid orders whose lines are in this delivery state. */
function hasDelivery(delivery: DeliveryState): ColumnCondition {
  const states = orderStates.filter((state) => isMoving(state) && lineStates[state] === delivery)
  const check = ({ value }: Column) => sql<SqlBool>`${value} IN (${sql.join(states)})`
  return { column: orderState, passes: 'range', check }
}

/** Returns a page of full orders with their order lines, and sets the `Link` header. */
export async function serveFullOrders(
  database: ShopDatabase,
  { query, reply }: PageRequest<OrdersQuery>,
  currency: string,
): Promise<FullOrder[]> {
  const page = fullOrders.pageOf(query)
  const found = await fullOrders.read(readFor(database, page), withOneMore(page))
  const fitting = await countFitting(database.read, page.isBefore ? found.toReversed() : found)
  const orders = linkPage({ query, reply }, { ...page, limit: Math.min(page.limit, fitting) }, found)
  const lines = await linesOf(database.read, paymentIdsOf(orders))
  return orders.map((order) => presentFullOrder(order, lines.get(order.payment_id), currency))
}

/**
 * The maximum number of order lines in all orders of a page. The page ends at the order that would exceed the
 * maximum, but has at least one order.
 */
const MAX_LINES = 1000

/** Returns how many of these orders, from the first on, have at most `MAX_LINES` order lines together, or 1. */
async function countFitting(db: Db, orders: OrderRow[]): Promise<number> {
  const counts = await countLinesOf(db, paymentIdsOf(orders))
  let lines = 0
  const fitting = orders.filter(({ payment_id }) => (lines += counts.get(payment_id) ?? 0) <= MAX_LINES)
  return Math.max(1, fitting.length)
}

function paymentIdsOf(orders: OrderRow[]): string[] {
  return orders.map(({ payment_id }) => payment_id)
}

export async function showFullOrder(
  { read }: ShopDatabase,
  id: string,
  currency: string,
): Promise<FullOrder | Problem> {
  const order = await findFullOrder(read, id)
  if (!order) return new Problem('not-found')
  const lines = await linesOf(read, [order.payment_id])
  return presentFullOrder(order, lines.get(order.payment_id), currency)
}

/**
 * Converts an order for a response. An order that is not paid yet, or was cancelled, has no `payment`. The prices of the items
 * are without discounts, which are in the total.
 */
export function presentFullOrder(
  order: OrderRow,
  lines: OrderedLine[] | undefined,
  currency: string,
): FullOrder {
  const { id, number: place, state, email: address, customer: buyer, total_cents, created_at } = order
  const gift = lines?.[0]?.gift
  return {
    _id: id,
    number: place,
    state,
    email: shownEmail(address),
    customer: buyer,
    total: toAmountText(total_cents, currency),
    ...(isPaid(order) && { payment: 'OK' }),
    orderedAt: created_at,
    ...(order.withdrawn_at !== null && { withdrawnAt: order.withdrawn_at }),
    ...(gift && { gift }),
    items: (lines ?? []).map((line) =>
      presentOrderedLine({ ...line, price_cents: fullPrice(line) }, state === 'refunded', currency),
    ),
  }
}

function isPaid({ state }: Pick<OrderRow, 'state'>): boolean {
  return state !== 'waiting' && state !== 'cancelled'
}
