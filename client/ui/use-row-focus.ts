import { useEffect, useRef } from 'react'

/** A row or card of a list, with the id it has in the shop. */
type Row = { _id: string }

/** The id of the element of a row that takes the focus. */
export function rowFocusId(id: string): string {
  return `row-${id}`
}

/**
 * Keeps the focus in the list when the button that had it goes away: with its row to the row that took its
 * place, else to the row itself; from an empty list to the heading. Answers what to call before a row acts; the
 * next click anywhere ends it, because whoever has gone elsewhere is not to be fetched back.
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

/** True when nothing has the focus, or something that no longer can. */
export function isFocusLost(): boolean {
  const { activeElement } = document
  return !activeElement || activeElement === document.body || activeElement.matches(':disabled')
}
