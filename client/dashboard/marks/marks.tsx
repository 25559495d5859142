import type { ReactNode } from 'react'
import type { OrderedProduct } from '#contract/orders.ts'
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

/** Shows an e-mail address that may be broken into two lines after its @. */
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
  const date = new Date(at)
  return (
    <time dateTime={date.toISOString()} title={FULL.format(date)}>
      {shortForm(date)}
    </time>
  )
}

/** Formats a time as `20 Nov, 09:05`. The year is added if it is not the current year. */
function shortForm(date: Date): string {
  return (date.getFullYear() === new Date().getFullYear() ? THIS_YEAR : ANY_YEAR).format(date)
}

const MINUTES = { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' } as const
const THIS_YEAR = new Intl.DateTimeFormat('en-GB', MINUTES)
const ANY_YEAR = new Intl.DateTimeFormat('en-GB', { ...MINUTES, year: 'numeric' })
const FULL = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'long' })
