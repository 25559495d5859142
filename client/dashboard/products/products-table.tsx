import type { ReactNode } from 'react'
import type { OrderedProduct } from '#contract/orders.ts'
import type { sortsOf } from '#contract/values/states.ts'
import { Picture } from '#client/ui/picture.tsx'
import { Price } from '#client/ui/price.tsx'
import { DeliveryButton } from '../delivery/delivery-button.tsx'
import { EmailText, Moment, PaymentMark } from '../marks/marks.tsx'
import { totalBeyondLoaded } from '../rows/row-count.ts'
import type { LoadedRows } from '../rows/use-rows.ts'
import { SelectionBar } from '../selection/selection-bar.tsx'
import { SelectAll, SelectionProvider, SelectRow, useNewSelection } from '../selection/selection.tsx'
import { DataTable } from '../table/data-table.tsx'
import type { Column, Sorting } from '../table/table-head.tsx'
import { texts, words } from '../texts.ts'
import { OrderLink } from './order-link.tsx'

type Sort = (typeof sortsOf.products)[number]

const COLUMNS: readonly Column<OrderedProduct, Sort>[] = [
  { name: 'select', header: words.select, head: <SelectAll />, cell: (item) => <SelectRow item={item} /> },
  { name: 'number', header: words.number, cell: (_, index) => index + 1 },
  {
    name: 'email',
    header: words.email,
    sort: 'email',
    rowHeader: true,
    cell: ({ email }) => <EmailText email={email} />,
  },
  {
    name: 'picture-cell',
    header: words.picture,
    cell: ({ img }) => <Picture src={img} alt="" sizes="3rem" />,
  },
  { name: 'name', header: words.name, sort: 'name', cell: (item) => <OrderLink item={item} /> },
  { name: 'price-cell', header: words.price, sort: 'price', cell: ({ price }) => <Price price={price} /> },
  {
    name: 'payment',
    header: words.payment,
    sort: 'payment',
    cell: ({ payment, orderId }) => (
      <>
        <PaymentMark payment={payment} />
        {!payment && orderId === undefined && (
          <span className="small whitespace-nowrap"> {words.inCart}</span>
        )}
      </>
    ),
  },
  { name: 'time', header: words.ordered, sort: 'newest', cell: ({ orderedAt }) => <Moment at={orderedAt} /> },
  {
    name: 'action',
    header: texts.delivery,
    sort: 'delivery',
    cell: (item) => <DeliveryButton item={item} />,
  },
]

type ProductsTableProps = {
  loaded: LoadedRows<OrderedProduct>
  /** A text that identifies the current filters. When the text changes, the selection of rows is cleared. */
  filters: string
  sorting: Sorting<Sort>
  empty: ReactNode
}

/**
 * The table of all lines (a line is a product in a cart or in an order). The user can select rows and move them to
 * their next delivery state together.
 */
export function ProductsTable({ loaded, filters, sorting, empty }: ProductsTableProps) {
  const selection = useNewSelection(loaded.rows, filters)
  return (
    <SelectionProvider value={selection}>
      <DataTable
        label={texts.links.products}
        name="products"
        columns={COLUMNS}
        loaded={loaded}
        sorting={sorting}
        empty={empty}
      />
      <SelectionBar total={totalBeyondLoaded(loaded.rows?.length ?? 0, loaded)} />
    </SelectionProvider>
  )
}
