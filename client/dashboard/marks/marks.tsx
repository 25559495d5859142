import type { ReactNode } from 'react'
import { texts } from '../texts.ts'
import './marks.css'

/** A state in one or two words, with a border around it. */
export function Mark({ good, children }: { good: boolean; children: ReactNode }) {
  return <span className={good ? 'mark text-success' : 'mark'}>{children}</span>
}

/** `OK` for a paid item or order, otherwise `NOT OK`. */
export function PaymentMark({ payment }: { payment: 'OK' | undefined }) {
  const isPaid = payment === 'OK'
  return <Mark good={isPaid}>{isPaid ? texts.paid : texts.notPaid}</Mark>
}

/** An e-mail address that may break after its @. */
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

/** A time in the user's time zone, in a short form. The tooltip has the full form, and `dateTime` the exact time. */
export function Moment({ at }: { at: number }) {
  const date = new Date(at)
  return (
    <time dateTime={date.toISOString()} title={FULL.format(date)}>
      {shortForm(date)}
    </time>
  )
}

/** Returns a text such as `20 Nov, 09:05`. A date in another year has its year. */
function shortForm(date: Date): string {
  return (date.getFullYear() === new Date().getFullYear() ? THIS_YEAR : ANY_YEAR).format(date)
}

const MINUTES = { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' } as const
const THIS_YEAR = new Intl.DateTimeFormat('en-GB', MINUTES)
const ANY_YEAR = new Intl.DateTimeFormat('en-GB', { ...MINUTES, year: 'numeric' })
const FULL = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'long' })
