import { useLocation } from '#client/lib/router.tsx'
import type { FullOrder } from '#contract/orders.ts'
import { pages } from '#contract/pages.ts'
import { ButtonLink } from '#client/ui/button.tsx'
import { withCents } from '#client/ui/price.tsx'
import { deliveryWords } from '../delivery/delivery-steps.ts'
import { EmailText } from '../marks/email-text.tsx'
import { Moment } from '../marks/moment.tsx'
import { PaymentMark } from '../marks/payment-mark.tsx'
import type { Column } from '../table/column.ts'
import { rowNameId } from '../table/row-name.ts'
import { texts, words } from '../texts.ts'
import type { ORDERS } from './orders-source.ts'

type Sort = (typeof ORDERS.sorts)[number]

export const columns: readonly Column<FullOrder, Sort>[] = [
  {
    name: 'email',
    header: words.email,
    sort: 'email',
    rowHeader: true,
    cell: ({ email }) => <EmailText email={email} />,
  },
  { name: 'name', header: words.customer, sort: 'customer', cell: ({ customer }) => customer },
  {
    name: 'price-cell',
    header: words.total,
    sort: 'total',
    cell: ({ total }) => <span className="price">{texts.total(withCents(total))}</span>,
  },
  { name: 'payment', header: words.payment, cell: ({ payment }) => <PaymentMark payment={payment} /> },
  { name: 'way', header: texts.delivery, cell: ({ items }) => deliveryWords(items) },
  { name: 'time', header: words.ordered, sort: 'newest', cell: ({ orderedAt }) => <Moment at={orderedAt} /> },
  { name: 'action', header: texts.details, cell: (order) => <Details order={order} /> },
]

/** The list's filters go along, so that Go Back finds them again. */
function Details({ order }: { order: FullOrder }) {
  const { search } = useLocation()
  return (
    <ButtonLink
      tone="quiet"
      to={pages.fullOrder(order._id)}
      state={{ search }}
      aria-describedby={rowNameId(order._id)}
    >
      {texts.details}
    </ButtonLink>
  )
}
