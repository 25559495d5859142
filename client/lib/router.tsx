import { createContext, useContext, useEffect, useLayoutEffect, useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { findPage } from '#contract/pages.ts'

/** A URL of the shop, with the `state` and the `key` of its history entry. Every history entry has a different key. */
export type Place = { pathname: string; search: string; hash: string; state: unknown; key: string }

/**
 * The current URL, and the kind of navigation that led to it. `POP` means that the page was loaded or reloaded, or that
 * the user went Back or Forward.
 */
export type Shown = { place: Place; type: 'PUSH' | 'REPLACE' | 'POP' }

export type NavigateOptions = {
  /** Replaces the current history entry instead of adding a new one. */
  replace?: boolean | undefined
  /** A value for the new page. The page reads it as `useLocation().state`. */
  state?: unknown
}

/**
 * Navigates to a URL of the shop. A number instead of a URL moves by so many history entries: forward if it is
 * positive, back if it is negative.
 */
export type Navigate = (to: string | number, options?: NavigateOptions) => void

/**
 * Asks the user before Back or Forward leaves the open page. `mustAsk` returns whether a question is needed. `ask`
 * asks the question, and calls `go` to leave the page if the user agrees.
 */
export type HistoryGuard = { mustAsk: () => boolean; ask: (go: () => void) => void }

export type History = {
  shown: () => Shown
  /** Calls `notify` after each change of the URL. Returns a function that ends the subscription. */
  subscribe: (notify: (shown: Shown) => void) => () => void
  navigate: Navigate
  /** Sets the guard that asks the user before Back and Forward. Returns a function that removes the guard. */
  guard: (guard: HistoryGuard) => () => void
}

/** Starts to load the script of the page at a URL, before the user goes there. */
export type Preload = (address: string) => void

type Router = Pick<History, 'navigate' | 'guard'> & Shown & { preload: Preload }

const RouterContext = createContext<Router | null>(null)

type RouterProviderProps = { history: History; preload: Preload; children: ReactNode }

/** Provides the router to its children. Components that use the router are rendered again when the URL changes. */
export function RouterProvider({ history, preload, children }: RouterProviderProps) {
  const [shown, setShown] = useState(history.shown)
  useLayoutEffect(() => {
    setShown(history.shown())
    return history.subscribe(setShown)
  }, [history])
  const router = useMemo(
    () => ({ ...shown, preload, navigate: history.navigate, guard: history.guard }),
    [shown, preload, history],
  )
  return <RouterContext value={router}>{children}</RouterContext>
}

/** Returns a history with one entry that never changes, for rendering on the server. */
export function staticHistory(pathname: string, search = ''): History {
  const place = { pathname, search, hash: '', state: null, key: 'default' }
  return {
    shown: () => ({ place, type: 'POP' }),
    subscribe: () => () => undefined,
    navigate: () => undefined,
    guard: () => () => undefined,
  }
}

export function useRouter(): Router {
  const router = useContext(RouterContext)
  if (!router) throw new Error('useRouter is used outside of RouterProvider')
  return router
}

export function useLocation(): Place {
  return useRouter().place
}

export function useNavigate(): Navigate {
  return useRouter().navigate
}

/**
 * Returns the `id` in the current URL, such as `7` in `/bagDetails/7`, or an empty object if the page's URL has no id.
 */
export function useParams(): { id?: string } {
  const { id } = findPage(useLocation().pathname) ?? {}
  return id === undefined ? {} : { id }
}

/** Replaces the open page by the page at `to`, as soon as the component is rendered. */
export function Redirect({ to, state }: { to: string; state?: unknown }) {
  const navigate = useNavigate()
  useEffect(() => navigate(to, { replace: true, state }), [navigate, to, state])
  return null
}
