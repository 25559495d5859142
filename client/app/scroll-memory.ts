import { useEffect, useLayoutEffect, useRef } from 'react'
import { useRouter } from '#client/lib/router.tsx'
import { tryStorage } from '#client/lib/try-storage.ts'

const STORED = 'scroll'

/** How long to keep trying to reach a scroll position while content is still loading, in ms. */
const PATIENCE_MS = 3000

/**
 * Scrolls after each navigation. A new page starts at its top, or at the element that the URL's hash names. Back and
 * Forward restore the scroll position at which the user left the page, even if its content is still loading. A
 * navigation that changes only the query of the URL, such as a new filter, does not scroll.
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
    // The position is read before scrolling, because the scroll listener overwrites the stored value.
    const left = positions.current[entry] ?? 0
    if (type === 'POP') return scrollWhenPossible(() => left)
    if (hash) return scrollWhenPossible(() => topOf(hash))
    if (!onlyQueryChanged) scrollTo({ top: 0, behavior: 'instant' })
  }, [entry, type, pathname, search, hash])
}

type Ref<T> = { current: T }

/**
 * Records the scroll position of each history entry, and stores all positions when the document is unloaded. After a
 * reload the browser restores the position itself, because it can do so before the scripts have loaded. Positions are
 * also recorded on each click, because a screen reader may scroll and click before the scroll event is sent.
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

/**
 * After a reload, or after Back from another site, scrolls to `left`, the position at which the user left the page.
 * Does so only if the browser could not, because the page was still too short.
 */
function completeReload(left: number): (() => void) | undefined {
  const [arrival] = performance.getEntriesByType('navigation')
  // Reading `scrollHeight` is slow, because the browser must compute the layout. So `scrollHeight` is read only after
  // this check.
  if (left === 0 || !arrival || !('type' in arrival) || arrival.type === 'navigate') return undefined
  const reachable = document.documentElement.scrollHeight - innerHeight
  return left <= reachable ? undefined : scrollWhenPossible(() => left)
}

function readPositions(): Record<string, number> | null {
  // The cast is safe because only `store` above writes this value.
  return tryStorage(() => JSON.parse(sessionStorage.getItem(STORED) ?? '{}') as Record<string, number>)
}

/**
 * Returns the distance from the top of the document to the element that a hash such as `#story` names. Returns null
 * while the element is not rendered.
 */
function topOf(hash: string): number | null {
  const target = document.getElementById(decodeURIComponent(hash.slice(1)))
  return (
    target &&
    target.getBoundingClientRect().top + scrollY - Number.parseFloat(getComputedStyle(target).scrollMarginTop)
  )
}

/**
 * Scrolls to the position that `target` returns as soon as the page is long enough. Gives up after `PATIENCE_MS`, or
 * when the user scrolls or presses a key.
 */
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
