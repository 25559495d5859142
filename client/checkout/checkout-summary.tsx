import { packedAs } from '#client/lib/packed-as.ts'
import { discountRows } from '#client/ui/receipt/total-rows.ts'
import type { SavedAddress } from '#contract/selling/addresses.ts'
import type { Quote } from '#contract/selling/checkout.ts'
import { formatMoney } from '#contract/values/money.ts'
import { AddressLines } from './address-choice.tsx'
import { DiscountCode } from './discounts/discount-code.tsx'
import { countEqual } from './equal-lines.ts'
import { Pay, totalsOf } from './order-button/pay.tsx'
import type { PayProps } from './order-button/pay.tsx'
import { Amount, SummaryLine } from './summary-line.tsx'
import { deliveryPrice, percent, words } from './texts.ts'

export type CheckoutSummaryProps = PayProps & {
  /** The address to which the order goes. It is null if the order is picked up, and until an address is chosen. */
  goesTo: SavedAddress | null
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

function Lines({ quote: { lines, currency } }: { quote: Quote }) {
  return (
    <ul className="checkout-lines">
      {/* In the order of the cart, the newest first. */}
      {countEqual(lines, partsOf)
        .toReversed()
        .map(({ _id, weightGrams, grind, everyWeeks, roastersChoice, soldOut, price, ...line }) => (
          <SummaryLine
            key={_id}
            {...line}
            packed={packedAs({
              weight: weightGrams ?? undefined,
              grind: grind ?? undefined,
              everyWeeks,
              roastersChoice,
            })}
            price={formatMoney(price * line.count, currency)}
            note={soldOut && words.tooMany}
          />
        ))}
    </ul>
  )
}

function partsOf({ productId, price, weightGrams, grind, soldOut, ...again }: Quote['lines'][number]) {
  return [productId, price, weightGrams, grind, soldOut, again.everyWeeks, again.roastersChoice]
}
