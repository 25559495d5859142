import { sql } from 'kysely'
import type { Selectable, SqlBool } from 'kysely'
import type { OrderedProduct } from '#contract/orders.ts'
import type { ProductsQuery } from '#contract/paging.ts'
import { shownEmail } from '#contract/values/mails.ts'
import { shopDates } from '#contract/values/dates/shop-dates.ts'
import { toAmountText } from '#contract/values/money.ts'
import type { DeliveryState, OrderState } from '#contract/values/states.ts'
import { firstIdAt } from '#server/platform/clock.ts'
import { byId, number, text } from '#server/platform/tables/column.ts'
import { beginsWith, equals, mostlyAbove, toLowerAscii } from '#server/platform/tables/filters.ts'
import type { ColumnCondition } from '#server/platform/tables/filters.ts'
import { List } from '#server/platform/tables/list.ts'
import { servePage } from '#server/platform/tables/serve-page.ts'
import type { PageRequest } from '#server/platform/tables/serve-page.ts'
import type { ShopDatabase } from '#server/shop-database.ts'
import type { Tables } from '#server/tables.ts'
import { giftOf } from '../gift-of.ts'

/** The columns of a cart or order line that the dashboard shows. Reading all columns would take longer. */
export const shownColumns = [
  'id',
  'email',
  'customer',
  'product_name',
  'img',
  'price_cents',
  'discount_cents',
  'rating',
  'payment',
  'delivery',
  'created_at',
  'weight_grams',
  'grind',
  'order_id',
] as const

export type OrderedLine = Pick<Selectable<Tables['cart_items']>, (typeof shownColumns)[number]> & {
  gift: OrderedProduct['gift'] | null
}

/** A line in the list of all lines, with the state of its order. It is null if the line has no order. */
type ListedLine = OrderedLine & { order_state: OrderState | null }

const orderState = sql<OrderState | null>`(SELECT state FROM orders WHERE orders.id = cart_items.order_id)`

const email = text(sql`email`)

/**
 * The progress of a line: 0 if it is unpaid, and 1 to 4 for the delivery states of a paid line. It must be the same
 * expression as in the index in `db/migrations/0010_delivery.sql`. Otherwise the index is not used.
 */
const progress = number(
  sql`(CASE WHEN payment IS NULL THEN 0 WHEN delivery IS NULL THEN 1 WHEN delivery = 'Packed' THEN 2 WHEN delivery = 'Sent' THEN 3 ELSE 4 END)`,
)

const progressOf: Record<DeliveryState, number> = { Ordered: 1, Packed: 2, Sent: 3, Delivered: 4 }

const name = text(sql`lower(product_name)`)

/** Whether a line is more than an item in a cart: it is paid, or its order waits for its payment. */
const isOrdered = sql<SqlBool>`(order_id IS NOT NULL OR payment IS NOT NULL)`

/** The filters by delivery leave out orders that were refunded whole, because nothing is left to be done. */
const isNotRefunded = sql<SqlBool>`NOT EXISTS
  (SELECT 1 FROM orders WHERE orders.id = cart_items.order_id AND orders.state = 'refunded')`

/**
 * The dashboard's list of the lines of all carts and orders. A line is a product that a customer has put into the cart.
 * Unpaid lines that were removed from a cart are left out.
 */
export const orderedLines = new List<Tables, 'cart_items', ListedLine, ProductsQuery>({
  rows: (db) =>
    db
      .selectFrom('cart_items')
      .select(shownColumns)
      .select([orderState.as('order_state'), giftOf('cart_items')]),
  isListed: sql<SqlBool>`(removed_at IS NULL OR payment IS NOT NULL)`,
  sorts: { email, name, price: number(sql`price_cents`), payment: progress, delivery: progress },
  filters: [
    (query) => beginsWith(email, query.email?.trim().toLowerCase()),
    (query) => beginsWith(name, query.name && toLowerAscii(query.name.trim())),
    ({ payment }) => (payment === 'OK' ? mostlyAbove(progress, 0) : null),
    ({ payment }) => (payment === 'NOT OK' ? equals(progress, 0) : null),
    ({ payment }) => (payment === 'ordered' ? async () => isOrdered : null),
    ({ delivery }) => (delivery ? equals(progress, progressOf[delivery]) : null),
    ({ delivery }) => (delivery ? async () => isNotRefunded : null),
    createdOn,
  ],
})

/** Returns a page of the lines of all carts and orders, and sets the `Link` header to the next page. */
export async function serveOrderedLines(
  database: ShopDatabase,
  request: PageRequest<ProductsQuery>,
  currency: string,
): Promise<OrderedProduct[]> {
  const rows = await servePage(database, orderedLines, request)
  return rows.map((row) => presentOrderedLine(row, row.order_state === 'refunded', currency))
}

export function presentOrderedLine(row: OrderedLine, isRefunded: boolean, currency: string): OrderedProduct {
  return {
    _id: row.id,
    email: shownEmail(row.email),
    customer: row.customer,
    productName: row.product_name,
    img: row.img,
    price: toAmountText(row.price_cents, currency),
    ratting: row.rating,
    orderedAt: row.created_at,
    ...(row.weight_grams !== null && { weight: row.weight_grams }),
    ...(row.grind !== null && { grind: row.grind }),
    ...(row.order_id !== null && { orderId: row.order_id }),
    ...(isRefunded && { refunded: true as const }),
    ...(row.gift && { gift: row.gift }),
    ...(row.payment && { payment: row.payment, delivery: row.delivery ?? 'Ordered' }),
  }
}

/** Returns the price of a line without discounts. */
export function fullPrice({ price_cents, discount_cents }: OrderedLine): number {
  return price_cents + discount_cents
}

/**
 * Matches rows that were created from the day `from` to the day `to`, both included. Days are in the time zone of the
 * shop and look like `2026-11-20`. Returns null if neither is given.
 */
export function createdOn({ from, to }: { from?: string; to?: string }): ColumnCondition | null {
  const first = from && firstIdOn(from, 0)
  const end = to && firstIdOn(to, 1)
  if (first && end) return idsThat(({ value }) => sql<SqlBool>`${value} >= ${first} AND ${value} < ${end}`)
  if (first) return idsThat(({ value }) => sql<SqlBool>`${value} >= ${first}`)
  return end ? idsThat(({ value }) => sql<SqlBool>`${value} < ${end}`) : null
}

/** Returns the first id of the day that is `days` after a day. The 31st of a shorter month is its last day. */
function firstIdOn(day: string, days: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const start = Temporal.PlainDate.from({ year, month, day: date }).add({ days })
  const { epochMilliseconds } = start.toZonedDateTime(shopDates().timeZone)
  return firstIdAt(Math.max(0, epochMilliseconds))
}

function idsThat(check: ColumnCondition['check']): ColumnCondition {
  return { column: byId, passes: 'range', check }
}
