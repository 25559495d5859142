import type { FullOrder } from '#contract/orders.ts'
import { EXPORT_PATHS } from '#contract/values/exports.ts'
import { sortsOf } from '#contract/values/states.ts'
import { api } from '#client/lib/api.ts'
import { apiPage } from '#client/lib/api-page.ts'
import { PageTitle } from '#client/ui/page-title.tsx'
import { NoRows, TableFilters } from '../filters/table-filters.tsx'
import { DataTable } from '../table/data-table.tsx'
import { useTable } from '../table/use-table.ts'
import type { TableSource } from '../table/use-table.ts'
import { texts, words } from '../texts.ts'
import { columns } from './order-columns.tsx'

const SOURCE: TableSource<FullOrder, (typeof sortsOf.orders)[number]> = {
  sorts: sortsOf.orders,
  filters: ['email', 'name', 'state', 'delivery', 'from', 'to'],
  topics: ['orders'],
  rowsCall: 'GET /fullProducts',
  fetchPage: (query, signal) => apiPage('GET /fullProducts', { query }, { signal }),
  count: {
    call: 'GET /count/orders',
    fetch: (query, signal) => api('GET /count/orders', { query }, { signal }),
    newRows: (count) => words.newRows(count, 'order'),
  },
}

/**
 * The page `/dashboard/fullItem`: the table of full orders. A full order is several items that were paid with one
 * payment.
 */
export function FullOrdersPage() {
  const table = useTable(SOURCE)
  return (
    <>
      <PageTitle title={texts.links.orders} />
      <TableFilters table={table} nameLabel={words.customer} exportPath={EXPORT_PATHS.orders} />
      <DataTable
        label={texts.links.orders}
        name="orders"
        columns={columns}
        table={table}
        empty={<NoRows table={table} title={words.noOrders} more={words.noOrdersMore} />}
      />
    </>
  )
}
