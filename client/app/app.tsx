import { Suspense, useEffect } from 'react'
import type { MouseEvent } from 'react'
import { findPage, htmlKey } from '#contract/pages.ts'
import { giveUpJoining, useIsCartKept } from '#client/guests/kept-cart.ts'
import { useSession } from '#client/identity/session.tsx'
import { usePageState } from '#client/lib/page-state.ts'
import { useLocation } from '#client/lib/router.tsx'
import { lazyPage } from '#client/lib/scripts/lazy-page.tsx'
import { ArrivalProvider } from '#client/ui/page-title.tsx'
import { Toasts } from '#client/ui/toasts.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { NavBar } from './nav-bar.tsx'
import { isOnDesk, OpenPage } from './open-page.tsx'
import { PageFooter } from './page-footer.tsx'
import { useScrollMemory } from './scroll-memory.ts'
import { words } from './texts.ts'

/**
 * The root component: the navigation bar, the page at the current URL, the footer and the toasts. In a real shop, pages
 * for admins have a frame of their own instead of the navigation bar and the footer.
 */
export function App() {
  const location = useLocation()
  const { pathname } = location
  const { shop } = usePageState().settings
  const page = findPage(pathname)
  const isInShop = !isOnDesk(page, shop)
  useScrollMemory()
  return (
    <ArrivalProvider>
      <a href="#main" className="skip-link not-focus:sr-only" onClick={skip}>
        {words.skip}
      </a>
      {isInShop && <NavBar />}
      <main id="main" tabIndex={-1} data-page={htmlKey(location, shop)}>
        <ErrorBoundary key={isInShop ? (page?.frame ?? pathname) : 'dashboard'}>
          <OpenPage />
        </ErrorBoundary>
      </main>
      {isInShop && <PageFooter />}
      <Toasts />
      <PurchaseAfterLogin />
    </ArrivalProvider>
  )
}

const { Page: FinishPurchases } = lazyPage(
  () => import('#client/catalogue/buy/finish-purchases.tsx'),
  'FinishPurchases',
  NotFinished,
)

/** Lets the pages that wait for these purchases show the cart without them. */
function NotFinished() {
  useEffect(giveUpJoining, [])
  return null
}

/** Once a visitor has signed in, puts what they wanted to buy before into the cart. It shows nothing itself. */
function PurchaseAfterLogin() {
  const { user } = useSession()
  const isKept = useIsCartKept()
  if (!user || !isKept) return null
  return (
    <Suspense>
      <FinishPurchases />
    </Suspense>
  )
}

/**
 * Focuses `<main>` instead of following the link to `#main`. Following the link would add a history entry without an
 * index. The code that asks before an unsaved form is left (`use-leave-guard.ts`) needs the index of every entry.
 */
function skip(event: MouseEvent): void {
  event.preventDefault()
  document.getElementById('main')?.focus()
}
