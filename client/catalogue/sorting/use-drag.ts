import { useRef, useState } from 'react'
import type { PointerEvent, RefObject } from 'react'

/** A drag in progress: the index of the row that is dragged, and the index at which it would be placed. */
export type Drag = { from: number; to: number }

/** The event handlers of the handle of a row. */
export type HandleEvents = Record<
  'onPointerDown' | 'onPointerMove' | 'onPointerUp' | 'onPointerCancel',
  (event: PointerEvent<HTMLElement>) => void
>

/**
 * Returns the drag in progress, and a function that returns the event handlers of the handle of a row in `list`.
 * `onDrop` is called when a row is dropped at another place. A pointer that the browser takes over, as for scrolling,
 * ends the drag without a move.
 */
export function useDrag(
  list: RefObject<HTMLElement | null>,
  onDrop: (drag: Drag) => void,
): { drag: Drag | null; handleOf: (index: number) => HandleEvents } {
  const [drag, setDrag] = useState<Drag | null>(null)
  const start = useRef<{ y: number; middles: number[] }>({ y: 0, middles: [] })

  function begin(from: number, event: PointerEvent<HTMLElement>) {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    const rows = [...(list.current?.children ?? [])].map((row) => row.getBoundingClientRect())
    const middles = rows.map(({ top, height }) => top + height / 2 + scrollY)
    start.current = { y: event.clientY + scrollY, middles }
    setDrag({ from, to: from })
  }

  function move({ clientY }: PointerEvent<HTMLElement>) {
    if (!drag) return
    const { y, middles } = start.current
    const middle = (middles[drag.from] ?? 0) + clientY + scrollY - y
    const to = placeAt(middles, drag.from, middle)
    if (to !== drag.to) setDrag({ from: drag.from, to })
  }

  function drop() {
    setDrag(null)
    if (drag && drag.to !== drag.from) onDrop(drag)
  }

  const handleOf = (index: number) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => begin(index, event),
    onPointerMove: move,
    onPointerUp: drop,
    onPointerCancel: () => setDrag(null),
  })
  return { drag, handleOf }
}

/**
 * Returns the list with the item at the index `from` moved to the index `to`. An index outside of the list is limited.
 */
export function moveInList<T>(items: readonly T[], from: number, to: number): T[] {
  const item = items[from]
  if (item === undefined) return [...items]
  const place = Math.max(0, Math.min(items.length - 1, to))
  return items.toSpliced(from, 1).toSpliced(place, 0, item)
}

/**
 * Returns the index in a vertical list to which a row is dragged. `middles` are the vertical middles of all rows in their
 * order before the drag, `from` is the index of the dragged row, and `y` is where its middle is now. All are in px.
 */
export function placeAt(middles: readonly number[], from: number, y: number): number {
  return middles.filter((middle, index) => index !== from && middle < y).length
}
