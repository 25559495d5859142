import { useEffect, useRef, useState } from 'react'
import type { OrderedProduct } from '#contract/orders.ts'
import { Button } from '#client/ui/button.tsx'
import { useBarHeight } from '#client/ui/use-bar-height.ts'
import { nextState, useMoveItems } from '../delivery/move-items.ts'
import type { Table } from '../table/use-table.ts'
import { words } from '../texts.ts'
import './selection.css'

/** The rows that the user has selected in order to move them to their next delivery state. */
export type Selection = {
  /** All rows on the page that can be moved to a next delivery state. */
  movable: OrderedProduct[]
  selected: OrderedProduct[]
  select: (items: OrderedProduct[], on: boolean) => void
}

const NONE: ReadonlySet<string> = new Set()

/**
 * Stores which rows are selected. A row that can no longer be moved to a next delivery state is not selected any
 * more. Another page, and a change of the filters or of the sort order, clears the selection. Otherwise a row that is
 * not shown any more would still be selected when it appears again.
 */
export function useSelection({ page, state }: Pick<Table<OrderedProduct>, 'page' | 'state'>): Selection {
  const [chosen, setChosen] = useState({ state, ids: NONE })
  const ids = chosen.state === state ? chosen.ids : NONE
  const movable = (page?.rows ?? []).filter((item) => nextState(item) !== null)
  function select(items: OrderedProduct[], on: boolean): void {
    const changed = new Set(items.map(({ _id }) => _id))
    setChosen((known) => {
      const before = known.state === state ? known.ids : NONE
      return { state, ids: on ? before.union(changed) : before.difference(changed) }
    })
  }
  return { movable, selected: movable.filter(({ _id }) => ids.has(_id)), select }
}

/** The checkbox of a row. Only rows that can be moved to a next delivery state have a checkbox. */
export function SelectRow({ item, selection }: { item: OrderedProduct; selection: Selection }) {
  const { movable, selected, select } = selection
  if (!movable.includes(item)) return null
  return (
    <label className="icon-text select-box min-h-7 gap-1.5">
      <input
        type="checkbox"
        className="check mx-1"
        aria-label={words.selectRow(item.productName, item.email)}
        checked={selected.includes(item)}
        onChange={({ target }) => select([item], target.checked)}
      />
    </label>
  )
}

/**
 * The id of the checkbox in the header of the table. When the bar with the buttons for the selected rows disappears,
 * the focus moves to this checkbox.
 */
const SELECT_ALL = 'select-all'

/**
 * The checkbox in the header of the table. It selects or deselects all rows on the page that can be moved to a next
 * delivery state.
 */
export function SelectAll({ selection: { movable, selected, select } }: { selection: Selection }) {
  const box = useRef<HTMLInputElement>(null)
  const some = selected.length > 0 && selected.length < movable.length
  useEffect(() => {
    if (box.current) box.current.indeterminate = some
  }, [some])
  return (
    <label className="icon-text select-box min-h-7 gap-1.5">
      <input
        ref={box}
        id={SELECT_ALL}
        type="checkbox"
        className="check mx-1"
        aria-label={words.selectAll}
        checked={movable.length > 0 && selected.length === movable.length}
        aria-disabled={movable.length === 0 || undefined}
        onChange={({ target }) => select(movable, target.checked)}
      />
      <span className="@4xl/rows:sr-only">{words.all}</span>
    </label>
  )
}

/** A bar at the foot of the window with the buttons for the selected rows. */
export function SelectionBar({ selection: { selected, select } }: { selection: Selection }) {
  const { mutate, isPending } = useMoveItems()
  const bar = useRef<HTMLElement>(null)
  useBarHeight(bar, selected.length > 0)
  if (selected.length === 0) return null
  function deselect(items: OrderedProduct[]): void {
    // The bar disappears with the last selected row, so the focus is moved away from its buttons first.
    if (items.length === selected.length) document.getElementById(SELECT_ALL)?.focus({ preventScroll: true })
    select(items, false)
  }
  function move(): void {
    mutate(selected, {
      onSuccess: ({ refused }) =>
        deselect(selected.filter((item) => !refused.some((each) => each.item === item))),
    })
  }
  return (
    <section ref={bar} className="panel cluster selection" aria-label={words.selection}>
      <p role="status">{words.selected(selected.length)}</p>
      {/* Rows that were refused stay selected, and a second click would try them again. */}
      <Button busy={isPending} busyText={words.moving} noDoubleClick onClick={move}>
        {moveText(selected)}
      </Button>
      <Button tone="quiet" onClick={() => deselect(selected)}>
        {words.clearSelection}
      </Button>
    </section>
  )
}

function moveText(items: OrderedProduct[]): string {
  const [to, ...others] = new Set(items.map(nextState))
  return to && others.length === 0 ? words.moveAllTo(to) : words.moveEach
}
