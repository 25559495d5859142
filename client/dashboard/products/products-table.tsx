import type { ReactNode } from 'react'
import type { OrderedProduct } from '#contract/orders.ts'
import type { sortsOf } from '#contract/values/states.ts'
import { Picture } from '#client/ui/picture.tsx'
import { Price } from '#client/ui/price.tsx'
import { DeliveryButton } from '../delivery/delivery-button.tsx'
import { EmailText, Moment, OrderLink, PaymentMark } from '../marks/marks.tsx'
import { SelectionBar } from '../selection/selection-bar.tsx'
import { SelectAll, SelectionProvider, SelectRow, useNewSelection } from '../selection/selection.tsx'
import { DataTable } from '../table/data-table.tsx'
import { ACTION_WIDTH, NUMBER_WIDTH, TIME_WIDTH } from '../table/table-head.tsx'
import type { Column } from '../table/table-head.tsx'
import type { Table } from '../table/use-table.ts'
import { texts, words } from '../texts.ts'

type Sort = (typeof sortsOf.products)[number]

const COLUMNS: readonly Column<OrderedProduct, Sort>[] = [
  {
    name: 'select',
    header: words.select,
    head: <SelectAll />,
    width: '2.5rem',
    cell: (item) => <SelectRow item={item} />,
  },
  { name: 'number', header: words.number, ...NUMBER_WIDTH, cell: (_, index) => index + 1 },
  {
    name: 'email',
    header: words.email,
    sort: 'email',
    width: '23%',
    narrow: 'auto',
    rowHeader: true,
    cell: ({ email }) => <EmailText email={email} />,
  },
  {
    name: 'picture-cell',
    header: words.picture,
    width: '5.25rem',
    cell: ({ img }) => <Picture src={img} alt="" sizes="3rem" />,
  },
  { name: 'name', header: words.name, sort: 'name', cell: (item) => <OrderLink item={item} /> },
  {
    name: 'price-cell',
    header: words.price,
    sort: 'price',
    width: '6.5rem',
    narrow: '5.5rem',
    cell: ({ price }) => <Price price={price} />,
  },
  {
    name: 'payment',
    header: words.payment,
    sort: 'payment',
    width: '7rem',
    narrow: '6.5rem',
    cell: ({ payment, orderId }) => (
      <>
        <PaymentMark payment={payment} />
        {!payment && orderId === undefined && (
          <span className="small whitespace-nowrap"> {words.inCart}</span>
        )}
      </>
    ),
  },
  {
    name: 'time',
    header: words.ordered,
    sort: 'newest',
    ...TIME_WIDTH,
    cell: ({ orderedAt }) => <Moment at={orderedAt} />,
  },
  {
    name: 'action',
    header: texts.delivery,
    sort: 'delivery',
    ...ACTION_WIDTH,
    cell: (item) => <DeliveryButton item={item} />,
  },
]

type ProductsTableProps = { table: Table<OrderedProduct, Sort>; empty: ReactNode }

/**
 * The table of all lines (a line is a product in a cart or in an order). The user can select rows and move them to
 * their next delivery state together.
 */
export function ProductsTable({ table, empty }: ProductsTableProps) {
  const selection = useNewSelection(table)
  return (
    <SelectionProvider value={selection}>
      <DataTable label={texts.links.products} name="products" columns={COLUMNS} table={table} empty={empty} />
      <SelectionBar />
    </SelectionProvider>
  )
}
