import { Suspense } from 'react'
import type { ReactNode } from 'react'
import { pages } from '#contract/pages.ts'
import { Redirect, useLocation } from '#client/lib/router.tsx'
import { useIsAdmin, useSession } from '#client/identity/session.tsx'
import { staffPath } from '#client/identity/staff-path.ts'
import { PageLink } from '#client/ui/page-link.tsx'
import { ErrorState, LoadingBar } from '#client/ui/states.tsx'
import { openingSoon } from './page-code.ts'
import { words } from './texts.ts'

/**
 * Renders its children if the user is signed in, and a loading bar while that is being checked. A user who is not
 * signed in is redirected to the login page, which returns the user to this page after the login.
 */
export function SignedIn({ children }: { children: ReactNode }) {
  const { user } = useSession()
  return <SessionKnown>{user ? children : <ToLogin />}</SessionKnown>
}

/**
 * Renders its children once it is known whether a user is signed in, and a loading bar before. A user whose session has
 * ended is redirected to the login page.
 */
export function SessionKnown({ children }: { children: ReactNode }) {
  const { loading, user, failure, lost, session } = useSession()
  if (user) return children
  if (loading) return <LoadingBar />
  if (failure) return <Unchecked what={words.signedIn} error={failure} onRetry={session.start} />
  return lost ? <ToLogin /> : children
}

/**
 * Renders its children if the role of the signed-in user is enough for this page, and a loading bar while the role is being
 * checked. Other users are redirected to the login page, and a packer at the start of the dashboard to what is to pack.
 */
export function Staff({ children }: { children: ReactNode }) {
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
export function OnceOpen({ children }: { children: ReactNode }) {
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
