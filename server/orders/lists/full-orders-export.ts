import { toAmountText, toPrice } from '#contract/values/money.ts'
import { deliveryStates, orderStateNames } from '#contract/values/states.ts'
import type { CsvColumns } from '#server/platform/tables/export-csv.ts'
import type { Db } from '#server/shop-database.ts'
import type { OrderRow } from '#server/tables.ts'
import { fullOrders, isPaid } from './full-orders.ts'
import { countProductsOf, findFees, sumRefundsOf } from './queries.ts'
import type { Fee, ProductCount } from './queries.ts'
import { csvTime } from './shop-days.ts'

/** An order with its products, what was refunded of it, in cents, and the fee of its payment. */
type OrderWithProducts = OrderRow & { products: ProductCount[]; refunded: number; fee: Fee | undefined }

const columns: CsvColumns<OrderWithProducts> = {
  'id': (row) => row.id,
  'ordered': (row) => csvTime(row.created_at),
  'email': (row) => row.email,
  'customer': (row) => row.customer,
  'total': (row) => toPrice(row.total_cents),
  'payment': (row) => (isPaid(row) ? 'OK' : 'NOT OK'),
  'items': (row) => String(sum(row.products)),
  'products': (row) => productsText(row.products),
  'delivery': (row) => deliveryText(row.products),
  'number': (row) => String(row.number),
  'state': (row) => orderStateNames[row.state],
  'grinds': (row) => grindsText(row.products),
  'weight in grams': (row) => weightText(row.products),
  'delivery price': (row) => toPrice(row.total_cents - priceOf(row.products)),
  'refunded': (row) => toPrice(row.refunded),
  'revenue': (row) => toPrice(isPaid(row) ? row.total_cents - row.refunded : 0),
  'payment fee': ({ fee }) => (fee ? toAmountText(fee.cents, fee.currency) : ''),
  'fee currency': ({ fee }) => fee?.currency ?? '',
}

/**
 * The CSV export of full orders (orders whose lines are paid for together), with one row for each order. The orders are
 * read in small batches, because the lines of each order have to be counted. An order has up to 500 lines.
 */
export const fullOrdersExport = { list: fullOrders, columns, batchSize: 100, complete: withProducts }

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
