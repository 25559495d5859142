import { useRef } from 'react'
import type { OrderedProduct } from '#contract/orders.ts'
import { Button } from '#client/ui/button.tsx'
import { useBarHeight } from '#client/ui/use-bar-height.ts'
import { deliveryOf, nextState } from '../delivery/delivery-steps.ts'
import { useMoveItems } from '../delivery/use-move-items.ts'
import { words } from '../texts.ts'
import { SELECT_ALL, useSelection } from './selection.tsx'

/** A bar at the foot of the window with the buttons for the selected rows. */
export function SelectionBar() {
  const { selected, select } = useSelection()
  const { moving, move } = useMoveItems()
  const bar = useRef<HTMLElement>(null)
  useBarHeight(bar, selected.length > 0)
  if (selected.length === 0) return null
  function deselect(items: OrderedProduct[]): void {
    // The bar disappears with the last selected row, so the focus is moved away from its buttons first.
    if (items.length === selected.length) document.getElementById(SELECT_ALL)?.focus({ preventScroll: true })
    select(items, false)
  }
  return (
    <section ref={bar} className="panel cluster selection" aria-label={words.selection}>
      <p role="status">{words.selected(selected.length)}</p>
      <Button busy={moving} busyText={words.moving} onClick={() => move(selected, deselect)}>
        {moveText(selected)}
      </Button>
      <Button tone="quiet" onClick={() => deselect(selected)}>
        {words.clearSelection}
      </Button>
    </section>
  )
}

function moveText(items: OrderedProduct[]): string {
  const states = new Set(items.map(deliveryOf))
  const [state] = states
  const next = state && states.size === 1 ? nextState(state) : null
  return next ? words.moveAllTo(next) : words.moveEach
}
