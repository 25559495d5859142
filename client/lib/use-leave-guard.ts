import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useRouter } from './router.tsx'
import type { HistoryGuard } from './router.tsx'

/** How long the guard is off after "Leave", in ms. The browser sends `popstate` only a moment after the step. */
const LEAVING_MS = 1000

/**
 * A step out of a form that waits for confirmation. `go` takes the step. `discards` is true if the changes are then
 * lost.
 */
type Departure = { go: () => void; discards: boolean }

export type LeaveGuard = {
  /** The step to ask about, or null. */
  departure: Departure | null
  stay: () => void
  leave: () => void
  /** Asks, and calls `discard` if the person agrees. */
  askToDiscard: (discard: () => void) => void
}

/**
 * Asks before a person leaves a form with unsaved changes: by a link or a button with `data-leaves`, or by Back and
 * Forward. When the tab is closed or reloaded, the browser asks in its own words.
 */
export function useLeaveGuard(isUnsaved: () => boolean): LeaveGuard {
  const { guard: guardHistory } = useRouter()
  const [departure, setDeparture] = useState<Departure | null>(null)
  const leaving = useRef(false)
  const mustAsk = useEffectEvent(() => !leaving.current && isUnsaved())
  useEffect(() => {
    const gate: HistoryGuard = {
      mustAsk: () => mustAsk(),
      ask: (go) => setDeparture({ go, discards: false }),
    }
    const stops = [guardTab(gate), guardClicks(gate), guardHistory(gate)]
    return () => {
      for (const stop of stops) stop()
    }
  }, [guardHistory])
  return {
    departure,
    stay: () => setDeparture(null),
    leave: () => {
      leaving.current = true
      departure?.go()
      // A departure can fail, as signing out does without a connection. The form is still open then.
      setTimeout(() => {
        leaving.current = false
      }, LEAVING_MS)
    },
    askToDiscard: (discard) => setDeparture({ go: discard, discards: true }),
  }
}

function guardTab({ mustAsk }: HistoryGuard): () => void {
  return listen('beforeunload', (event) => {
    if (mustAsk()) event.preventDefault()
  })
}

/** Stops a click before it reaches the link, and repeats it after the answer. */
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
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return false
  if (control.target || control.hasAttribute('download') || control.origin !== location.origin) return false
  return control.pathname !== location.pathname || control.search !== location.search
}

/** Adds a listener that is called before those of the page. */
function listen<K extends keyof WindowEventMap>(
  type: K,
  onEvent: (event: WindowEventMap[K]) => void,
): () => void {
  addEventListener(type, onEvent, true)
  return () => removeEventListener(type, onEvent, true)
}
