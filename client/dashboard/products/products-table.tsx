import type { ReactNode } from 'react'
import type { OrderedProduct } from '#contract/orders.ts'
import { totalBeyondLoaded } from '../rows/row-count.ts'
import type { LoadedRows } from '../rows/use-rows.ts'
import { SelectionBar } from '../selection/selection-bar.tsx'
import { SelectionProvider, useNewSelection } from '../selection/selection.ts'
import type { Sorting } from '../table/column.ts'
import { DataTable } from '../table/data-table.tsx'
import { texts } from '../texts.ts'
import { columns } from './product-columns.tsx'
import type { PRODUCTS } from './products-source.ts'

type ProductsTableProps = {
  loaded: LoadedRows<OrderedProduct>
  /** Identifies the filters of these rows; their selection ends when it changes. */
  filters: string
  sorting: Sorting<(typeof PRODUCTS.sorts)[number]>
  empty: ReactNode
}

/** All ordered products, and what can be done with those that are selected. */
export function ProductsTable({ loaded, filters, sorting, empty }: ProductsTableProps) {
  const selection = useNewSelection(loaded.rows, filters)
  return (
    <SelectionProvider value={selection}>
      <DataTable
        label={texts.links.products}
        name="products"
        columns={columns}
        loaded={loaded}
        sorting={sorting}
        empty={empty}
      />
      <SelectionBar total={totalBeyondLoaded(loaded.rows?.length ?? 0, loaded)} />
    </SelectionProvider>
  )
}
