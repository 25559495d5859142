import { sql } from 'kysely'
import type { SqlBool } from 'kysely'
import { Problem } from '#contract/errors.ts'
import type { FullOrder } from '#contract/orders.ts'
import type { OrdersQuery } from '#contract/paging.ts'
import { toAmountText } from '#contract/values/money.ts'
import {
  deliveryStates,
  isMoving,
  lineStates,
  orderStateNames,
  orderStates,
} from '#contract/values/states.ts'
import type { DeliveryState } from '#contract/values/states.ts'
import { number, text } from '#server/platform/tables/column.ts'
import type { Column } from '#server/platform/tables/column.ts'
import type { CsvColumns } from '#server/platform/tables/export-csv.ts'
import { beginsWith, equalsText, toLowerAscii } from '#server/platform/tables/filters.ts'
import type { ColumnCondition } from '#server/platform/tables/filters.ts'
import { List } from '#server/platform/tables/list.ts'
import { linkPage, readFor, withOneMore } from '#server/platform/tables/serve-page.ts'
import type { PageRequest } from '#server/platform/tables/serve-page.ts'
import type { Db, ShopDatabase } from '#server/shop-database.ts'
import type { OrderRow, Tables } from '#server/tables.ts'
import { createdOn, csvTime, emailOf, fullPrice, presentOrderedLine } from './ordered-lines.ts'
import type { OrderedLine } from './ordered-lines.ts'
import { countLinesOf, countProductsOf, findFees, findFullOrder, linesOf, sumRefundsOf } from './queries.ts'
import type { Fee, ProductCount } from './queries.ts'

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
    ({ state }) => (state && state !== 'withdrawn' ? equalsText(orderState, state) : null),
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
  return {
    _id: id,
    number: place,
    state,
    email: emailOf({ email: address }),
    customer: buyer,
    total: toAmountText(total_cents, currency),
    ...(isPaid(order) && { payment: 'OK' }),
    orderedAt: created_at,
    ...(order.withdrawn_at !== null && { withdrawnAt: order.withdrawn_at }),
    items: (lines ?? []).map((line) =>
      presentOrderedLine({ ...line, price_cents: fullPrice(line) }, state === 'refunded', currency),
    ),
  }
}

function isPaid({ state }: Pick<OrderRow, 'state'>): boolean {
  return state !== 'waiting' && state !== 'cancelled'
}

/** An order with its products, what was refunded of it, in cents, and the fee of its payment. */
type OrderWithProducts = OrderRow & { products: ProductCount[]; refunded: number; fee: Fee | undefined }

const columnsIn = (currency: string): CsvColumns<OrderWithProducts> => ({
  'id': (row) => row.id,
  'ordered': (row) => csvTime(row.created_at),
  'email': emailOf,
  'customer': (row) => row.customer,
  'total': (row) => toAmountText(row.total_cents, currency),
  'payment': (row) => (isPaid(row) ? 'OK' : 'NOT OK'),
  'items': (row) => String(sum(row.products)),
  'products': (row) => productsText(row.products),
  'delivery': (row) => deliveryText(row.products),
  'number': (row) => String(row.number),
  'state': (row) => orderStateNames[row.state],
  'grinds': (row) => grindsText(row.products),
  'weight in grams': (row) => weightText(row.products),
  'delivery price': (row) => toAmountText(row.total_cents - priceOf(row.products), currency),
  'refunded': (row) => toAmountText(row.refunded, currency),
  'revenue': (row) => toAmountText(isPaid(row) ? row.total_cents - row.refunded : 0, currency),
  'payment fee': ({ fee }) => (fee ? toAmountText(fee.cents, fee.currency) : ''),
  'fee currency': ({ fee }) => fee?.currency ?? '',
})

/**
 * The CSV export of full orders (orders whose lines are paid for together), with one row for each order. The orders are
 * read in small batches, because the lines of each order have to be counted. An order has up to 500 lines.
 */
export const fullOrdersExport = (currency: string) => ({
  list: fullOrders,
  columns: columnsIn(currency),
  batchSize: 100,
  complete: withProducts,
})

async function withProducts(db: Db, orders: OrderRow[]): Promise<OrderWithProducts[]> {
  const paymentIds = orders.map(({ payment_id }) => payment_id)
  const [products, refunded, fees] = await Promise.all([
    countProductsOf(db, paymentIds),
    sumRefundsOf(db, paymentIds),
    findFees(db, paymentIds),
  ])
  return orders.map((order) => ({
    ...order,
    products: products.get(order.payment_id) ?? [],
    refunded: refunded.get(order.payment_id) ?? 0,
    fee: fees.get(order.payment_id),
  }))
}

/** Returns the products of an order as a text such as `2 × Espresso, 1 × Lungo`. */
function productsText(products: ProductCount[]): string {
  const byName = Map.groupBy(products, ({ product_name }) => product_name)
  return [...byName].map(([name, counts]) => `${sum(counts)} × ${name}`).join(', ')
}

/** Returns how coffees are ground as a text such as `2 × Espresso: Filter, 1 × Lungo: Whole beans`. */
function grindsText(products: ProductCount[]): string {
  const ground = products.filter(({ grind }) => grind !== null)
  const byGrind = Map.groupBy(ground, ({ product_name, grind }) => `${product_name}: ${grind}`)
  return [...byGrind].map(([name, counts]) => `${sum(counts)} × ${name}`).join(', ')
}

/** Returns the weight of all products whose weight is known, in grams, or '' if none is. */
function weightText(products: ProductCount[]): string {
  const weighed = products.filter(({ weight_grams }) => weight_grams !== null)
  const grams = weighed.reduce((total, { weight_grams, lines }) => total + Number(weight_grams) * lines, 0)
  return weighed.length === 0 ? '' : String(grams)
}

/** Returns the number of order lines in each delivery state as a text such as `1 Ordered, 2 Packed`. */
function deliveryText(products: ProductCount[]): string {
  const states = deliveryStates.map((state) => ({
    state,
    lines: sum(products.filter(({ delivery }) => (delivery ?? 'Ordered') === state)),
  }))
  return states
    .filter(({ lines }) => lines > 0)
    .map(({ state, lines }) => `${lines} ${state}`)
    .join(', ')
}

function priceOf(products: ProductCount[]): number {
  return products.reduce((total, { cents }) => total + cents, 0)
}

function sum(products: ProductCount[]): number {
  return products.reduce((total, { lines }) => total + lines, 0)
}
