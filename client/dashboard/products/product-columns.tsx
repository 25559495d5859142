import type { OrderedProduct } from '#contract/orders.ts'
import { Picture } from '#client/ui/picture.tsx'
import { Price } from '#client/ui/price.tsx'
import { DeliveryButton } from '../delivery/delivery-button.tsx'
import { EmailText } from '../marks/email-text.tsx'
import { Moment } from '../marks/moment.tsx'
import { PaymentMark } from '../marks/payment-mark.tsx'
import { SelectAll, SelectRow } from '../selection/select-boxes.tsx'
import type { Column } from '../table/column.ts'
import { texts, words } from '../texts.ts'
import type { PRODUCTS } from './products-source.ts'

type Sort = (typeof PRODUCTS.sorts)[number]

export const columns: readonly Column<OrderedProduct, Sort>[] = [
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
  { name: 'name', header: words.name, sort: 'name', cell: ({ productName }) => productName },
  { name: 'price-cell', header: words.price, sort: 'price', cell: ({ price }) => <Price price={price} /> },
  {
    name: 'payment',
    header: words.payment,
    sort: 'payment',
    cell: ({ payment }) => <PaymentMark payment={payment} />,
  },
  { name: 'time', header: words.ordered, sort: 'newest', cell: ({ orderedAt }) => <Moment at={orderedAt} /> },
  {
    name: 'action',
    header: texts.delivery,
    sort: 'delivery',
    cell: (item) => <DeliveryButton item={item} />,
  },
]
