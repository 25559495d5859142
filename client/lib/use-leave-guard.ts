import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useRouter } from './router.tsx'
import type { HistoryGuard } from './router.tsx'

/** How long the guard stands aside after "Leave", in ms: the browser calls back later when it goes back in the history. */
const LEAVING_MS = 1000

/** A way out of a form that waits for an answer. `go` takes it; `discards` says that the changes are lost then. */
type Departure = { go: () => void; discards: boolean }

export type LeaveGuard = {
  /** What to ask about now, or null. */
  departure: Departure | null
  stay: () => void
  leave: () => void
  /** Asks, and calls `discard` if the person agrees. */
  askToDiscard: (discard: () => void) => void
}

/**
 * Asks before a form with unsaved changes is left: through a link or a button with `data-leaves`, through the
 * browser's Back and Forward, and, in the browser's own words, when the tab is closed or reloaded. The router's
 * `useBlocker` needs a mode of the router that the shop does not use.
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
      // The form is still open then if the departure failed, as signing out does without a connection.
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

/** Stops the click before the link hears it, and repeats it after the answer. */
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

/** Listens before the page does. */
function listen<K extends keyof WindowEventMap>(
  type: K,
  onEvent: (event: WindowEventMap[K]) => void,
): () => void {
  addEventListener(type, onEvent, true)
  return () => removeEventListener(type, onEvent, true)
}
