import { useEffect, useRef } from 'react'
import { isFocusLost } from '#client/ui/use-row-focus.ts'
import type { Sortable } from './move-in-list.ts'
import { SortableRow } from './sortable-row.tsx'
import { useDrag } from './use-drag.ts'
import { useMoves } from './use-moves.ts'
import type { OnMove } from './use-moves.ts'

type SortableListProps = { items: Sortable[]; label: string; onMove: OnMove }

/**
 * A list whose rows can be moved by a handle with the pointer, and by two buttons. A move is shown at once, and taken
 * back if it could not be saved. Screen readers announce the new place.
 */
export function SortableList({ items, label, onMove }: SortableListProps) {
  const list = useRef<HTMLUListElement>(null)
  const pressed = useRef<string>(null)
  const { shown, isSaving, said, move } = useMoves(items, onMove)
  const { drag, handleOf } = useDrag(list, ({ from, to }) => move(from, to))
  useEffect(() => {
    // The browser takes the focus from a button whose row is moved in the document.
    if (pressed.current && isFocusLost()) document.getElementById(pressed.current)?.focus()
    if (!isSaving) pressed.current = null
  }, [shown, isSaving])

  return (
    <>
      <ul ref={list} aria-label={label} className="sortable" data-dragging={drag ? true : undefined}>
        {shown.map((item, index) => (
          <SortableRow
            key={item.id}
            item={item}
            index={index}
            count={shown.length}
            drag={drag}
            handle={handleOf(index)}
            onStep={(by, button) => {
              pressed.current = button
              move(index, index + by)
            }}
          />
        ))}
      </ul>
      <p role="status" className="small sortable-said">
        {said}
      </p>
    </>
  )
}
