import type { ReactNode } from 'react'
import { pages } from '#contract/pages.ts'
import { Redirect, useLocation } from '#client/lib/router.tsx'
import { useIsAdmin, useSession } from '#client/identity/session.tsx'
import { ErrorState, LoadingBar } from '#client/ui/states.tsx'

/** Renders its children if a person is signed in. Otherwise it redirects to the login page, which leads back after the login. */
export function SignedIn({ children }: { children: ReactNode }) {
  const { loading, user, failure, retry } = useSession()
  if (user) return children
  if (loading) return <LoadingBar />
  if (failure) return <Unchecked what="signed in" error={failure} onRetry={retry} />
  return <ToLogin />
}

/** Renders its children if an administrator is signed in. It waits for the server's answer first. */
export function Admin({ children }: { children: ReactNode }) {
  return (
    <SignedIn>
      <AdminOnly>{children}</AdminOnly>
    </SignedIn>
  )
}

function AdminOnly({ children }: { children: ReactNode }) {
  const { user } = useSession()
  const { data, isPending, error, refetch } = useIsAdmin()
  if (isPending) return <LoadingBar />
  if (!data) return <Unchecked what="an administrator" error={error} onRetry={refetch} />
  return data.isAdmin ? children : <ToLogin notAdmin={user?.email} />
}

type UncheckedProps = { what: string; error: unknown; onRetry: () => Promise<unknown> }

/** Shown when the check of the role failed. The user stays on the page and can retry. */
function Unchecked({ what, error, onRetry }: UncheckedProps) {
  return (
    <div className="page">
      <ErrorState
        whole
        title={`We could not check whether you are ${what}`}
        error={error}
        onRetry={() => void onRetry()}
      />
    </div>
  )
}

/** `notAdmin` is the e-mail address of a person who is no administrator. The login page then asks for another account. */
function ToLogin({ notAdmin }: { notAdmin?: string | undefined }) {
  const { pathname, search } = useLocation()
  return <Redirect to={pages.login} state={{ from: pathname + search, notAdmin }} />
}
