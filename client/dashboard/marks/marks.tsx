import type { ReactNode } from 'react'
import type { OrderedProduct } from '#contract/orders.ts'
import { fullMomentText, shortMomentText } from '#contract/values/dates/date-texts.ts'
import { packedAs } from '#client/lib/packed-as.ts'
import { texts } from '../texts.ts'
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
  return <Mark good={isPaid}>{isPaid ? texts.paid : texts.notPaid}</Mark>
}

/** Shows the name of an ordered product and, if they are known, its weight and grind in a second line. */
export function ProductName({ item }: { item: OrderedProduct }) {
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
