import { useEffect, useState } from 'react'
import { Button } from '#client/ui/button.tsx'
import { rowFocusId } from '#client/ui/use-row-focus.ts'
import type { OrderItem } from '#contract/cart.ts'
import { CartTable } from './cart-table.tsx'
import { words } from './texts.ts'

/** How many paid items are shown at first. */
const NEWEST = 10

type PaidItemsProps = { items: OrderItem[]; start: number; onAct: (item: OrderItem) => void }

/** What was paid before, newest first. The older ones are shown on request. */
export function PaidItems({ items, start, onAct }: PaidItemsProps) {
  const [unfolded, setUnfolded] = useState<OrderItem | null>(null)
  const firstOlder = items[NEWEST]
  const folded = !unfolded && firstOlder
  useEffect(() => {
    // The button is gone. The focus goes to the row that took its place.
    if (unfolded) document.getElementById(rowFocusId(unfolded._id))?.focus({ preventScroll: true })
  }, [unfolded])
  return (
    <section className="mt-12 grid gap-4">
      <h2 className="text-xl">{words.paidHeading}</h2>
      <CartTable
        label={words.paidTable}
        items={folded ? items.slice(0, NEWEST) : items}
        start={start}
        onAct={onAct}
      />
      {folded && (
        <p className="text-center">
          <Button tone="quiet" onClick={() => setUnfolded(firstOlder)}>
            {words.showAllPaid(items.length)}
          </Button>
        </p>
      )}
    </section>
  )
}
