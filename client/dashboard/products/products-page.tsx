import { useMemo } from 'react'
import type { EXPORT_PATHS } from '#contract/values/exports.ts'
import type { LiveTopic } from '#contract/values/live.ts'
import type { OrderedProduct } from '#contract/orders.ts'
import { api } from '#client/lib/api.ts'
import { apiPage } from '#client/lib/api-page.ts'
import { PageTitle } from '#client/ui/page-title.tsx'
import { Glance } from '../glance/glance.tsx'
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
import { PRODUCTS } from './products-source.ts'
import { ProductsTable } from './products-table.tsx'

const TOPICS: readonly LiveTopic[] = ['orders']
const EXPORT: typeof EXPORT_PATHS.products = '/export/products.csv'

/** `/dashboard`: today at a glance, and all ordered products. */
export function ProductsPage() {
  const [state, change] = useTableState(PRODUCTS)
  const loaded = useRows<OrderedProduct>(
    useMemo(() => {
      const query = tableQuery(state, PRODUCTS)
      const filters = filterQuery(state, PRODUCTS)
      return {
        key: ['GET /allProducts', 'rows', query],
        topics: TOPICS,
        fetchPage: (after, signal) =>
          apiPage('GET /allProducts', { query: { ...query, ...(after && { after }) } }, { signal }),
        count: {
          key: ['GET /count/products', filters],
          fetch: (signal) => api('GET /count/products', { query: filters }, { signal }),
        },
      }
    }, [state]),
  )
  const clear = isFiltered(state) ? () => change(UNFILTERED) : undefined
  return (
    <>
      <PageTitle title={texts.links.products} />
      <Glance />
      <TableFilters filters={PRODUCTS.filters} state={state} change={change} nameLabel={words.name}>
        <ExportLink address={exportAddress(EXPORT, state, PRODUCTS)} />
      </TableFilters>
      <ProductsTable
        loaded={loaded}
        filters={JSON.stringify(filterQuery(state, PRODUCTS))}
        sorting={{ ...state, onSort: (sort) => change(sortBy(state, sort)) }}
        empty={<NoRows title={words.noProducts} more={words.noProductsMore} onClear={clear} />}
      />
    </>
  )
}
