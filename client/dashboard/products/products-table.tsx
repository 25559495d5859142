import type { ReactNode } from 'react'
import type { OrderedProduct } from '#contract/dashboard.ts'
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
  sorting: Sorting<(typeof PRODUCTS.sorts)[number]>
  empty: ReactNode
}

/** All ordered products, and what can be done with those that are selected. */
export function ProductsTable({ loaded, sorting, empty }: ProductsTableProps) {
  const selection = useNewSelection(loaded.rows)
  return (
    <SelectionProvider value={selection}>
      <DataTable label={texts.links.products} name="products" columns={columns} loaded={loaded} sorting={sorting} empty={empty} />
      <SelectionBar />
    </SelectionProvider>
  )
}
