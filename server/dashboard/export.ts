import { Readable } from 'node:stream'
import { deliveryStates } from '#contract/values/states.ts'
import type { OrdersQuery, ProductsQuery } from '#contract/paging.ts'
import { toPrice } from '#contract/values/money.ts'
import { line } from './csv.ts'
import type { Place } from './keyset.ts'
import type { OrderRow } from '#server/tables.ts'
import { countProductsPaidBy, listOrders, listProducts } from './queries.ts'
import type { PaidProducts, ShownItem, Sorted } from './queries.ts'
import { readPage } from './read-page.ts'
import type { ShopDatabase } from '#server/shop-database.ts'

/** Rows read at a time, with a turn for everybody else in between. */
const BATCH = 500

/** Full orders read at a time: each comes with what was bought, which are up to 500 items. */
const BATCH_OF_ORDERS = 100

/** All ordered products that the filters let through, as CSV (RFC 4180). */
export function exportProducts({ longRead }: ShopDatabase, query: ProductsQuery): Readable {
  const page = { ...readPage(query, 'newest'), limit: BATCH }
  return csv({
    head: ['id', 'ordered', 'email', 'customer', 'product', 'price', 'payment', 'delivery'],
    most: BATCH,
    batch: (place) => listProducts(longRead, { ...page, place }),
    cells: (row: Sorted<ShownItem>) => [
      row.id,
      new Date(row.created_at).toISOString(),
      row.email,
      row.customer,
      row.product_name,
      toPrice(row.price_cents),
      row.payment ?? 'NOT OK',
      row.payment ? (row.delivery ?? 'Ordered') : '',
    ],
  })
}

type OrderWithProducts = Sorted<OrderRow> & { products: PaidProducts[] }

/** All full orders that the filters let through, as CSV: a line for each, with what was bought and where that is. */
export function exportOrders({ longRead }: ShopDatabase, query: OrdersQuery): Readable {
  const page = { ...readPage(query, 'newest'), limit: BATCH_OF_ORDERS }
  return csv({
    head: ['id', 'ordered', 'email', 'customer', 'total', 'payment', 'items', 'products', 'delivery'],
    most: BATCH_OF_ORDERS,
    batch: async (place) => {
      const orders = await listOrders(longRead, { ...page, place })
      const products = await countProductsPaidBy(
        longRead,
        orders.map(({ payment_id }) => payment_id),
      )
      return orders.map((order) => ({ ...order, products: products.get(order.payment_id) ?? [] }))
    },
    cells: (row: OrderWithProducts) => [
      row.id,
      new Date(row.created_at).toISOString(),
      row.email,
      row.customer,
      toPrice(row.total_cents),
      'OK',
      String(sum(row.products)),
      productsOf(row.products),
      deliveryOf(row.products),
    ],
  })
}

/** `2 × Espresso, 1 × Lungo` */
function productsOf(products: PaidProducts[]): string {
  const byName = Map.groupBy(products, ({ product_name }) => product_name)
  return [...byName].map(([name, some]) => `${sum(some)} × ${name}`).join(', ')
}

/** `1 Ordered, 2 Packed`: how many items are in which state. */
function deliveryOf(products: PaidProducts[]): string {
  const states = deliveryStates.map((state) => ({
    state,
    items: sum(products.filter(({ delivery }) => (delivery ?? 'Ordered') === state)),
  }))
  return states
    .filter(({ items }) => items > 0)
    .map(({ state, items }) => `${items} ${state}`)
    .join(', ')
}

function sum(products: PaidProducts[]): number {
  return products.reduce((all, { items }) => all + items, 0)
}

/** `batch` returns at most `most` rows; fewer are the last. */
type Sheet<R> = {
  head: string[]
  most: number
  batch: (place: Place | null) => Promise<R[]>
  cells: (row: R) => string[]
}

function csv<R extends Sorted<{ id: string }>>({ head, most, batch, cells }: Sheet<R>): Readable {
  async function* lines() {
    yield `\uFEFF${line(head)}`
    for (let place: Place | null = null, more = true; more;) {
      const rows: R[] = await batch(place)
      yield rows.map((row) => line(cells(row))).join('')
      const last = rows.at(-1)
      more = rows.length === most
      if (last) place = [last.sorted_by, last.id]
      await new Promise<void>((next) => setImmediate(next))
    }
  }
  return Readable.from(lines())
}
