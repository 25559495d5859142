import { Fragment, useId } from 'react'
import { useShop } from '#client/lib/page-state.ts'
import { Button } from '#client/ui/button.tsx'
import { FormError } from '#client/ui/form.tsx'
import type { PaymentChoice, Quote } from '#contract/selling/checkout.ts'
import { pages } from '#contract/pages.ts'
import { formatMoney } from '#contract/values/money.ts'
import { pageTable } from '#contract/values/page-table.ts'
import { subscriptionWords, words } from '../texts.ts'
import { renewalsText, SubscriptionNote } from './subscription-note.tsx'

export type PayProps = {
  quote: Quote
  /** How the customer pays, or null until that is known. */
  payment: PaymentChoice['way'] | null
  /** Whether the quote is for what is chosen now, so that it can be paid. */
  canPay: boolean
  /** What the customer has to do before the order can be paid, or null. */
  reason: string | null
  isPaying: boolean
  failure: string | null
  onPay: () => void
}

/** The button that orders, with what the customer must be able to read before, and why the order is not possible yet. */
export function Pay({ quote, payment, canPay, reason, isPaying, failure, onPay }: PayProps) {
  const reasonId = useId()
  return (
    <div className="grid gap-3">
      <LegalNote />
      <SubscriptionNote quote={quote} payment={payment} />
      <Button
        wide
        busy={isPaying}
        busyText={words.paying}
        blocked={reason !== null}
        disabled={!canPay && reason === null}
        aria-describedby={reason === null ? undefined : reasonId}
        onClick={onPay}
      >
        {payText(quote, payment)}
      </Button>
      {reason !== null && <p id={reasonId}>{reason}</p>}
      <FormError>{failure}</FormError>
    </div>
  )
}

/** The button names what is paid now, and what the subscriptions cost later, and how often. */
function payText(quote: Quote, payment: PaymentChoice['way'] | null): string {
  const totals = totalsOf(quote)
  if (!totals || !payment) return words.payWithoutTotal
  const total = formatMoney(totals.total, quote.currency)
  const again = renewalsText(quote)
  if (totals.total === 0) return again === '' ? words.payNothing : subscriptionWords.payNothing(again)
  return again === '' ? words.pay[payment](total) : subscriptionWords.pay(total, again)
}

/**
 * Links to the terms and to the page about delivery and returns, which the customer must be able to read before paying.
 */
function LegalNote() {
  const { legalPages } = useShop()
  const shown = (['terms', 'delivery'] as const).filter((name) => legalPages.includes(name))
  if (shown.length === 0) return null
  return (
    <p className="small">
      {words.readBefore}{' '}
      {shown.map((name, at) => (
        <Fragment key={name}>
          {at > 0 && ' · '}
          <a href={pages[name]} target="_blank" rel="noopener" className="link">
            {pageTable[name].title}
          </a>
        </Fragment>
      ))}
    </p>
  )
}

/** Returns the totals, or null while the order has lines of which too little is left: they are part of the totals. */
export function totalsOf({ lines, totals }: Quote): Quote['totals'] {
  return lines.some(({ soldOut }) => soldOut) ? null : totals
}
