import { useEffect, useRef } from 'react'
import { useCurrency, usePageState } from '#client/lib/page-state.ts'
import { Button, ButtonLink } from '#client/ui/button.tsx'
import { useBarHeight } from '#client/ui/use-bar-height.ts'
import { Price } from '#client/ui/price.tsx'
import { isFocusLost } from '#client/ui/use-row-focus.ts'
import type { OrderItem } from '#contract/cart.ts'
import { pages } from '#contract/pages.ts'
import { countStates, payableItems, totalToPay } from './row-state.ts'
import { specTexts, words } from './texts.ts'
import { usePayAll } from './use-pay.ts'

type CartSummaryProps = { email: string; items: OrderItem[] }

/**
 * The total of the cart, and the button that pays for all items that can be paid, or leads to the checkout. In a narrow
 * window both stick to the bottom of the window.
 */
export function CartSummary({ email, items }: CartSummaryProps) {
  const { paysAtOnce, delivers } = usePageState().settings
  const nothingToPay = payableItems(items).length === 0
  const section = useFocusAfterPayment(nothingToPay)
  useBarHeight(section, !nothingToPay)
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-label={words.total}
      className={nothingToPay ? 'cart-summary' : 'cart-summary payable'}
    >
      <div aria-live="polite" aria-atomic="true">
        <p className="cart-total">
          <span className="font-display">{words.total}</span>{' '}
          <Price price={totalToPay(items, useCurrency())} />
        </p>
        <Notes items={items} />
      </div>
      {paysAtOnce && <PayAll email={email} items={items} />}
      {!paysAtOnce && !nothingToPay && (
        <ButtonLink wide to={pages.checkout}>
          {words.toCheckout}
        </ButtonLink>
      )}
      {paysAtOnce && delivers && !nothingToPay && (
        <ButtonLink wide tone="quiet" to={pages.checkout}>
          {words.withDelivery}
        </ButtonLink>
      )}
    </section>
  )
}

function PayAll({ email, items }: CartSummaryProps) {
  const { pay, busy, blocked } = usePayAll(email, items)
  const nothingToPay = payableItems(items).length === 0
  return (
    <Button wide busy={busy} busyText={words.paying} disabled={blocked || nothingToPay} onClick={pay}>
      {specTexts.payAll}
    </Button>
  )
}

/**
 * Returns the ref for the section around the button that pays. When nothing is left to pay, the button is disabled and
 * loses the focus. The focus then moves to the section.
 */
function useFocusAfterPayment(nothingToPay: boolean) {
  const section = useRef<HTMLElement>(null)
  const payable = useRef(!nothingToPay)
  useEffect(() => {
    const ranOut = payable.current && nothingToPay
    if (ranOut && isFocusLost()) section.current?.focus({ preventScroll: true })
    payable.current = !nothingToPay
  }, [nothingToPay])
  return section
}

/**
 * A text below the total. It says how many unpaid items are not part of the total and why, or that everything is paid.
 */
function Notes({ items }: { items: OrderItem[] }) {
  const { paid, refunded, checking, removed, soldOut } = countStates(items)
  if (paid === items.length) return <p className="text-sm">{words.allPaid}</p>
  if (paid + refunded === items.length) return <p className="text-sm">{words.nothingToPay}</p>
  const payments = new Set(items.filter((item) => item.checking).map(({ paymentId }) => paymentId))
  const notes = [
    checking > 0 && words.checkingNote(payments.size),
    removed > 0 && words.removedNote(removed),
    soldOut > 0 && words.soldOutNote(soldOut),
  ].filter((note) => note !== false)
  return notes.length === 0 ? null : <p className="text-sm">{notes.join(' · ')}</p>
}
