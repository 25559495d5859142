import { useLocation } from '#client/lib/router.tsx'
import type { FullOrder } from '#contract/orders.ts'
import { pages } from '#contract/pages.ts'
import { sortsOf } from '#contract/values/states.ts'
import { ButtonLink } from '#client/ui/button.tsx'
import { PageTitle } from '#client/ui/page-title.tsx'
import { rowFocusId } from '#client/ui/use-row-focus.ts'
import { deliveryName } from '../delivery/move-items.ts'
import { EmailText, Moment, OrderTotal, PaymentMark, StateMarks } from '../marks/marks.tsx'
import { DataTable } from '../table/data-table.tsx'
import { useTable } from '../table/use-table.ts'
import type { Column, TableSource } from '../table/use-table.ts'
import { specTexts, words } from '../texts.ts'

const SOURCE: TableSource<'GET /fullProducts'> = {
  call: 'GET /fullProducts',
  sorts: sortsOf.orders,
  filters: ['email', 'name', 'state', 'delivery', 'from', 'to'],
  count: 'GET /count/orders',
  noun: 'order',
}

/**
 * The page `/dashboard/fullItem`: the table of full orders. A full order is several items that were paid with one
 * payment.
 */
export function FullOrdersPage() {
  return (
    <>
      <PageTitle title={specTexts.links.orders} />
      <DataTable
        label={specTexts.links.orders}
        name="orders"
        nameLabel={words.customer}
        columns={COLUMNS}
        table={useTable(SOURCE)}
        none={words.noOrders}
        noneMore={words.noOrdersMore}
      />
    </>
  )
}

const COLUMNS: readonly Column<FullOrder>[] = [
  { name: 'number', header: words.orderNumber, width: '3.75rem', cell: ({ number }) => number },
  {
    name: 'email',
    header: words.email,
    sort: 'email',
    width: '21%',
    narrow: 'auto',
    rowHeader: true,
    cell: ({ email }) => <EmailText email={email} />,
  },
  { name: 'name', header: words.customer, sort: 'customer', cell: ({ customer }) => customer },
  {
    name: 'price-cell',
    header: words.total,
    sort: 'total',
    width: '6.25rem',
    narrow: '5.5rem',
    cell: ({ total }) => <OrderTotal total={total} />,
  },
  {
    name: 'payment',
    header: words.payment,
    width: '5.5rem',
    cell: ({ payment }) => <PaymentMark payment={payment} />,
  },
  {
    name: 'status',
    header: words.state,
    width: '8.25rem',
    narrow: '7.25rem',
    cell: (order) => <StateMarks order={order} />,
  },
  {
    name: 'way',
    header: specTexts.delivery,
    width: '7.75rem',
    narrow: '7.25rem',
    cell: deliveryText,
  },
  {
    name: 'time',
    header: words.ordered,
    sort: 'newest',
    width: '7.5rem',
    narrow: '6rem',
    cell: ({ orderedAt }) => <Moment at={orderedAt} />,
  },
  { name: 'action', header: specTexts.details, width: '6.75rem', cell: (order) => <Details order={order} /> },
]

/**
 * The link to the page of an order. The link passes on the filters of the list, so that Go Back on that page leads to
 * the same filtered list.
 */
function Details({ order }: { order: FullOrder }) {
  const { search } = useLocation()
  return (
    <ButtonLink
      tone="quiet"
      to={pages.fullOrder(order._id)}
      state={{ search }}
      aria-describedby={rowFocusId(order._id)}
    >
      {specTexts.details}
    </ButtonLink>
  )
}

/** Returns the delivery state of an order, which all its lines have. */
function deliveryText({ state, gift, items }: FullOrder): string {
  const { delivery = 'Ordered' } = items[0] ?? {}
  if (state === 'refunded' || gift) return '–'
  return delivery === 'Ordered' ? words.notPacked : deliveryName(delivery, state === 'ready')
}
