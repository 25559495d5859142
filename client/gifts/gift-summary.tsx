import { useRef } from 'react'
import '#client/checkout/checkout.css'
import { Pay } from '#client/checkout/order-button/pay.tsx'
import { Amount, SummaryLine } from '#client/checkout/summary-line.tsx'
import { deliveryPrice, percent, words as checkoutWords } from '#client/checkout/texts.ts'
import { packedAs } from '#client/lib/packed-as.ts'
import { useBarHeight } from '#client/ui/use-bar-height.ts'
import type { Product } from '#contract/catalogue.ts'
import type { GiftQuote } from '#contract/orders/gifts.ts'
import { formatMoney } from '#contract/values/money.ts'
import './gifts.css'
import { words } from './texts.ts'
import type { GiftContent, useGiftQuote } from './use-new-gift.ts'

type GiftSummaryProps = {
  coffee: Product
  content: GiftContent
  state: ReturnType<typeof useGiftQuote>
  quote: GiftQuote
  /** True while the grinds are unknown. The gift cannot be bought before one of them is chosen. */
  isWaiting: boolean
  isPaying: boolean
  failure: string | null
  onPay: () => void
}

/** What a gift costs in all, and the button that orders it. */
export function GiftSummary({ coffee, content, state, quote, isWaiting, ...pay }: GiftSummaryProps) {
  const { currency, totals, itemsTotal } = quote
  const { deliveries, everyWeeks, quantity, grind } = content
  const bar = useRef<HTMLDivElement>(null)
  useBarHeight(bar, true)
  const isQuoted = totals !== null && totals.methodId === state.offer?.id && !state.quote.isPlaceholderData
  return (
    <section className="checkout-summary gift-summary panel" aria-label={words.summary}>
      <div className="grid gap-5">
        <h2 className="text-xl">{words.summary}</h2>
        <ul className="checkout-lines">
          <SummaryLine
            productName={coffee.name}
            img={coffee.img}
            count={deliveries * quantity}
            packed={packedAs({ weight: coffee.weight, grind: grind ?? undefined })}
            price={formatMoney(itemsTotal, currency)}
          />
        </ul>
        {totals && (
          <dl className="checkout-totals" aria-live="polite">
            <Amount label={words.delivery(deliveries)} text={deliveryPrice(totals.deliveryPrice, currency)} />
            <Amount label={checkoutWords.total} text={formatMoney(totals.total, currency)} isTotal />
            {totals.tax.map(({ rate, tax }) => (
              <Amount
                key={rate}
                label={checkoutWords.tax(percent(rate))}
                text={formatMoney(tax, currency)}
                isSmall
              />
            ))}
          </dl>
        )}
        <p className="small">{words.paidOnce}</p>
      </div>
      <div ref={bar} className="gift-bar">
        <p className="small">
          {words.bagsOf(quantity, coffee.name)}: {words.contents(deliveries, everyWeeks)}
        </p>
        <Pay {...{ quote, ...pay }} payment={state.payment} canPay={isQuoted && !isWaiting} reason={null} />
      </div>
    </section>
  )
}
