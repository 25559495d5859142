import { useEffect, useRef, useState } from 'react'
import { moveInList } from './move-in-list.ts'
import type { Sortable } from './move-in-list.ts'
import { SortableRow } from './sortable-row.tsx'
import { words } from './texts.ts'
import { useDrag } from './use-drag.ts'

type SortableListProps = {
  items: Sortable[]
  label: string
  /**
   * Saves that an item is placed after the item `previous`, or first if `previous` is null. Resolves to false if it
   * failed.
   */
  onMove: (item: Sortable, previous: string | null) => Promise<boolean>
}

/**
 * A list whose rows can be moved by a handle with the pointer, and by two buttons. A move is shown at once, and taken
 * back if it could not be saved. Screen readers announce the new place.
 */
export function SortableList({ items, label, onMove }: SortableListProps) {
  const list = useRef<HTMLUListElement>(null)
  const [moved, setMoved] = useState<Sortable[] | null>(null)
  const [said, setSaid] = useState('')
  const pressed = useRef<string>(null)
  const shown = moved ?? items

  async function move(from: number, to: number) {
    const item = shown[from]
    if (!item || moved) return
    const after = moveInList(shown, from, to)
    setMoved(after)
    setSaid(words.moved(item.name, to + 1, after.length))
    const isSaved = await onMove(item, after[to - 1]?.id ?? null)
    if (!isSaved) setSaid('')
    setMoved(null)
  }

  const { drag, handleOf } = useDrag(list, ({ from, to }) => void move(from, to))
  useEffect(() => {
    // The browser takes the focus from a button whose row is moved in the document.
    if (pressed.current) document.getElementById(pressed.current)?.focus()
  }, [shown])

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
              void move(index, index + by)
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
