import type { OrderedProduct } from '#contract/orders.ts'
import { sortsOf } from '#contract/values/states.ts'
import { usePageState } from '#client/lib/page-state.ts'
import { PageTitle } from '#client/ui/page-title.tsx'
import { Picture } from '#client/ui/picture.tsx'
import { Price } from '#client/ui/price.tsx'
import { DeliveryButton } from '../delivery/delivery-button.tsx'
import { EmailText, Moment, OrderLink, PaymentMark } from '../marks/marks.tsx'
import { SelectAll, SelectionBar, SelectRow, useSelection } from '../selection/selection.tsx'
import { DashboardSummary } from '../summary/dashboard-summary.tsx'
import { WhatWaits } from '../summary/what-waits.tsx'
import { DataTable } from '../table/data-table.tsx'
import { ACTION_WIDTH, NUMBER_WIDTH, TIME_WIDTH, useTable } from '../table/use-table.ts'
import type { Column, TableSource } from '../table/use-table.ts'
import { specTexts, words } from '../texts.ts'

const ALL_LINES: TableSource<'GET /allProducts'> = {
  call: 'GET /allProducts',
  sorts: sortsOf.products,
  filters: ['email', 'name', 'payment', 'delivery', 'from', 'to'],
  count: 'GET /count/products',
  noun: 'item',
}

/** The list of a real shop begins with what was ordered, and leaves out what is only in a cart. */
const ORDERED_LINES = { ...ALL_LINES, payment: 'ordered' } as const

const COLUMNS: readonly Column<OrderedProduct>[] = [
  { name: 'number', header: words.number, ...NUMBER_WIDTH, cell: (_, index) => index + 1 },
  {
    name: 'email',
    header: words.email,
    sort: 'email',
    width: '19%',
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
    header: specTexts.delivery,
    sort: 'delivery',
    ...ACTION_WIDTH,
    cell: (item) => <DeliveryButton item={item} />,
  },
]

/**
 * The page `/dashboard`: the key figures of today and of the last 30 days, and the table of all lines. A line is a
 * product in a cart or in an order. The user can select rows and move them to their next delivery state together.
 */
export function ProductsPage() {
  const { demo } = usePageState().settings
  const table = useTable(demo ? ALL_LINES : ORDERED_LINES)
  const selection = useSelection(table)
  const select: Column<OrderedProduct> = {
    name: 'select',
    header: words.select,
    head: <SelectAll selection={selection} />,
    width: '2.5rem',
    cell: (item) => <SelectRow item={item} selection={selection} />,
  }
  return (
    <>
      <PageTitle title={specTexts.links.products} />
      <WhatWaits />
      <DashboardSummary />
      <DataTable
        label={specTexts.links.products}
        name="products"
        nameLabel={words.name}
        columns={[select, ...COLUMNS]}
        table={table}
        none={words.noProducts}
        noneMore={words.noProductsMore}
      />
      <SelectionBar selection={selection} />
    </>
  )
}
