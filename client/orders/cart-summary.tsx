import { useEffect, useRef } from 'react'
import { Button } from '#client/ui/button.tsx'
import { Price } from '#client/ui/price.tsx'
import { isFocusLost } from '#client/ui/use-row-focus.ts'
import type { OrderItem } from '#contract/orders.ts'
import { countStates, payableItems, totalToPay } from './row-state.ts'
import { texts, words } from './texts.ts'
import { usePayAll } from './use-pay.ts'

/** What there is to pay, and the button that pays it. */
export function CartSummary({ email, items }: { email: string; items: OrderItem[] }) {
  const { pay, busy, blocked } = usePayAll(email, items)
  const nothingToPay = payableItems(items).length === 0
  const section = useKeptFocus(nothingToPay)
  return (
    <section ref={section} tabIndex={-1} aria-label={words.total} className={SUMMARY}>
      <div aria-live="polite" aria-atomic="true">
        <p className="flex items-baseline justify-between text-2xl">
          <span className="font-display">{words.total}</span> <Price price={totalToPay(items)} />
        </p>
        <Notes items={items} />
      </div>
      <Button wide busy={busy} busyText={words.paying} disabled={blocked || nothingToPay} onClick={pay}>
        {texts.payAll}
      </Button>
    </section>
  )
}

const SUMMARY =
  'mt-8 ml-auto grid gap-4 rounded-box bg-base-200 p-5 sm:max-w-sm ' +
  'focus-visible:outline-3 focus-visible:outline-primary'

/** The section takes the focus over from its button when there is nothing left to pay. */
function useKeptFocus(nothingToPay: boolean) {
  const section = useRef<HTMLElement>(null)
  const payable = useRef(!nothingToPay)
  useEffect(() => {
    const ranOut = payable.current && nothingToPay
    if (ranOut && isFocusLost()) section.current?.focus({ preventScroll: true })
    payable.current = !nothingToPay
  }, [nothingToPay])
  return section
}

/** What the total does not hold, said quietly. */
function Notes({ items }: { items: OrderItem[] }) {
  const { paid, checking, removed } = countStates(items)
  if (paid === items.length) return <p className="text-sm">{words.allPaid}</p>
  const notes = [
    paid > 0 && words.paidOf(paid, items.length),
    checking > 0 && words.checkingNote(checking),
    removed > 0 && words.removedNote(removed),
  ].filter((note) => note !== false)
  return notes.length === 0 ? null : <p className="text-sm">{notes.join(' · ')}</p>
}
