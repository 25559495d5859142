import { Suspense } from 'react'
import { Route, Routes, useLocation } from 'react-router'
import { dashboardFrame } from './admin-routes.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { Admin, SignedIn } from './guards.tsx'
import { NotFoundPage } from './not-found-page.tsx'
import type { Guard, PageRoute } from './page-route.ts'
import { PageSkeleton } from './page-skeleton.tsx'
import { routes } from './routes.tsx'

/** The page of the present address, behind its guard; those of the dashboard share a frame that stays. */
export function Pages() {
  return (
    <Routes>
      {PLAIN.map((route) => (
        <Route key={route.path} path={route.path} caseSensitive element={<Guarded {...route} />} />
      ))}
      <Route element={<Guarded guard="admin" shape="table" Page={dashboardFrame.Page} />}>
        {FRAMED.map((route) => (
          <Route key={route.path} path={route.path} caseSensitive element={<Framed {...route} />} />
        ))}
      </Route>
      <Route path="*" element={<NotFoundPage />} />
    </Routes>
  )
}

const PLAIN = routes.filter(({ frame }) => !frame)
const FRAMED = routes.filter(({ frame }) => frame)

type Shown = Pick<PageRoute, 'shape' | 'Page'>

function Guarded({ guard, ...page }: Shown & { guard: Guard }) {
  const Gate = GATES[guard]
  return (
    <Gate>
      <Arriving {...page} />
    </Gate>
  )
}

/** A page within a frame that stays: what breaks it leaves the frame alone. */
function Framed(page: Shown) {
  const { pathname } = useLocation()
  return (
    <ErrorBoundary key={pathname}>
      <Arriving {...page} />
    </ErrorBoundary>
  )
}

function Arriving({ shape, Page }: Shown) {
  return (
    <Suspense fallback={<PageSkeleton shape={shape} />}>
      <Page />
    </Suspense>
  )
}

const GATES: Record<Guard, typeof SignedIn> = {
  public: ({ children }) => children,
  signedIn: SignedIn,
  admin: Admin,
}
