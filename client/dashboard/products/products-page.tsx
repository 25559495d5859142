import type { OrderedProduct } from '#contract/orders.ts'
import { EXPORT_PATHS } from '#contract/values/exports.ts'
import { sortsOf } from '#contract/values/states.ts'
import { api } from '#client/lib/api.ts'
import { apiPage } from '#client/lib/api-page.ts'
import { usePageState } from '#client/lib/page-state.ts'
import { PageTitle } from '#client/ui/page-title.tsx'
import { NoRows, TableFilters } from '../filters/table-filters.tsx'
import { DashboardSummary } from '../summary/dashboard-summary.tsx'
import { useTable } from '../table/use-table.ts'
import type { TableSource } from '../table/use-table.ts'
import { texts, words } from '../texts.ts'
import { ProductsTable } from './products-table.tsx'

const ALL_LINES: TableSource<OrderedProduct, (typeof sortsOf.products)[number]> = {
  sorts: sortsOf.products,
  filters: ['email', 'name', 'payment', 'delivery', 'from', 'to'],
  topics: ['orders'],
  rowsCall: 'GET /allProducts',
  fetchPage: (query, signal) => apiPage('GET /allProducts', { query }, { signal }),
  count: {
    call: 'GET /count/products',
    fetch: (query, signal) => api('GET /count/products', { query }, { signal }),
    newRows: (count) => words.newRows(count, 'item'),
  },
}

/** The list of a real shop begins with what was ordered, and leaves out what is only in a cart. */
const ORDERED_LINES = { ...ALL_LINES, payment: 'ordered' } as const

/**
 * The page `/dashboard`: the key figures of today and of the last 30 days, and the table of all lines. A line is a
 * product in a cart or in an order.
 */
export function ProductsPage() {
  const { demo } = usePageState().settings
  const table = useTable(demo ? ALL_LINES : ORDERED_LINES)
  return (
    <>
      <PageTitle title={texts.links.products} />
      <DashboardSummary />
      <TableFilters table={table} nameLabel={words.name} exportPath={EXPORT_PATHS.products} />
      <ProductsTable
        table={table}
        empty={<NoRows table={table} title={words.noProducts} more={words.noProductsMore} />}
      />
    </>
  )
}
