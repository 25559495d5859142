import { useEffect, useRef } from 'react'
import { Button } from '#client/ui/button.tsx'
import { useBarHeight } from '#client/ui/foot-bar/use-bar-height.ts'
import { Price } from '#client/ui/price.tsx'
import { isFocusLost } from '#client/ui/use-row-focus.ts'
import type { OrderItem } from '#contract/cart.ts'
import { countStates, payableItems, totalToPay } from './row-state.ts'
import { texts, words } from './texts.ts'
import { usePayAll } from './use-pay.ts'

/** What there is to pay, and the button that pays it. On a phone it stays at the foot of the window. */
export function CartSummary({ email, items }: { email: string; items: OrderItem[] }) {
  const { pay, busy, blocked } = usePayAll(email, items)
  const nothingToPay = payableItems(items).length === 0
  const section = useKeptFocus(nothingToPay)
  useBarHeight(section, !nothingToPay)
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-label={words.total}
      className={nothingToPay ? SUMMARY : `${SUMMARY} ${BAR}`}
    >
      <div aria-live="polite" aria-atomic="true">
        <p className="flex flex-wrap items-baseline justify-between gap-x-3 text-2xl">
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
  'mt-8 ml-auto grid gap-4 rounded-box bg-base-200 p-5 wide:max-w-sm ' +
  'focus-visible:outline-3 focus-visible:outline-primary'

/** Over the whole width of the window, in as little height as possible. */
const BAR =
  'bar:sticky bar:bottom-0 bar:z-10 bar:-mx-5 bar:grid-cols-[auto_1fr] bar:items-center bar:gap-x-4 bar:gap-y-2 ' +
  'bar:rounded-none bar:border-t bar:border-base-300 bar:px-5 bar:pt-3 ' +
  'bar:pb-[max(0.75rem,env(safe-area-inset-bottom))] bar:[&_p]:block bar:[&_p]:text-lg bar:[&_p>*]:block ' +
  'bar:[&_button]:px-2 narrow:grid-cols-1! narrow:[&_p]:flex!'

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
    checking > 0 && words.checkingNote(checking),
    removed > 0 && words.removedNote(removed),
  ].filter((note) => note !== false)
  return notes.length === 0 ? null : <p className="text-sm">{notes.join(' · ')}</p>
}
