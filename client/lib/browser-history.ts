import type { History, HistoryGuard, Place, Shown } from './router.tsx'

/**
 * What the router stores in the `history.state` of each history entry. `index` is the number of the entry in this
 * tab.
 */
type Entry = { state: unknown; key: string; index: number }

/**
 * The history of this browser tab. Its entries are numbered, so that the code knows how many entries Back or Forward
 * has moved. If the user must confirm leaving a form, the code first moves back to the form's entry, and asks the user
 * only then, because the browser may ignore another move before the first one has ended.
 */
export function createBrowserHistory(): History {
  if (indexOf(history.state) === null) history.replaceState({ ...history.state, index: 0 }, '')
  const subscribers = new Set<(shown: Shown) => void>()
  let index = indexOf(history.state)
  let shown: Shown = { place: readPlace(), type: 'POP' }
  let guard: HistoryGuard | null = null
  /**
   * The distance of the Back or Forward move that is being undone, in history entries: negative for Back, 0 if no
   * move is being undone.
   */
  let refused = 0

  addEventListener('popstate', ({ state }) => {
    const steps = stepsTo(indexOf(state))
    if (refused !== 0) askAbout(refused)
    else if (steps !== 0 && guard?.mustAsk()) takeBack(steps)
    else show('POP')
  })

  /**
   * Returns the distance from the current history entry to the entry with the index `target`. It is negative for an
   * earlier entry, and 0 if it is not known.
   */
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
  // The state is missing in an entry that the browser added itself, for example after a click on a link to `#main`.
  const entry: Partial<Entry> | null = history.state
  return { pathname, search, hash, state: entry?.state, key: entry?.key ?? 'default' }
}

function indexOf(state: unknown): number | null {
  if (typeof state !== 'object' || state === null || !('index' in state)) return null
  return typeof state.index === 'number' ? state.index : null
}
