import { Suspense, useCallback } from 'react'
import { Route, Routes, useLocation } from 'react-router'
import { ArrivalProvider } from '#client/lib/arrival.ts'
import { PreloadProvider } from '#client/lib/preload.ts'
import { Toasts } from '#client/ui/toasts.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { Admin, SignedIn } from './guards.tsx'
import { NavBar } from './nav-bar.tsx'
import { NotFoundPage } from './not-found-page.tsx'
import { PageFooter } from './page-footer.tsx'
import { PageSkeleton } from './page-skeleton.tsx'
import { findRoute, routes } from './routes.tsx'
import type { Guard, PageRoute } from './routes.tsx'
import { useArrivals } from './use-arrivals.ts'
import { useScrollMemory } from './scroll-memory.ts'

/** The layout around the routed page. */
export function App() {
  const { pathname } = useLocation()
  const preload = useCallback((address: string) => void findRoute(pathOf(address))?.load().catch(() => undefined), [])
  const arrive = useArrivals()
  useScrollMemory()
  return (
    <PreloadProvider value={preload}>
      <ArrivalProvider value={arrive}>
        <a href="#main" className="skip-link">
          Skip to content
        </a>
        <NavBar />
        <main id="main" tabIndex={-1}>
          <ErrorBoundary key={pathname}>
            <Pages />
          </ErrorBoundary>
        </main>
        <PageFooter />
        <Toasts />
      </ArrivalProvider>
    </PreloadProvider>
  )
}

function Pages() {
  return (
    <Routes>
      {routes.map((route) => (
        <Route key={route.path} path={route.path} caseSensitive element={<Guarded {...route} />} />
      ))}
      <Route path="*" element={<NotFoundPage />} />
    </Routes>
  )
}

function Guarded({ guard, shape, Page }: PageRoute) {
  const Gate = GATES[guard]
  return (
    <Gate>
      <Suspense fallback={<PageSkeleton shape={shape} />}>
        <Page />
      </Suspense>
    </Gate>
  )
}

const GATES: Record<Guard, typeof SignedIn> = {
  public: ({ children }) => children,
  signedIn: SignedIn,
  admin: Admin,
}

function pathOf(address: string): string {
  return address.replace(/[?#].*$/, '')
}
