import type { ReactNode } from 'react'
import { pages } from '#contract/pages.ts'
import { Redirect, useLocation } from '#client/lib/router.tsx'
import { useIsAdmin, useSession } from '#client/identity/session.tsx'
import { ErrorState, LoadingBar } from '#client/ui/states.tsx'

/** Shows its children to somebody who is signed in; anybody else is taken to the login, which knows the way back. */
export function SignedIn({ children }: { children: ReactNode }) {
  const { loading, user, failure, retry } = useSession()
  if (user) return children
  if (loading) return <LoadingBar />
  if (failure) return <Unchecked what="signed in" error={failure} onRetry={retry} />
  return <ToLogin />
}

/** The same for administrators only; additionally waits until the server has said who is one. */
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

/** Where it could not be asked who somebody is, nobody is sent away. */
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

/** `notAdmin` is who is signed in and may not come in: the login then asks for somebody else instead of sending them back. */
function ToLogin({ notAdmin }: { notAdmin?: string | undefined }) {
  const { pathname, search } = useLocation()
  return <Redirect to={pages.login} state={{ from: pathname + search, notAdmin }} />
}
