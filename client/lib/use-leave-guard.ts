import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { findPage } from '#contract/pages.ts'
import { useRouter } from './router.tsx'
import type { HistoryGuard } from './router.tsx'

/**
 * How long the guard asks no questions after the user has clicked "Leave", in ms. The browser fires `popstate` only
 * some time after `history.go`, and the guard must not ask again then.
 */
const LEAVING_MS = 1000

export type LeaveGuard = {
  /** Whether the user must confirm now that the page is left. */
  isAsking: boolean
  stay: () => void
  leave: () => void
  /** Asks the user whether to leave the form. If the user agrees, calls `go`. */
  ask: (go: () => void) => void
}

/**
 * Asks before the user leaves a form with unsaved changes: by a link, by a button with `data-leaves`, or by Back or
 * Forward. Pages of the same group are parts of one form. When the tab is closed or reloaded, the browser shows a question
 * of its own.
 */
export function useLeaveGuard(isUnsaved: () => boolean): LeaveGuard {
  const { guard: guardHistory, place } = useRouter()
  /** What leaves the form when the user confirms it, or null. */
  const [departure, setDeparture] = useState<{ go: () => void } | null>(null)
  const leaving = useRef(false)
  const mustAsk = useEffectEvent(() => !leaving.current && isUnsaved())
  // After Back or Forward, the address is already that of the other page.
  const hasLeft = useEffectEvent(() => !areInOneGroup(place.pathname, location.pathname))
  useEffect(() => {
    const gate: HistoryGuard = {
      mustAsk: () => mustAsk(),
      ask: (go) => setDeparture({ go }),
    }
    const stops = [
      guardTab(gate),
      guardClicks(gate),
      guardHistory({ ...gate, mustAsk: () => hasLeft() && mustAsk() }),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [guardHistory])
  return {
    isAsking: departure !== null,
    stay: () => setDeparture(null),
    leave: () => {
      leaving.current = true
      departure?.go()
      // Leaving can fail, for example when the user signs out without a connection. The form is then still open, and
      // the guard must ask again the next time.
      setTimeout(() => {
        leaving.current = false
      }, LEAVING_MS)
    },
    ask: (go) => setDeparture({ go }),
  }
}

function guardTab({ mustAsk }: HistoryGuard): () => void {
  return listen('beforeunload', (event) => {
    if (mustAsk()) event.preventDefault()
  })
}

/**
 * Stops a click on a link or button that leads away from the form, and asks the user. If the user agrees, the click
 * is repeated.
 */
function guardClicks({ mustAsk, ask }: HistoryGuard): () => void {
  return listen('click', (event) => {
    const control =
      event.target instanceof Element
        ? event.target.closest<HTMLElement>('a[href], [data-leaves]:not([aria-disabled])')
        : null
    if (!control || !leadsAway(event, control) || !mustAsk()) return
    event.preventDefault()
    event.stopPropagation()
    ask(() => control.click())
  })
}

function leadsAway(event: MouseEvent, control: HTMLElement): boolean {
  if (!(control instanceof HTMLAnchorElement)) return true
  const opensElsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
  if (opensElsewhere || control.target || control.hasAttribute('download')) return false
  return control.origin === location.origin && isOtherPage(control)
}

function isOtherPage(control: HTMLAnchorElement): boolean {
  const isHere = control.pathname === location.pathname && control.search === location.search
  return !isHere && !areInOneGroup(control.pathname, location.pathname)
}

function areInOneGroup(from: string, to: string): boolean {
  const group = findPage(from)?.group
  return group !== undefined && group === findPage(to)?.group
}

/** Adds a listener in the capture phase, so that it is called before the listeners of the page. */
function listen<K extends keyof WindowEventMap>(
  type: K,
  onEvent: (event: WindowEventMap[K]) => void,
): () => void {
  addEventListener(type, onEvent, true)
  return () => removeEventListener(type, onEvent, true)
}
