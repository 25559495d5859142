import { QueryClientProvider } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { PageState } from '#contract/pages.ts'
import { SessionProvider } from '#client/identity/session.tsx'
import type { SessionStore } from '#client/identity/session-store.ts'
import { PageStateProvider } from '#client/lib/page-state.ts'
import { callQuery } from '#client/lib/query.ts'

type ShellProps = { state: PageState; queries: QueryClient; session: SessionStore; children: ReactNode }

/** What every page stands on, the same on the server and in the browser. */
export function Shell({ state, queries, session, children }: ShellProps) {
  return (
    <PageStateProvider value={state}>
      <QueryClientProvider client={queries}>
        <SessionProvider store={session}>{children}</SessionProvider>
      </QueryClientProvider>
    </PageStateProvider>
  )
}

/** Puts the lists that came with the page where its queries look first. */
export function seedQueries(queries: QueryClient, { coffees, bags }: PageState): void {
  if (coffees) queries.setQueryData(callQuery('GET /allCoffee').queryKey, coffees)
  if (bags) queries.setQueryData(callQuery('GET /allPacket').queryKey, bags)
}
