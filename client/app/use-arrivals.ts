import { useCallback, useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import type { Arrive } from '#client/lib/arrival.ts'

/**
 * Moves the focus to the heading of a page that somebody came to by a link, as soon as it is there, unless they
 * have put it somewhere else meanwhile.
 */
export function useArrivals(): Arrive {
  const { key } = useLocation()
  const departure = useRef<{ key: string; from: Element | null; expected: boolean }>({
    key,
    from: null,
    expected: false,
  })
  useLayoutEffect(() => {
    if (departure.current.key === key) return
    departure.current = { key, from: document.activeElement, expected: true }
  }, [key])
  return useCallback((heading) => {
    const { expected, from } = departure.current
    departure.current.expected = false
    const focused = document.activeElement
    if (expected && (!focused || focused === document.body || focused === from))
      heading.focus({ preventScroll: true })
  }, [])
}
