import { useLocation } from '#client/lib/router.tsx'
import type { FullOrder } from '#contract/orders.ts'
import { pages } from '#contract/pages.ts'
import type { sortsOf } from '#contract/values/states.ts'
import { ButtonLink } from '#client/ui/button.tsx'
import { rowFocusId } from '#client/ui/use-row-focus.ts'
import { deliveryText } from '../delivery/delivery-steps.ts'
import { EmailText, Moment, PaymentMark } from '../marks/marks.tsx'
import { StateMarks } from './state-marks.tsx'
import type { Column } from '../table/table-head.tsx'
import { texts, words } from '../texts.ts'

export const columns: readonly Column<FullOrder, (typeof sortsOf.orders)[number]>[] = [
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
    cell: ({ total }) => <span className="price">{texts.total(total)}</span>,
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
    header: texts.delivery,
    width: '7.75rem',
    narrow: '7.25rem',
    cell: ({ state, items }) => (state === 'refunded' ? '–' : deliveryText(items)),
  },
  {
    name: 'time',
    header: words.ordered,
    sort: 'newest',
    width: '7.5rem',
    narrow: '6rem',
    cell: ({ orderedAt }) => <Moment at={orderedAt} />,
  },
  { name: 'action', header: texts.details, width: '6.75rem', cell: (order) => <Details order={order} /> },
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
      {texts.details}
    </ButtonLink>
  )
}
