import { createContext, useContext, useEffect, useLayoutEffect, useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { findPage } from '#contract/pages.ts'

/** An address of the shop, with the state and the key of its history entry. `key` differs for every entry. */
export type Place = { pathname: string; search: string; hash: string; state: unknown; key: string }

/** The open address, and how the person came to it. `POP` is the first page, a reload, Back or Forward. */
export type Shown = { place: Place; type: 'PUSH' | 'REPLACE' | 'POP' }

export type NavigateOptions = {
  /** The new address takes the place of the open one in the history. */
  replace?: boolean | undefined
  /** A value for the new page, which it reads as `useLocation().state`. */
  state?: unknown
}

/** Goes to an address of the shop, or so many steps back (below zero) or forward in the history. */
export type Navigate = (to: string | number, options?: NavigateOptions) => void

/** Asks before Back or Forward leaves the open page. `ask` gets a function that takes the step. */
export type HistoryGuard = { mustAsk: () => boolean; ask: (go: () => void) => void }

export type History = {
  shown: () => Shown
  /** Calls back after each change of the address. Returns a function that ends the subscription. */
  subscribe: (notify: (shown: Shown) => void) => () => void
  navigate: Navigate
  /** Sets the guard. Returns a function that removes it. */
  guard: (guard: HistoryGuard) => () => void
}

/** Starts to fetch the code of the page at an address. */
export type Preload = (address: string) => void

type Router = Pick<History, 'navigate' | 'guard'> & Shown & { preload: Preload }

const RouterContext = createContext<Router | null>(null)

type RouterProviderProps = { history: History; preload: Preload; children: ReactNode }

/** Renders its children again whenever the address changes. */
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

/** A history with one entry that never changes, for rendering on the server. */
export function staticHistory(pathname: string): History {
  const place = { pathname, search: '', hash: '', state: null, key: 'default' }
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

/** The decoded `id` in the address of the open page. */
export function useParams(): { id?: string } {
  const { id } = findPage(useLocation().pathname) ?? {}
  return id === undefined ? {} : { id }
}

/** Replaces the open page by another one as soon as it is rendered. */
export function Redirect({ to, state }: { to: string; state?: unknown }) {
  const navigate = useNavigate()
  useEffect(() => navigate(to, { replace: true, state }), [navigate, to, state])
  return null
}
