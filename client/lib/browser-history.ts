import type { History, HistoryGuard, Place, Shown } from './router.tsx'

/** What the router keeps in `history.state` of each entry. `index` counts the entries of this tab. */
type Entry = { state: unknown; key: string; index: number }

/**
 * The history of this browser tab. Its entries are numbered, so that the distance of a step is known. If Back or
 * Forward must be confirmed, the step is first undone by going the same distance in the other direction. The browser
 * may ignore another step until that has happened, so the guard asks when the address of the form is open again.
 */
export function createBrowserHistory(): History {
  if (indexOf(history.state) === null) history.replaceState({ ...history.state, index: 0 }, '')
  const subscribers = new Set<(shown: Shown) => void>()
  let index = indexOf(history.state)
  let shown: Shown = { place: readPlace(), type: 'POP' }
  let guard: HistoryGuard | null = null
  /** The distance of a step that is being undone, or 0. */
  let refused = 0

  addEventListener('popstate', ({ state }) => {
    const steps = stepsTo(indexOf(state))
    if (refused !== 0) askAbout(refused)
    else if (steps !== 0 && guard?.mustAsk()) takeBack(steps)
    else show('POP')
  })

  /** Returns 0 if the distance is not known. */
  function stepsTo(target: number | null): number {
    return index === null || target === null ? 0 : target - index
  }

  function takeBack(steps: number): void {
    refused = steps
    history.go(-steps)
  }

  function askAbout(steps: number): void {
    refused = 0
    guard?.ask(() => history.go(steps))
  }

  function show(type: Shown['type']): void {
    index = indexOf(history.state)
    shown = { place: readPlace(), type }
    for (const notify of subscribers) notify(shown)
  }

  return {
    shown: () => shown,
    subscribe(notify) {
      subscribers.add(notify)
      return () => subscribers.delete(notify)
    },
    navigate(to, { replace = false, state } = {}) {
      if (typeof to === 'number') return history.go(to)
      const entry: Entry = {
        state,
        key: Math.random().toString(36).slice(2),
        index: (index ?? 0) + (replace ? 0 : 1),
      }
      if (replace) history.replaceState(entry, '', to)
      else history.pushState(entry, '', to)
      show(replace ? 'REPLACE' : 'PUSH')
    },
    guard(next) {
      guard = next
      return () => {
        if (guard === next) guard = null
      }
    },
  }
}

function readPlace(): Place {
  const { pathname, search, hash } = location
  // An entry that the browser added itself, for example for a link to `#main`, has no state.
  const entry: Partial<Entry> | null = history.state
  return { pathname, search, hash, state: entry?.state, key: entry?.key ?? 'default' }
}

function indexOf(state: unknown): number | null {
  if (typeof state !== 'object' || state === null || !('index' in state)) return null
  return typeof state.index === 'number' ? state.index : null
}
