import { Readable } from 'node:stream'
import type { OrdersQuery, ProductsQuery } from '#contract/pages-of-rows.ts'
import { toPrice } from '#contract/money.ts'
import type { Place } from './keyset.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { OrderRow, Tables } from '#server/tables.ts'
import { listOrders, listProducts } from './queries.ts'
import type { ShownItem, Sorted } from './queries.ts'
import { readPage } from './read-page.ts'

/** Rows read at a time, with a turn for everybody else in between. */
const BATCH = 500

/** All ordered products that the filters let through, as CSV (RFC 4180). */
export function exportProducts({ longRead }: Database<Tables>, query: ProductsQuery): Readable {
  const page = readPage(query, 'newest')
  const filters = { ...page, ...(query.payment && { payment: query.payment }), limit: BATCH }
  return csv({
    head: ['id', 'ordered', 'email', 'customer', 'product', 'price', 'payment', 'delivery'],
    batch: (place) => listProducts(longRead, { ...filters, place }),
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

/** All full orders that the filters let through, as CSV. */
export function exportOrders({ longRead }: Database<Tables>, query: OrdersQuery): Readable {
  const page = { ...readPage(query, 'newest'), limit: BATCH }
  return csv({
    head: ['id', 'ordered', 'email', 'customer', 'total', 'payment'],
    batch: (place) => listOrders(longRead, { ...page, place }),
    cells: (row: Sorted<OrderRow>) => [row.id, new Date(row.created_at).toISOString(), row.email, row.customer, toPrice(row.total_cents), 'OK'],
  })
}

type Sheet<R> = { head: string[]; batch: (place: Place | null) => Promise<R[]>; cells: (row: R) => string[] }

function csv<R extends Sorted<{ id: string }>>({ head, batch, cells }: Sheet<R>): Readable {
  async function* lines() {
    yield `\uFEFF${line(head)}`
    for (let place: Place | null = null, more = true; more; ) {
      const rows: R[] = await batch(place)
      yield rows.map((row) => line(cells(row))).join('')
      const last = rows.at(-1)
      more = rows.length === BATCH
      if (last) place = [last.sorted_by, last.id]
      await new Promise<void>((next) => setImmediate(next))
    }
  }
  return Readable.from(lines())
}

function line(cells: string[]): string {
  return `${cells.map(cell).join(',')}\r\n`
}

/** What a spreadsheet would run as a formula is made text by an apostrophe (OWASP, "CSV Injection"). */
export function cell(text: string): string {
  const safe = /^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
