import { Button } from '#client/ui/button.tsx'
import { FormError } from '#client/ui/form.tsx'
import { Picture } from '#client/ui/picture.tsx'
import type { Quote } from '#contract/selling/checkout.ts'
import { formatMoney } from '#contract/values/money.ts'
import { deliveryPrice, percent, words } from './texts.ts'

type CheckoutSummaryProps = {
  quote: Quote
  /** Whether the quote belongs to what the customer has chosen now, so that the customer can pay. */
  canPay: boolean
  isPaying: boolean
  failure: string | null
  onPay: () => void
}

/** The lines of the order, the total with its parts, and the Pay button. */
export function CheckoutSummary({ quote, canPay, isPaying, failure, onPay }: CheckoutSummaryProps) {
  const { totals, currency } = quote
  return (
    <section className="checkout-summary panel" aria-label={words.summary}>
      <h2 className="text-xl">{words.summary}</h2>
      <Lines quote={quote} />
      <dl className="checkout-totals" aria-live="polite">
        <Amount label={words.items} text={formatMoney(quote.itemsTotal, currency)} />
        {totals && (
          <>
            <Amount label={words.delivery} text={deliveryPrice(totals.deliveryPrice, currency)} />
            <Amount label={words.total} text={formatMoney(totals.total, currency)} isTotal />
            {totals.tax.map(({ rate, tax }) => (
              <Amount key={rate} label={words.tax(percent(rate))} text={formatMoney(tax, currency)} isSmall />
            ))}
          </>
        )}
      </dl>
      <Button wide busy={isPaying} busyText={words.paying} disabled={!canPay} onClick={onPay}>
        {totals ? words.pay(formatMoney(totals.total, currency)) : words.payWithoutTotal}
      </Button>
      <FormError>{failure}</FormError>
    </section>
  )
}

function Lines({ quote: { lines, currency } }: { quote: Quote }) {
  return (
    <ul className="checkout-lines">
      {lines.map(({ _id, productName, img, price, weightGrams, grind }) => (
        <li key={_id}>
          <span className="checkout-picture">
            <Picture src={img} alt="" sizes="3.5rem" />
          </span>
          <span className="min-w-0 break-words">
            {productName}
            <span className="small block">
              {[weightGrams === null ? null : `${weightGrams} g`, grind].filter(Boolean).join(' · ')}
            </span>
          </span>
          <span className="price">{formatMoney(price, currency)}</span>
        </li>
      ))}
    </ul>
  )
}

type AmountProps = { label: string; text: string; isTotal?: boolean; isSmall?: boolean }

function Amount({ label, text, isTotal = false, isSmall = false }: AmountProps) {
  return (
    <div className={isTotal ? 'spread total' : `spread ${isSmall ? 'small' : ''}`}>
      <dt>{label}</dt>
      <dd className="price">{text}</dd>
    </div>
  )
}
