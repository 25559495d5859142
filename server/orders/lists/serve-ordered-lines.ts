import type { OrderedProduct } from '#contract/orders.ts'
import type { ProductsQuery } from '#contract/paging.ts'
import { servePage } from '#server/platform/tables/serve-page.ts'
import type { PageRequest } from '#server/platform/tables/serve-page.ts'
import type { ShopDatabase } from '#server/shop-database.ts'
import { orderedLines, presentOrderedLine } from './ordered-lines.ts'
import { findRefunded } from './queries.ts'

/** Returns a page of the lines of all carts and orders, and sets the `Link` header to the next page. */
export async function serveOrderedLines(
  database: ShopDatabase,
  request: PageRequest<ProductsQuery>,
): Promise<OrderedProduct[]> {
  const rows = await servePage(database, orderedLines, request)
  const refunded = await findRefunded(database.read, rows)
  return rows.map((row) => presentOrderedLine(row, refunded.has(row.order_id)))
}
