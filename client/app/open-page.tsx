import { Suspense } from 'react'
import type { ReactNode } from 'react'
import { findPage, isHiddenWhileClosed } from '#contract/pages.ts'
import { areProductsPublic } from '#contract/values/product-pages.ts'
import type { PageAccess } from '#contract/values/page-table.ts'
import type { FoundPage } from '#contract/pages.ts'
import type { PageShop } from '#contract/shop/profile.ts'
import { useCanGuestsBuy, usePageState, useShop } from '#client/lib/page-state.ts'
import { useLocation } from '#client/lib/router.tsx'
import { PageSkeleton } from '#client/ui/skeleton.tsx'
import { LoadingBar } from '#client/ui/states.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { OnceOpen, SessionKnown, SignedIn, Staff } from './guards.tsx'
import { dashboardFrame, notFound, pageCode } from './page-code.ts'

/** The page at the current URL. A guard around it checks whether the user may see the page. */
export function OpenPage() {
  const { pathname } = useLocation()
  const shop = useShop()
  const page = findShownPage(pathname, shop)
  if (!page) return <NotFound />
  const Guard = !shop.isOpen && isHiddenWhileClosed(page) ? OnceOpen : GUARDS[page.access]
  const isFramed = page.frame !== undefined || isOnDesk(page, shop)
  return <Guard>{isFramed ? <Framed page={page} path={pathname} /> : <Lazy page={page} />}</Guard>
}

function NotFound() {
  return (
    <Suspense fallback={<LoadingBar />}>
      <notFound.Page />
    </Suspense>
  )
}

/** Returns whether a page is shown outside of the shop: in a real shop, all pages of the staff are in the dashboard. */
export function isOnDesk(page: FoundPage | null, { frame }: Pick<PageShop, 'frame'>): boolean {
  return (page?.access === 'admin' || page?.access === 'staff') && frame === 'storefront'
}

/**
 * Returns the page that is shown at a URL path, or null if the path is unknown. Legal pages without a text are unknown.
 */
export function findShownPage(path: string, { legalPages }: Pick<PageShop, 'legalPages'>): FoundPage | null {
  const page = findPage(path)
  const isWithoutText = page?.path.startsWith('/legal/') && !legalPages.some((name) => name === page.name)
  return isWithoutText ? null : page
}

/**
 * A page of the dashboard inside the dashboard's layout. The layout stays mounted when the user goes to another page
 * of the dashboard. It stays visible when a page throws an error. Pages of a group stay mounted, too.
 */
function Framed({ page, path }: { page: FoundPage; path: string }) {
  return (
    <Suspense fallback={<PageSkeleton shape="table" />}>
      <dashboardFrame.Page>
        <ErrorBoundary key={page.group ?? path}>
          <Lazy page={page} />
        </ErrorBoundary>
      </dashboardFrame.Page>
    </Suspense>
  )
}

function Lazy({ page }: { page: FoundPage }) {
  const { Page } = pageCode[page.name]
  return (
    <Suspense fallback={<PageSkeleton shape={page.skeleton} />}>
      <Page />
    </Suspense>
  )
}

type Guard = (props: { children: ReactNode }) => ReactNode

const GUARDS: Record<PageAccess, Guard> = {
  public: ({ children }) => children,
  signedIn: SignedIn,
  product: ProductGuard,
  guest: GuestGuard,
  buyer: BuyerGuard,
  staff: Staff,
  admin: Staff,
}

/** Renders its children if the user is signed in, or if the shop shows its products to everyone. */
function ProductGuard({ children }: { children: ReactNode }) {
  return areProductsPublic(useShop()) ? children : <SignedIn>{children}</SignedIn>
}

/** Renders its children if the user is signed in, or if people can buy in this shop without an account. */
function GuestGuard({ children }: { children: ReactNode }) {
  const Guard = useCanGuestsBuy() ? SessionKnown : SignedIn
  return <Guard>{children}</Guard>
}

/**
 * Renders its children, which load an order, if there can be orders of people without an account: also after the shop has
 * begun to ask for one.
 */
function BuyerGuard({ children }: { children: ReactNode }) {
  const Guard = usePageState().settings.paysAtOnce ? SignedIn : SessionKnown
  return <Guard>{children}</Guard>
}
