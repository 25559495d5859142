import { useEffect, useRef } from 'react'
import type { OrderedProduct } from '#contract/orders.ts'
import { words } from '../texts.ts'
import { isMovable, SELECT_ALL, useSelection } from './selection.ts'

/** Selects a row to be moved on; a row that cannot be moved on has none. */
export function SelectRow({ item }: { item: OrderedProduct }) {
  const { chosen, choose } = useSelection()
  if (!isMovable(item)) return null
  return (
    <label className="select-box">
      <input
        type="checkbox"
        aria-label={words.selectRow(item.productName, item.email)}
        checked={chosen.some(({ _id }) => _id === item._id)}
        onChange={({ target }) => choose([item], target.checked)}
      />
    </label>
  )
}

/** Selects all loaded rows that can be moved on, or none of them. */
export function SelectAll() {
  const { movable, chosen, choose } = useSelection()
  const box = useRef<HTMLInputElement>(null)
  const some = chosen.length > 0 && chosen.length < movable.length
  useEffect(() => {
    if (box.current) box.current.indeterminate = some
  }, [some])
  return (
    <label className="select-box">
      <input
        ref={box}
        id={SELECT_ALL}
        type="checkbox"
        aria-label={words.selectAll}
        checked={movable.length > 0 && chosen.length === movable.length}
        aria-disabled={movable.length === 0 || undefined}
        onChange={({ target }) => choose(movable, target.checked)}
      />
      <span>{words.all}</span>
    </label>
  )
}
