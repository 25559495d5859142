import { QueryClientProvider } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import type { PageState } from '#contract/pages.ts'
import { SessionProvider } from '#client/identity/session.tsx'
import type { SessionStore } from '#client/identity/session-store.ts'
import { PageStateProvider } from '#client/lib/page-state.ts'
import { callQuery } from '#client/lib/query.ts'
import { RouterProvider } from '#client/lib/router.tsx'
import type { History } from '#client/lib/router.tsx'
import { App } from './app.tsx'
import { loadPage } from './page-code.ts'

type ShellProps = { state: PageState; queries: QueryClient; session: SessionStore; history: History }

/** The whole shop, with the providers that every page needs. The same on the server and in the browser. */
export function Shell({ state, queries, session, history }: ShellProps) {
  return (
    <PageStateProvider value={state}>
      <QueryClientProvider client={queries}>
        <SessionProvider store={session}>
          <RouterProvider history={history} preload={preload}>
            <App />
          </RouterProvider>
        </SessionProvider>
      </QueryClientProvider>
    </PageStateProvider>
  )
}

/** Puts the lists that came with the page into the cache, under the keys of their queries. */
export function seedQueries(queries: QueryClient, { coffees, bags }: PageState): void {
  if (coffees) queries.setQueryData(callQuery('GET /allCoffee').queryKey, coffees)
  if (bags) queries.setQueryData(callQuery('GET /allPacket').queryKey, bags)
}

function preload(address: string): void {
  void loadPage(address.replace(/[?#].*$/, ''))
}
