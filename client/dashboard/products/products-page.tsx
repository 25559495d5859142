import { useMemo } from 'react'
import type { EXPORT_PATHS, LiveTopic, OrderedProduct } from '#contract/dashboard.ts'
import { apiPage } from '#client/lib/api-page.ts'
import { PageTitle } from '#client/ui/page-title.tsx'
import { Glance } from '../glance/glance.tsx'
import { DataTable } from '../table/data-table.tsx'
import { ExportLink } from '../filters/export-link.tsx'
import { NoRows } from '../filters/no-rows.tsx'
import { TableFilters } from '../filters/table-filters.tsx'
import { exportAddress, isFiltered, sortBy, tableQuery, UNFILTERED } from '../filters/table-state.ts'
import { useRows } from '../rows/use-rows.ts'
import { useTableState } from '../filters/use-table-state.ts'
import { texts, words } from '../texts.ts'
import { columns } from './product-columns.tsx'
import { PRODUCTS } from './products-source.ts'

const TOPICS: readonly LiveTopic[] = ['orders']
const EXPORT: typeof EXPORT_PATHS.products = '/export/products.csv'

/** `/dashboard`: today at a glance, and all ordered products. */
export function ProductsPage() {
  const [state, change] = useTableState(PRODUCTS)
  const loaded = useRows<OrderedProduct>(
    useMemo(() => {
      const query = tableQuery(state, PRODUCTS)
      return {
        key: ['GET /allProducts', 'rows', query],
        topics: TOPICS,
        fetchPage: (after, signal) =>
          apiPage('GET /allProducts', { query: { ...query, ...(after && { after }) } }, { signal }),
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
      <DataTable
        label={texts.links.products}
        name="products"
        columns={columns}
        loaded={loaded}
        sorting={{ ...state, onSort: (sort) => change(sortBy(state, sort)) }}
        empty={<NoRows title={words.noProducts} more={words.noProductsMore} onClear={clear} />}
      />
    </>
  )
}
