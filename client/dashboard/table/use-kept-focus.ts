import { useEffect, useRef } from 'react'
import type { RefObject } from 'react'
import type { Identified } from '../rows/row-pages.ts'

/**
 * Keeps the focus in a table when the row that had it goes away: the row that took its place gets it. Answers what
 * to tell of a row that gets the focus.
 */
export function useKeptFocus(
  rows: Identified[],
  body: RefObject<HTMLElement | null>,
): (id: string | null) => void {
  const had = useRef<{ id: string; index: number } | null>(null)
  const known = useRef(rows)
  useEffect(() => {
    known.current = rows
    if (!had.current || document.activeElement !== document.body) return
    const { id, index } = had.current
    if (rows.some(({ _id }) => _id === id)) return
    had.current = null
    const next = rows[Math.min(index, rows.length - 1)]
    if (next)
      body.current
        ?.querySelector<HTMLElement>(`tr[data-row="${CSS.escape(next._id)}"]`)
        ?.focus({ preventScroll: true })
  }, [rows, body])
  return (id) => {
    had.current = id === null ? null : { id, index: known.current.findIndex(({ _id }) => _id === id) }
  }
}
