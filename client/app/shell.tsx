import { QueryClientProvider } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { OwnState, PageState } from '#contract/pages.ts'
import type { PageShop } from '#contract/shop/profile.ts'
import { SessionProvider } from '#client/identity/session.tsx'
import type { SessionStore } from '#client/identity/session-store.ts'
import { PageStateProvider, ShopUpdateProvider } from '#client/lib/page-state.ts'
import { callQuery } from '#client/lib/query.ts'
import { RouterProvider } from '#client/lib/router.tsx'
import type { History } from '#client/lib/router.tsx'
import { App } from './app.tsx'
import { loadPage } from './page-code.ts'

type ShellProps = { state: PageState; queries: QueryClient; session: SessionStore; history: History }

/**
 * The whole app inside the context providers that its pages need. The server and the browser render the same
 * component.
 */
export function Shell({ state: sent, queries, session, history }: ShellProps) {
  const [state, setState] = useState(sent)
  const updateShop = (shop: PageShop) => setState((now) => ({ ...now, settings: { ...now.settings, shop } }))
  return (
    <PageStateProvider value={state}>
      <QueryClientProvider client={queries}>
        <SessionProvider store={session}>
          <RouterProvider history={history} preload={preload}>
            <ShopUpdateProvider value={updateShop}>
              <App />
            </ShopUpdateProvider>
          </RouterProvider>
        </SessionProvider>
      </QueryClientProvider>
    </PageStateProvider>
  )
}

/** Puts the data that the server sent with the page into the query cache. */
export function seedQueries(queries: QueryClient, state: PageState): void {
  const { coffees, bags, brand, coffee, list, search, grinds, legal, own } = state
  if (coffees) queries.setQueryData(callQuery('GET /allCoffee').queryKey, coffees)
  if (bags) queries.setQueryData(callQuery('GET /allPacket').queryKey, bags)
  if (brand)
    queries.setQueryData(callQuery('GET /coffeeDetails/{id}', { params: { id: brand._id } }).queryKey, brand)
  if (coffee)
    queries.setQueryData(callQuery('GET /coffee/{id}', { params: { id: coffee.chosen } }).queryKey, coffee)
  if (list) queries.setQueryData(callQuery('GET /coffees', { query: list.query }).queryKey, list.found)
  if (search)
    queries.setQueryData(callQuery('GET /search', { query: { q: search.text } }).queryKey, search.found)
  if (grinds) queries.setQueryData(callQuery('GET /grinds').queryKey, grinds)
  if (legal)
    queries.setQueryData(callQuery('GET /legal/{page}', { params: { page: legal.page } }).queryKey, legal)
  if (own) seedOwn(queries, own)
}

function seedOwn(queries: QueryClient, { subscriptions, orders }: OwnState): void {
  if (subscriptions) queries.setQueryData(['GET /subscriptions', ''], subscriptions)
  if (orders) queries.setQueryData(['GET /myOrders'], { pages: [orders], pageParams: [null] })
}

function preload(address: string): void {
  void loadPage(address.replace(/[?#].*$/, ''))
}
