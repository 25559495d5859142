import { useEffect, useLayoutEffect, useRef } from 'react'
import { useRouter } from '#client/lib/router.tsx'
import { tryStorage } from '#client/lib/try-storage.ts'

const STORED = 'scroll'
const PATIENCE = 3000

/**
 * A new page starts at its top, or at the part that the address names; going back finds it where it was left, also
 * when its content comes late. A change of the address within a page, like a filter, moves nothing.
 */
export function useScrollMemory(): void {
  const { place: location, type } = useRouter()
  const { key, pathname, search, hash } = location
  const place = `${key} ${pathname}`
  const current = useRef(place)
  const shown = useRef({ pathname, search })
  const positions = useRef<Record<string, number>>({})

  useEffect(() => watchScroll(current, positions), [])
  useEffect(() => comeBack(positions.current[current.current] ?? 0), [])
  useLayoutEffect(() => {
    if (current.current === place) return
    const within = shown.current.pathname === pathname && shown.current.search !== search
    current.current = place
    shown.current = { pathname, search }
    // Read once: on the way there every stop is noted, too.
    const left = positions.current[place] ?? 0
    if (type === 'POP') return scrollWhenPossible(() => left)
    if (hash) return scrollWhenPossible(() => topOf(hash))
    if (!within) scrollTo({ top: 0, behavior: 'instant' })
  }, [place, type, pathname, search, hash])
}

type Ref<T> = { current: T }

/**
 * Notes every position; a reload is left to the browser, which does it before any script has come. A click that leads
 * away may come before the page has heard of its last scrolling, as with programs that read it out.
 */
function watchScroll(place: Ref<string>, positions: Ref<Record<string, number>>): () => void {
  positions.current = { ...readPositions(), ...positions.current }
  history.scrollRestoration = 'manual'
  function note() {
    positions.current[place.current] = scrollY
  }
  function leave() {
    history.scrollRestoration = 'auto'
    tryStorage(() => sessionStorage.setItem(STORED, JSON.stringify(positions.current)))
  }
  function takeOver() {
    history.scrollRestoration = 'manual'
  }
  addEventListener('scroll', note, { passive: true })
  addEventListener('click', note, true)
  addEventListener('pagehide', leave)
  addEventListener('pageshow', takeOver)
  return () => {
    removeEventListener('scroll', note)
    removeEventListener('click', note, true)
    removeEventListener('pagehide', leave)
    removeEventListener('pageshow', takeOver)
  }
}

/** After a reload the browser is back at the place by itself, unless the page was still too short for that. */
function comeBack(left: number): (() => void) | undefined {
  const [arrival] = performance.getEntriesByType('navigation')
  // Asking how far down one can go costs a layout, which most arrivals can do without.
  if (left === 0 || !arrival || !('type' in arrival) || arrival.type === 'navigate') return undefined
  const reachable = document.documentElement.scrollHeight - innerHeight
  return left <= reachable ? undefined : scrollWhenPossible(() => left)
}

function readPositions(): Record<string, number> | null {
  // Written by `leave` above.
  return tryStorage(() => JSON.parse(sessionStorage.getItem(STORED) ?? '{}') as Record<string, number>)
}

/** Where the part of the page that a `#name` means begins, or null while it is not there. */
function topOf(hash: string): number | null {
  const target = document.getElementById(decodeURIComponent(hash.slice(1)))
  return (
    target &&
    target.getBoundingClientRect().top + scrollY - Number.parseFloat(getComputedStyle(target).scrollMarginTop)
  )
}

/** Scrolls down to the place as soon as the page is long enough; gives up when the person scrolls. */
function scrollWhenPossible(place: () => number | null): () => void {
  const observer = new ResizeObserver(attempt)
  const timer = setTimeout(stop, PATIENCE)
  const interruptions = ['wheel', 'touchstart', 'keydown'] as const
  for (const event of interruptions) addEventListener(event, stop, { passive: true })
  observer.observe(document.body)
  attempt()
  return stop

  function attempt() {
    const top = place()
    if (top === null) return
    scrollTo({ top, behavior: 'instant' })
    if (Math.abs(scrollY - top) < 2) stop()
  }
  function stop() {
    observer.disconnect()
    clearTimeout(timer)
    for (const event of interruptions) removeEventListener(event, stop)
  }
}
