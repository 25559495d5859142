import { useMemo } from 'react'
import type { EXPORT_PATHS } from '#contract/values/exports.ts'
import type { FullOrder } from '#contract/orders.ts'
import type { LiveTopic } from '#contract/values/live.ts'
import { api } from '#client/lib/api.ts'
import { apiPage } from '#client/lib/api-page.ts'
import { PageTitle } from '#client/ui/page-title.tsx'
import { DataTable } from '../table/data-table.tsx'
import { ExportLink } from '../filters/export-link.tsx'
import { NoRows } from '../filters/no-rows.tsx'
import { TableFilters } from '../filters/table-filters.tsx'
import {
  exportAddress,
  filterQuery,
  isFiltered,
  sortBy,
  tableQuery,
  UNFILTERED,
} from '../filters/table-state.ts'
import { useRows } from '../rows/use-rows.ts'
import { useTableState } from '../filters/use-table-state.ts'
import { texts, words } from '../texts.ts'
import { columns } from './order-columns.tsx'
import { ORDERS } from './orders-source.ts'

const TOPICS: readonly LiveTopic[] = ['orders']
const EXPORT: typeof EXPORT_PATHS.orders = '/export/orders.csv'

/** `/dashboard/fullItem`: all full orders. */
export function FullOrdersPage() {
  const [state, change] = useTableState(ORDERS)
  const loaded = useRows<FullOrder>(
    useMemo(() => {
      const query = tableQuery(state, ORDERS)
      const filters = filterQuery(state, ORDERS)
      return {
        key: ['GET /fullProducts', 'rows', query],
        topics: TOPICS,
        fetchPage: (after, signal) =>
          apiPage('GET /fullProducts', { query: { ...query, ...(after && { after }) } }, { signal }),
        count: {
          key: ['GET /count/orders', filters],
          fetch: (signal) => api('GET /count/orders', { query: filters }, { signal }),
        },
      }
    }, [state]),
  )
  const clear = isFiltered(state) ? () => change(UNFILTERED) : undefined
  return (
    <>
      <PageTitle title={texts.links.orders} />
      <TableFilters filters={ORDERS.filters} state={state} change={change} nameLabel={words.customer}>
        <ExportLink address={exportAddress(EXPORT, state, ORDERS)} />
      </TableFilters>
      <DataTable
        label={texts.links.orders}
        name="orders"
        columns={columns}
        loaded={loaded}
        sorting={{ ...state, onSort: (sort) => change(sortBy(state, sort)) }}
        empty={<NoRows title={words.noOrders} more={words.noOrdersMore} onClear={clear} />}
      />
    </>
  )
}
