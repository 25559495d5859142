import { startTransition, useEffect } from 'react'
import type { ReactNode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { App } from './app/app.tsx'
import { findRoute } from './app/routes.tsx'
import { seedQueries, Shell } from './app/shell.tsx'
import { readToken } from './identity/access-token.ts'
import { shopIdentity } from './identity/identity-client.ts'
import { SessionStore } from './identity/session-store.ts'
import { createTokenSync } from './identity/token-sync.ts'
import { setCredentials } from './lib/api.ts'
import { startHistoryGuard } from './lib/history-guard.ts'
import { pageMark } from './lib/page-paths.ts'
import { readPageState } from './lib/page-state.ts'
import { createQueryClient } from './lib/query.ts'

/** Brings the page to life; `onAlive` is called once it answers. */
export async function start(onAlive: () => void): Promise<void> {
  const state = readPageState()
  const queries = createQueryClient()
  const session = new SessionStore({
    identity: shopIdentity,
    signedIn: state.signedIn,
    syncToken: createTokenSync(state.settings.tokenSyncUrl),
    forget: () =>
      queries.removeQueries({ predicate: ({ queryKey }) => !PUBLIC_LISTS.has(String(queryKey[0])) }),
  })
  seedQueries(queries, state)
  startHistoryGuard()
  setCredentials({ token: readToken, renew: session.renew })
  await findRoute(location.pathname)
    ?.load()
    .catch(() => undefined)
  mount(
    <Shell state={state} queries={queries} session={session}>
      {/* A page whose code is there is the very next frame, instead of one made in slices between other work. */}
      <BrowserRouter useTransitions={false}>
        <App />
      </BrowserRouter>
      <Alive onAlive={onAlive} />
    </Shell>,
  )
}

const PUBLIC_LISTS = new Set(['GET /allCoffee', 'GET /allPacket'])

/**
 * Wakes the rendered page in small steps, so that it answers meanwhile. Somebody who went Back before the scripts
 * were there is at another address than the page that was rendered: theirs is drawn in its place.
 */
function mount(page: ReactNode): void {
  const root = document.getElementById('root')
  if (!root) throw new Error('The page has no #root')
  if (isRendered(location.pathname)) startTransition(() => void hydrateRoot(root, page))
  else createRoot(root).render(page)
}

function isRendered(path: string): boolean {
  return document.getElementById('main')?.dataset['page'] === pageMark(path)
}

function Alive({ onAlive }: { onAlive: () => void }) {
  useEffect(onAlive, [onAlive])
  return null
}
