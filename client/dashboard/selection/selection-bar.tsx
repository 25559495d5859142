import { useRef } from 'react'
import type { OrderedProduct } from '#contract/orders.ts'
import { Button } from '#client/ui/button.tsx'
import { useBarHeight } from '#client/ui/use-bar-height.ts'
import { deliveryOf, nextStep } from '../delivery/delivery-steps.ts'
import { words } from '../texts.ts'
import { SELECT_ALL, useSelection } from './selection.ts'
import './selection.css'
import { useMoveMany } from './use-move-many.ts'

/**
 * What can be done with the selected rows; it stays in sight at the foot of the window. `total` is the number of all
 * rows if more than the loaded ones exist.
 */
export function SelectionBar({ total }: { total: number | null }) {
  const { chosen, choose } = useSelection()
  const { moving, move } = useMoveMany()
  const bar = useRef<HTMLElement>(null)
  useBarHeight(bar, chosen.length > 0)
  if (chosen.length === 0) return null
  function leave(items: OrderedProduct[]) {
    // The buttons go away with the last selected row, and the focus must not go with them.
    if (items.length === chosen.length) document.getElementById(SELECT_ALL)?.focus({ preventScroll: true })
    choose(items, false)
  }
  return (
    <section ref={bar} className="selection" aria-label={words.selection}>
      <p role="status">{words.selected(chosen.length, total)}</p>
      <Button busy={moving} busyText={words.moving} onClick={() => move(chosen, leave)}>
        {moveText(chosen)}
      </Button>
      <Button tone="quiet" onClick={() => leave(chosen)}>
        {words.clearSelection}
      </Button>
    </section>
  )
}

function moveText(items: OrderedProduct[]): string {
  const states = new Set(items.map(deliveryOf))
  const [state] = states
  const next = state && states.size === 1 ? nextStep(state) : null
  return next ? words.moveAllTo(next) : words.moveEach
}
