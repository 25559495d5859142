import { renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router'
import type { PageState, RenderedPage } from '#contract/pages.ts'
import { App } from './app/app.tsx'
import { findRoute, routes } from './app/routes.tsx'
import { seedQueries, Shell } from './app/shell.tsx'
import { texts } from './app/texts.ts'
import { shopIdentity } from './identity/identity-client.ts'
import { SessionStore } from './identity/session-store.ts'
import { createQueryClient } from './lib/query.ts'
import { pageTitle } from './ui/page-title.tsx'

// Guarded pages are shown by the browser, so their code is not needed here.
await Promise.all(routes.filter(({ guard }) => guard === 'public').map((route) => route.load()))

/**
 * What stands in `#root` for this path (without query), and what the head says: public pages whole, guarded ones
 * as the layout with its loading bar, anything else as the page that says so, with status 404.
 */
export function renderPage(path: string, state: PageState): RenderedPage {
  const route = findRoute(path)
  return {
    status: route ? 200 : 404,
    title: pageTitle(route?.title ?? texts.notFound),
    description: route?.description ?? texts.notFound,
    html: renderRoot(path, state),
  }
}

function renderRoot(path: string, state: PageState): string {
  const queries = createQueryClient()
  const nothing = () => undefined
  const session = new SessionStore({
    identity: shopIdentity,
    signedIn: state.signedIn,
    syncToken: nothing,
    forget: nothing,
  })
  seedQueries(queries, state)
  try {
    return renderToString(
      <Shell state={state} queries={queries} session={session}>
        <StaticRouter location={path}>
          <App />
        </StaticRouter>
      </Shell>,
    )
  } finally {
    queries.clear()
  }
}

/** Which page a path shows: the same answer for the same page, so that what was rendered can be kept under it. */
export function pageKey(path: string): string {
  return findRoute(path)?.path ?? 'unknown'
}
