import { useEffect, useRef } from 'react'

/** A row or card of a list. */
type Row = { _id: string }

/** Returns the id of the element that names a row. It describes the row's buttons, and takes the focus in a list of cards. */
export function rowFocusId(id: string): string {
  return `row-${id}`
}

/**
 * Keeps the focus in a list when the focused button disappears. If its row is still there, the row gets the focus.
 * Otherwise the row that took its place gets it, and in an empty list the page's heading. Returns a function to be
 * called when a row gets the focus or its button is pressed. A click outside of the element of that row ends it, because
 * the user has then left the list on purpose. `elementOf` returns the focusable element of a row.
 */
export function useRowFocus(
  items: Row[],
  elementOf: (id: string) => HTMLElement | null = elementById,
): (item: Row) => void {
  const last = useRef<{ id: string; index: number } | null>(null)
  const latest = useRef(elementOf)
  useEffect(() => {
    latest.current = elementOf
  })
  useEffect(() => {
    if (!last.current || !isFocusLost()) return
    const { id, index } = last.current
    const next = items.find((item) => item._id === id) ?? items[Math.min(index, items.length - 1)]
    last.current = null
    const target = next ? latest.current(next._id) : document.querySelector('h1')
    target?.focus({ preventScroll: true })
  }, [items])
  useEffect(() => {
    function forget({ target }: MouseEvent): void {
      const row = last.current && latest.current(last.current.id)
      if (!(target instanceof Node && row?.contains(target))) last.current = null
    }
    addEventListener('click', forget, true)
    return () => removeEventListener('click', forget, true)
  }, [])
  return (item) => {
    last.current = { id: item._id, index: items.findIndex(({ _id }) => _id === item._id) }
  }
}

/** Returns true if no element has the focus, or an element that is disabled by now. */
export function isFocusLost(): boolean {
  const { activeElement } = document
  return !activeElement || activeElement === document.body || activeElement.matches(':disabled')
}

function elementById(id: string): HTMLElement | null {
  return document.getElementById(rowFocusId(id))
}
