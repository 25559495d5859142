import { Fragment, useId } from 'react'
import { packedAs } from '#client/lib/packed-as.ts'
import { useShop } from '#client/lib/page-state.ts'
import { discountRows } from '#client/ui/receipt/total-rows.ts'
import { Button } from '#client/ui/button.tsx'
import { FormError } from '#client/ui/form.tsx'
import type { PaymentChoice, Quote, SavedAddress } from '#contract/selling/checkout.ts'
import { pages } from '#contract/pages.ts'
import { formatMoney } from '#contract/values/money.ts'
import { pageTable } from '#contract/values/page-table.ts'
import { AddressLines } from './address-choice.tsx'
import { DiscountCode } from './discounts/discount-code.tsx'
import { countEqual } from './equal-lines.ts'
import { SummaryLine } from './summary-line.tsx'
import { deliveryPrice, percent, words } from './texts.ts'

export type CheckoutSummaryProps = {
  quote: Quote
  /** The address to which the order goes. It is null if the order is picked up, and until an address is chosen. */
  goesTo: SavedAddress | null
  /** How the customer pays, or null until that is known. */
  payment: PaymentChoice['way'] | null
  /** Whether the quote is for what is chosen now, so that it can be paid. */
  canPay: boolean
  /** What the customer has to do before the order can be paid, or null. */
  reason: string | null
  isPaying: boolean
  failure: string | null
  onPay: () => void
  /** Called with the code of a discount that the customer has entered, or with an empty text. */
  onCode: (code: string) => void
}

/** The lines of the order, the address, the total with its parts, and the Pay button. */
export function CheckoutSummary(props: CheckoutSummaryProps) {
  const { quote, goesTo, onCode } = props
  const { currency } = quote
  const totals = totalsOf(quote)
  return (
    <section className="checkout-summary panel" aria-label={words.summary}>
      <h2 className="text-xl">{words.summary}</h2>
      <Lines quote={quote} />
      {goesTo && (
        <div className="small">
          <p className="font-semibold">{words.goesTo}</p>
          <AddressLines lines={goesTo.lines} />
        </div>
      )}
      <dl className="checkout-totals" aria-live="polite">
        <Amount label={words.items} text={formatMoney(itemsTotalOf(quote), currency)} />
        {totals && (
          <>
            {quote.delivers && (
              <Amount label={words.delivery} text={deliveryPrice(totals.deliveryPrice, currency)} />
            )}
            {discountRows(totals.discounts, currency).map(({ label, amount }, at) => (
              <Amount key={label} label={label} text={amount} note={totals.discounts?.[at]?.note} />
            ))}
            <Amount label={words.total} text={formatMoney(totals.total, currency)} isTotal />
            {totals.tax.map(({ rate, tax }) => (
              <Amount key={rate} label={words.tax(percent(rate))} text={formatMoney(tax, currency)} isSmall />
            ))}
          </>
        )}
      </dl>
      {quote.delivers && <DiscountCode quote={quote} onCode={onCode} />}
      <Pay {...props} />
    </section>
  )
}

/** Returns the price of the lines that can be bought, as the cart shows it. */
function itemsTotalOf({ lines, itemsTotal }: Quote): number {
  return lines.reduce((sum, { price, soldOut }) => (soldOut ? sum - price : sum), itemsTotal)
}

/** Returns the totals, or null while the order has lines of which too little is left: they are part of the totals. */
function totalsOf({ lines, totals }: Quote): Quote['totals'] {
  return lines.some(({ soldOut }) => soldOut) ? null : totals
}

function Pay({ quote, payment, canPay, reason, isPaying, failure, onPay }: CheckoutSummaryProps) {
  const { currency } = quote
  const totals = totalsOf(quote)
  const reasonId = useId()
  return (
    <div className="grid gap-3">
      <LegalNote />
      <Button
        wide
        busy={isPaying}
        busyText={words.paying}
        blocked={reason !== null}
        disabled={!canPay && reason === null}
        aria-describedby={reason === null ? undefined : reasonId}
        onClick={onPay}
      >
        {payText(totals, payment, currency)}
      </Button>
      {reason !== null && <p id={reasonId}>{reason}</p>}
      <FormError>{failure}</FormError>
    </div>
  )
}

function payText(totals: Quote['totals'], payment: PaymentChoice['way'] | null, currency: string): string {
  if (!totals || !payment) return words.payWithoutTotal
  return totals.total === 0 ? words.payNothing : words.pay[payment](formatMoney(totals.total, currency))
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

function Lines({ quote: { lines, currency } }: { quote: Quote }) {
  return (
    <ul className="checkout-lines">
      {/* In the order of the cart, the newest first. */}
      {countEqual(lines, partsOf)
        .toReversed()
        .map(({ _id, weightGrams, grind, soldOut, price, ...line }) => (
          <SummaryLine
            key={_id}
            {...line}
            packed={packedAs({ weight: weightGrams ?? undefined, grind: grind ?? undefined })}
            price={formatMoney(price * line.count, currency)}
            note={soldOut && words.tooMany}
          />
        ))}
    </ul>
  )
}

function partsOf({ productId, price, weightGrams, grind, soldOut }: Quote['lines'][number]) {
  return [productId, price, weightGrams, grind, soldOut]
}

type AmountProps = {
  label: string
  text: string
  note?: string | undefined
  isTotal?: boolean
  isSmall?: boolean
}

function Amount({ label, text, note, isTotal = false, isSmall = false }: AmountProps) {
  return (
    <div className={isTotal ? 'spread total' : `spread ${isSmall ? 'small' : ''}`}>
      <dt>
        {label}
        {note !== undefined && <span className="small block">{note}</span>}
      </dt>
      <dd className="price">{text}</dd>
    </div>
  )
}
