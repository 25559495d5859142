import { useCallback } from 'react'
import type { MouseEvent } from 'react'
import { useLocation } from 'react-router'
import { ArrivalProvider } from '#client/lib/arrival.ts'
import { pageMark } from '#client/lib/page-paths.ts'
import { PreloadProvider } from '#client/lib/preload.ts'
import { Toasts } from '#client/ui/toasts.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { NavBar } from './nav-bar.tsx'
import { PageFooter } from './page-footer.tsx'
import { Pages } from './pages.tsx'
import { findRoute } from './routes.tsx'
import { useArrivals } from './use-arrivals.ts'
import { useScrollMemory } from './scroll-memory.ts'

/** The layout around the routed page. */
export function App() {
  const { pathname } = useLocation()
  const preload = useCallback(
    (address: string) =>
      void findRoute(pathOf(address))
        ?.load()
        .catch(() => undefined),
    [],
  )
  const arrive = useArrivals()
  useScrollMemory()
  return (
    <PreloadProvider value={preload}>
      <ArrivalProvider value={arrive}>
        <a href="#main" className="skip-link" onClick={skip}>
          Skip to content
        </a>
        <NavBar />
        <main id="main" tabIndex={-1} data-page={pageMark(pathname)}>
          <ErrorBoundary key={findRoute(pathname)?.frame ?? pathname}>
            <Pages />
          </ErrorBoundary>
        </main>
        <PageFooter />
        <Toasts />
      </ArrivalProvider>
    </PreloadProvider>
  )
}

/** Following the link would add a history entry without the router's number, by which the leave guard and Back go. */
function skip(event: MouseEvent): void {
  event.preventDefault()
  document.getElementById('main')?.focus()
}

function pathOf(address: string): string {
  return address.replace(/[?#].*$/, '')
}
