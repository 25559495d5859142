import { renderToString } from 'react-dom/server'
import { ownPages } from '#contract/pages.ts'
import { pageTable } from '#contract/values/page-table.ts'
import type { PageName, PageState, RenderedPage } from '#contract/pages.ts'
import { writeSearchText } from '#contract/values/facts/coffee-list.ts'
import { setShopDates } from '#contract/values/dates/shop-dates.ts'
import { notFound, openingSoon, pageCode } from './app/page-code.ts'
import { seedQueries, Shell } from './app/shell.tsx'
import { pageTexts } from './app/page-texts.ts'
import { cartCount } from './app/nav-bar.tsx'
import { findShownPage } from './app/open-page.tsx'
import { shopIdentity } from './identity/identity-client.ts'
import { SessionStore } from './identity/session-store.ts'
import { createQueryClient } from './lib/query.ts'
import { staticHistory } from './lib/router.tsx'

export { pageKey } from '#contract/pages.ts'
export { renderMail } from './mails/render-mail.tsx'

// The server renders as a whole only pages that everyone may see, and `ownPages`, so it loads only their scripts.
// `Object.keys` returns plain strings, so the cast restores the type of the names.
const names = Object.keys(pageTable) as PageName[]
const isForEveryone = (name: PageName) => ['public', 'product'].includes(pageTable[name].access)
const rendered = new Set([...names.filter(isForEveryone), ...ownPages])
await Promise.all(
  [openingSoon, notFound, cartCount, ...[...rendered].map((name) => pageCode[name])].map(({ load }) =>
    load(),
  ),
)

/**
 * Renders the page at a path without a query. A page that everyone may see is rendered as a whole, and so is one of `ownPages` if
 * the state has its user. For another page that requires an account, the layout with a loading bar is rendered. For an
 * unknown path, the not-found page is rendered with status 404.
 */
export function renderPage(path: string, state: PageState): RenderedPage {
  const { settings } = state
  setShopDates({ dateStyle: settings.shop.dateStyle, timeZone: settings.timeZone })
  const page = findShownPage(path, settings.shop)
  return { status: page ? 200 : 404, ...pageTexts(page, state), html: renderRoot(path, state) }
}

function renderRoot(path: string, state: PageState): string {
  const queries = createQueryClient()
  const nothing = () => undefined
  const session = new SessionStore({
    identity: shopIdentity,
    signedIn: state.signedIn,
    user: state.own?.user,
    syncToken: nothing,
    forget: nothing,
  })
  seedQueries(queries, state)
  try {
    return renderToString(
      <Shell
        state={state}
        queries={queries}
        session={session}
        history={staticHistory(path, queryOf(state))}
      />,
    )
  } finally {
    queries.clear()
  }
}

/** Returns the query of the address for which a page is rendered, or ''. */
function queryOf({ list, search }: PageState): string {
  return list?.search ?? writeSearchText(search?.text ?? '')
}
