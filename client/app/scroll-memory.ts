import { useEffect, useLayoutEffect, useRef } from 'react'
import { useRouter } from '#client/lib/router.tsx'
import { tryStorage } from '#client/lib/try-storage.ts'

/** The key of the positions in the session storage. */
const STORED = 'scroll'

/** How long to retry a scroll position while content is still loading, in ms. */
const PATIENCE_MS = 3000

/**
 * Scrolls after each navigation. A new page starts at its top, or at the element that the hash names. Back and
 * Forward restore the position at which the page was left, also if its content is rendered later. If only the query
 * has changed, as by a filter, the page does not scroll.
 */
export function useScrollMemory(): void {
  const { place: location, type } = useRouter()
  const { key, pathname, search, hash } = location
  const entry = `${key} ${pathname}`
  const current = useRef(entry)
  const shown = useRef({ pathname, search })
  const positions = useRef<Record<string, number>>({})

  useEffect(() => watchScroll(current, positions), [])
  useEffect(() => completeReload(positions.current[current.current] ?? 0), [])
  useLayoutEffect(() => {
    if (current.current === entry) return
    const onlyQueryChanged = shown.current.pathname === pathname && shown.current.search !== search
    current.current = entry
    shown.current = { pathname, search }
    // Stored in a constant, because scrolling overwrites the position.
    const left = positions.current[entry] ?? 0
    if (type === 'POP') return scrollWhenPossible(() => left)
    if (hash) return scrollWhenPossible(() => topOf(hash))
    if (!onlyQueryChanged) scrollTo({ top: 0, behavior: 'instant' })
  }, [entry, type, pathname, search, hash])
}

type Ref<T> = { current: T }

/**
 * Stores the scroll position of each history entry. At a reload the browser restores the position itself, because it can
 * do so before the scripts have loaded. Positions are stored at each click as well: a screen reader may scroll and click
 * before the scroll event is sent.
 */
function watchScroll(entry: Ref<string>, positions: Ref<Record<string, number>>): () => void {
  positions.current = { ...readPositions(), ...positions.current }
  history.scrollRestoration = 'manual'
  function note() {
    positions.current[entry.current] = scrollY
  }
  function store() {
    history.scrollRestoration = 'auto'
    tryStorage(() => sessionStorage.setItem(STORED, JSON.stringify(positions.current)))
  }
  function takeControl() {
    history.scrollRestoration = 'manual'
  }
  addEventListener('scroll', note, { passive: true })
  addEventListener('click', note, true)
  addEventListener('pagehide', store)
  addEventListener('pageshow', takeControl)
  return () => {
    removeEventListener('scroll', note)
    removeEventListener('click', note, true)
    removeEventListener('pagehide', store)
    removeEventListener('pageshow', takeControl)
  }
}

/** Completes what the browser restored after a reload, if the page was still too short for the position then. */
function completeReload(left: number): (() => void) | undefined {
  const [arrival] = performance.getEntriesByType('navigation')
  // Reading scrollHeight forces a layout, so it is read only if it is needed.
  if (left === 0 || !arrival || !('type' in arrival) || arrival.type === 'navigate') return undefined
  const reachable = document.documentElement.scrollHeight - innerHeight
  return left <= reachable ? undefined : scrollWhenPossible(() => left)
}

function readPositions(): Record<string, number> | null {
  // `store` above has written this value.
  return tryStorage(() => JSON.parse(sessionStorage.getItem(STORED) ?? '{}') as Record<string, number>)
}

/** Returns the top of the element that a hash such as `#story` names, or null while it is not rendered. */
function topOf(hash: string): number | null {
  const target = document.getElementById(decodeURIComponent(hash.slice(1)))
  return (
    target &&
    target.getBoundingClientRect().top + scrollY - Number.parseFloat(getComputedStyle(target).scrollMarginTop)
  )
}

/** Scrolls to a position as soon as the page is long enough. Gives up after `PATIENCE_MS`, or when the person scrolls. */
function scrollWhenPossible(target: () => number | null): () => void {
  const observer = new ResizeObserver(attempt)
  const timer = setTimeout(stop, PATIENCE_MS)
  const interruptions = ['wheel', 'touchstart', 'keydown'] as const
  for (const event of interruptions) addEventListener(event, stop, { passive: true })
  observer.observe(document.body)
  attempt()
  return stop

  function attempt() {
    const top = target()
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
