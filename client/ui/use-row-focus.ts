import { useEffect, useRef } from 'react'

/** A row or card of a list. `_id` is the id of its product, order or other thing. */
type Row = { _id: string }

/** The id of the element of a row that takes the focus. */
export function rowFocusId(id: string): string {
  return `row-${id}`
}

/**
 * Keeps the focus in the list when the focused button is removed or disabled. The focus then goes to the same row, or to
 * the row that took its place, or to the heading if the list is empty. Returns a function to call before a row acts. The
 * next click cancels it, because the person has moved on.
 */
export function useRowFocus(items: Row[]): (item: Row) => void {
  const acted = useRef<{ id: string; index: number } | null>(null)
  useEffect(() => {
    if (!acted.current || !isFocusLost()) return
    const { id, index } = acted.current
    const next = items.find((item) => item._id === id) ?? items[Math.min(index, items.length - 1)]
    const target = next ? document.getElementById(rowFocusId(next._id)) : document.querySelector('h1')
    target?.focus({ preventScroll: true })
    acted.current = null
  }, [items])
  useEffect(() => {
    const forget = () => {
      acted.current = null
    }
    addEventListener('click', forget, true)
    return () => removeEventListener('click', forget, true)
  }, [])
  return (item) => {
    acted.current = { id: item._id, index: items.findIndex(({ _id }) => _id === item._id) }
  }
}

/** Returns whether no element has the focus, or only a disabled one. */
export function isFocusLost(): boolean {
  const { activeElement } = document
  return !activeElement || activeElement === document.body || activeElement.matches(':disabled')
}
