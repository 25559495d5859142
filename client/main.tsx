import { startTransition, useEffect } from 'react'
import type { ReactNode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { htmlKey } from '#contract/pages.ts'
import type { PageState } from '#contract/pages.ts'
import { areProductsPublic } from '#contract/values/product-pages.ts'
import { loadPage, openingSoon } from './app/page-code.ts'
import { seedQueries, Shell } from './app/shell.tsx'
import { createTokenSync } from './identity/access-token.ts'
import { shopIdentity } from './identity/identity-client.ts'
import { SessionStore } from './identity/session-store.ts'
import { setCredentials } from './lib/api.ts'
import { createBrowserHistory } from './lib/browser-history.ts'
import { readPageState } from './lib/page-state.ts'
import { createQueryClient } from './lib/query.ts'

/** Makes the page that the server rendered interactive. Calls `onReady` when React has attached its event handlers. */
export async function start(onReady: () => void): Promise<void> {
  const state = readPageState()
  const queries = createQueryClient()
  const { firebase } = state.settings
  const session = new SessionStore({
    identity: firebase ? await loadFirebase(firebase) : shopIdentity,
    signedIn: state.signedIn,
    user: state.own?.user,
    syncToken: createTokenSync(state.settings.tokenSyncUrl),
    forget: () =>
      queries.removeQueries({ predicate: ({ queryKey }) => !isPublicCall(String(queryKey[0]), state) }),
  })
  seedQueries(queries, state)
  setCredentials({ token: session.token, renew: session.renew })
  // Before the shop is open, the server has rendered this text in place of most pages.
  const soon = state.settings.shop.isOpen ? [] : [openingSoon.load()]
  await Promise.allSettled([loadPage(location.pathname), ...soon])
  mount(
    <>
      <Shell state={state} queries={queries} session={session} history={createBrowserHistory()} />
      <Ready onReady={onReady} />
    </>,
    state,
  )
}

/** Loads Google's library, in a shop whose accounts are at Firebase. */
async function loadFirebase(settings: NonNullable<PageState['settings']['firebase']>) {
  const { firebaseIdentity } = await import('./identity/firebase/firebase-identity.ts')
  return firebaseIdentity(settings)
}

/**
 * Hydrates the page in small steps, so that the browser can handle input between them. After Back, the document may
 * still contain the server's HTML for another URL. In that case the page is rendered from scratch.
 */
function mount(page: ReactNode, { settings }: PageState): void {
  const root = document.getElementById('root')
  if (!root) throw new Error('The page has no #root')
  const key = htmlKey(location, settings.shop)
  if (document.getElementById('main')?.dataset['page'] === key)
    startTransition(() => void hydrateRoot(root, page))
  else createRoot(root).render(page)
}

function Ready({ onReady }: { onReady: () => void }) {
  useEffect(onReady, [onReady])
  return null
}

const PUBLIC_LISTS = new Set(['GET /allCoffee', 'GET /allPacket', 'GET /legal/{page}'])
const PRODUCT_CALLS = new Set(['GET /coffeeDetails/{id}', 'GET /coffee/{id}', 'GET /coffees', 'GET /search'])

/** Returns whether visitors may make a call, so that its data need not be removed when the user signs out. */
function isPublicCall(call: string, { settings }: PageState): boolean {
  return PUBLIC_LISTS.has(call) || (PRODUCT_CALLS.has(call) && areProductsPublic(settings.shop))
}
