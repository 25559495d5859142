import { sql } from 'kysely'
import type { SqlBool } from 'kysely'
import type { OrderedProduct } from '#contract/orders.ts'
import type { ProductsQuery } from '#contract/paging.ts'
import { toPrice } from '#contract/values/money.ts'
import type { DeliveryState } from '#contract/values/states.ts'
import { number, text } from '#server/platform/tables/column.ts'
import type { CsvColumns } from '#server/platform/tables/export-csv.ts'
import { beginsWith, equals, mostlyAbove, toLowerAscii } from '#server/platform/tables/filters.ts'
import { List } from '#server/platform/tables/list.ts'
import type { CartItemRow, Tables } from '#server/tables.ts'
import { createdOn, csvTime } from './shop-days.ts'

/** The columns of a cart or order line that the dashboard shows. Reading all columns would take longer. */
export const shownColumns = [
  'id',
  'email',
  'customer',
  'product_name',
  'img',
  'price_cents',
  'rating',
  'payment',
  'delivery',
  'created_at',
  'weight_grams',
  'grind',
  'order_id',
] as const

export type OrderedLine = Pick<CartItemRow, (typeof shownColumns)[number]>

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
export const orderedLines = new List<Tables, 'cart_items', OrderedLine, ProductsQuery>({
  rows: (db) => db.selectFrom('cart_items').select(shownColumns),
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

export function presentOrderedLine(row: OrderedLine, isRefunded: boolean): OrderedProduct {
  return {
    _id: row.id,
    email: row.email,
    customer: row.customer,
    productName: row.product_name,
    img: row.img,
    price: toPrice(row.price_cents),
    ratting: row.rating,
    orderedAt: row.created_at,
    ...(row.weight_grams !== null && { weight: row.weight_grams }),
    ...(row.grind !== null && { grind: row.grind }),
    ...(row.order_id !== null && { orderId: row.order_id }),
    ...(isRefunded && { refunded: true as const }),
    ...(row.payment && { payment: row.payment, delivery: row.delivery ?? 'Ordered' }),
  }
}

const columns: CsvColumns<OrderedLine> = {
  'id': (row) => row.id,
  'ordered': (row) => csvTime(row.created_at),
  'email': (row) => row.email,
  'customer': (row) => row.customer,
  'product': (row) => row.product_name,
  'price': (row) => toPrice(row.price_cents),
  'payment': (row) => row.payment ?? 'NOT OK',
  'delivery': (row) => (row.payment ? (row.delivery ?? 'Ordered') : ''),
  'grind': (row) => row.grind ?? '',
  'weight in grams': (row) => (row.weight_grams === null ? '' : String(row.weight_grams)),
}

export const orderedLinesExport = {
  list: orderedLines,
  columns,
  batchSize: 500,
  complete: (_: unknown, rows: OrderedLine[]) => rows,
}
