import { Fragment, Suspense } from 'react'
import type { ReactNode } from 'react'
import { findPage, isHiddenWhileClosed, pages } from '#contract/pages.ts'
import type { FoundPage } from '#contract/pages.ts'
import { areProductsPublic } from '#contract/values/product-pages.ts'
import type { PageAccess } from '#contract/values/page-table.ts'
import type { PageShop } from '#contract/shop/profile.ts'
import { useCanGuestsBuy, usePageState, useShop } from '#client/lib/page-state.ts'
import { Redirect, useLocation } from '#client/lib/router.tsx'
import { PageSkeleton } from '#client/ui/skeleton.tsx'
import { ErrorState, LoadingBar } from '#client/ui/states.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { dashboardFrame, notFound, openingSoon, pageCode } from './page-code.ts'
import { useIsAdmin, useSession } from '#client/identity/session.tsx'
import { staffPath } from '#client/identity/staff-path.ts'
import { PageLink } from '#client/ui/page-link.tsx'
import { words } from './texts.ts'

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

/**
 * Renders its children if the user is signed in, and a loading bar while that is being checked. A user who is not
 * signed in is redirected to the login page, which returns the user to this page after the login.
 */
function SignedIn({ children }: { children: ReactNode }) {
  const { user } = useSession()
  return <SessionKnown>{user ? children : <ToLogin />}</SessionKnown>
}

/**
 * Renders its children once it is known whether a user is signed in, and a loading bar before. A user whose session has
 * ended is redirected to the login page. The page is mounted anew when the user is another one, because it has loaded data of
 * the earlier user, and may contain what that user has typed.
 */
function SessionKnown({ children }: { children: ReactNode }) {
  const { loading, user, failure, lost, earlierUserCount, session } = useSession()
  const page = <Fragment key={earlierUserCount}>{children}</Fragment>
  if (user) return page
  if (loading) return <LoadingBar />
  if (failure) return <Unchecked what={words.signedIn} error={failure} onRetry={session.start} />
  return lost ? <ToLogin /> : page
}

/**
 * Renders its children if the role of the signed-in user is enough for this page, and a loading bar while the role is being
 * checked. Other users are redirected to the login page, and a packer at the start of the dashboard to what is to pack.
 */
function Staff({ children }: { children: ReactNode }) {
  return (
    <SignedIn>
      <StaffOnly>{children}</StaffOnly>
    </SignedIn>
  )
}

function StaffOnly({ children }: { children: ReactNode }) {
  const { user } = useSession()
  const { pathname } = useLocation()
  const { data, isPending, error, refetch } = useIsAdmin()
  if (isPending) return <LoadingBar />
  if (!data) return <Unchecked what={words.admin} error={error} onRetry={refetch} />
  const path = staffPath(pathname, data)
  if (path === null) return <ToLogin notAdmin={user?.email} />
  return path === pathname ? children : <Redirect to={path} />
}

/**
 * Renders its children and a note if the signed-in user is an administrator. Other users read that the shop opens soon.
 * Only for pages of a shop that is not open yet.
 */
function OnceOpen({ children }: { children: ReactNode }) {
  const { loading, likely, user } = useSession()
  const { data, error, refetch } = useIsAdmin()
  if (data?.isAdmin)
    return (
      <>
        <p className="closed-note">
          {words.closed}{' '}
          <PageLink to={pages.start} className="link">
            {words.toStart}
          </PageLink>
        </p>
        {children}
      </>
    )
  if (error) return <Unchecked what={words.admin} error={error} onRetry={refetch} />
  if (user ? !data : loading && likely) return <LoadingBar />
  return (
    <Suspense fallback={<LoadingBar />}>
      <openingSoon.Page />
    </Suspense>
  )
}

type UncheckedProps = { what: string; error: unknown; onRetry: () => Promise<unknown> }

/** Shown if the request that checks the session or the role has failed. The user stays on the page and can retry. */
function Unchecked({ what, error, onRetry }: UncheckedProps) {
  return (
    <div className="page">
      <ErrorState whole title={words.unchecked(what)} error={error} onRetry={() => void onRetry()} />
    </div>
  )
}

/**
 * Redirects to the login page. `notAdmin` is the email address of a signed-in user who is not an administrator. In
 * this case the login page asks for another account.
 */
function ToLogin({ notAdmin }: { notAdmin?: string | undefined }) {
  const { pathname, search, hash } = useLocation()
  return <Redirect to={pages.login} state={{ from: pathname + search + hash, notAdmin }} />
}
