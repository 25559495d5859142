import type { ReactNode } from 'react'
import type { FullOrder, OrderedProduct } from '#contract/orders.ts'
import { orderMarkNames, orderStateText } from '#contract/values/states.ts'
import { fullMomentText, shortMomentText } from '#contract/values/dates/date-texts.ts'
import { formatPrice } from '#contract/values/money.ts'
import { packedAs } from '#client/lib/packed-as.ts'
import { useCurrency } from '#client/lib/page-state.ts'
import { useLocation } from '#client/lib/router.tsx'
import { PageLink } from '#client/ui/page-link.tsx'
import { pages } from '#contract/pages.ts'
import { specTexts, words } from '../texts.ts'
import './marks.css'

/**
 * A label with a border that shows a state in one or two words. If `good` is true, the text has the colour of
 * success.
 */
export function Mark({ good, children }: { good: boolean; children: ReactNode }) {
  return <span className={good ? 'mark text-success' : 'mark'}>{children}</span>
}

/** Shows `OK` for a paid item or order, otherwise `NOT OK`. */
export function PaymentMark({ payment }: { payment: 'OK' | undefined }) {
  const isPaid = payment === 'OK'
  return <Mark good={isPaid}>{isPaid ? specTexts.paid : specTexts.notPaid}</Mark>
}

/** Shows the total of an order as the specification prescribes it. */
export function OrderTotal({ total }: { total: string }) {
  return <span className="price">{specTexts.total(formatPrice(total, useCurrency()))}</span>
}

export function StateMarks({ order }: { order: Pick<FullOrder, 'state' | 'gift' | 'withdrawnAt'> }) {
  const { state, gift, withdrawnAt } = order
  return (
    <span className="marks">
      <Mark good={state === 'delivered' && gift !== 'blocked'}>{orderStateText(order)}</Mark>
      {withdrawnAt !== undefined && <Mark good={false}>{orderMarkNames.withdrawn}</Mark>}
    </span>
  )
}

/** The name of a product. If the line is in an order, it is a link to the page of the order. */
export function OrderLink({ item }: { item: OrderedProduct }) {
  const { search } = useLocation()
  if (item.orderId === undefined) return <ProductName item={item} />
  const state = { search, list: pages.dashboard }
  return (
    <PageLink to={pages.fullOrder(item.orderId)} state={state} className="link" title={words.openOrder}>
      <ProductName item={item} />
    </PageLink>
  )
}

function ProductName({ item }: { item: OrderedProduct }) {
  const packed = packedAs(item)
  if (packed === null) return item.productName
  return (
    <>
      {item.productName}
      <span className="block text-sm font-normal">{packed}</span>
    </>
  )
}

/** Shows an email address that may be broken into two lines after its @. */
export function EmailText({ email }: { email: string }) {
  const domain = email.lastIndexOf('@') + 1
  return (
    <>
      {email.slice(0, domain)}
      <wbr />
      {email.slice(domain)}
    </>
  )
}

/**
 * Shows a time in the user's time zone, in a short form. The tooltip shows the long form, and the `datetime`
 * attribute contains the exact time.
 */
export function Moment({ at }: { at: number }) {
  return (
    <time dateTime={new Date(at).toISOString()} title={fullMomentText(at)}>
      {shortMomentText(at)}
    </time>
  )
}
