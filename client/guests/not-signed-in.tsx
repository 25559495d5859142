import { ApiError } from '#client/lib/api.ts'
import { useLocation } from '#client/lib/router.tsx'
import { ButtonLink } from '#client/ui/button.tsx'
import { EmptyState } from '#client/ui/states.tsx'
import { pages } from '#contract/pages.ts'

const words = {
  notSignedIn: 'This order is private',
  notSignedInMore: 'Open it with the link in our mail. If you ordered with an account, log in.',
  logIn: 'Log in',
}

/** Returns whether the server does not know who asks: neither an account nor the browser that has ordered. */
export function isNotSignedIn(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'not-signed-in'
}

/** Says how a person who is not signed in can see an order. */
export function NotSignedIn() {
  const { pathname } = useLocation()
  return (
    <EmptyState title={words.notSignedIn} more={words.notSignedInMore}>
      <ButtonLink to={pages.login} state={{ from: pathname }}>
        {words.logIn}
      </ButtonLink>
    </EmptyState>
  )
}
