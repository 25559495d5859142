import { createContext, useCallback, useContext, useEffect, useMemo, useRef, useState } from 'react'
import type { OrderedProduct } from '#contract/orders.ts'
import { deliveryOf, nextState } from '../delivery/delivery-steps.ts'
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

/**
 * The id of the checkbox in the header of the table. When the bar with the buttons for the selected rows disappears,
 * the focus moves to this checkbox.
 */
export const SELECT_ALL = 'select-all'

const SelectionContext = createContext<Selection>({ movable: [], selected: [], select: () => undefined })

export const SelectionProvider = SelectionContext.Provider

export function useSelection(): Selection {
  return useContext(SelectionContext)
}

/**
 * Stores which rows are selected. A row that can no longer be moved to a next delivery state is not selected any
 * more. Another page, and a change of the filters or of the sort order, clears the selection. Otherwise a row that is
 * not shown any more would still be selected when it appears again.
 */
export function useNewSelection({
  page,
  state,
}: Pick<Table<OrderedProduct, string>, 'page' | 'state'>): Selection {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const [idsOf, setIdsOf] = useState(state)
  if (idsOf !== state) {
    setIdsOf(state)
    setIds(new Set())
  }
  const rows = page?.rows
  const select = useCallback((items: OrderedProduct[], on: boolean) => {
    setIds((known) => {
      const next = new Set(known)
      for (const { _id } of items) {
        if (on) next.add(_id)
        else next.delete(_id)
      }
      return next
    })
  }, [])
  return useMemo(() => {
    const movable = (rows ?? []).filter(isMovable)
    return { movable, selected: movable.filter(({ _id }) => ids.has(_id)), select }
  }, [rows, ids, select])
}

/** The checkbox of a row. Only rows that can be moved to a next delivery state have a checkbox. */
export function SelectRow({ item }: { item: OrderedProduct }) {
  const { selected, select } = useSelection()
  if (!isMovable(item)) return null
  return (
    <label className="icon-text select-box min-h-7 gap-1.5">
      <input
        type="checkbox"
        aria-label={words.selectRow(item.productName, item.email)}
        checked={selected.some(({ _id }) => _id === item._id)}
        onChange={({ target }) => select([item], target.checked)}
      />
    </label>
  )
}

/**
 * The checkbox in the header of the table. It selects or deselects all rows on the page that can be moved to a next
 * delivery state.
 */
export function SelectAll() {
  const { movable, selected, select } = useSelection()
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
        aria-label={words.selectAll}
        checked={movable.length > 0 && selected.length === movable.length}
        aria-disabled={movable.length === 0 || undefined}
        onChange={({ target }) => select(movable, target.checked)}
      />
      <span className="@4xl/rows:sr-only">{words.all}</span>
    </label>
  )
}

/** Returns whether a row has a next delivery state: the item is paid and not delivered yet. */
function isMovable(item: OrderedProduct): boolean {
  const state = deliveryOf(item)
  return state !== null && nextState(state) !== null
}
