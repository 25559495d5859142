import { useEffect, useState, useSyncExternalStore } from 'react'
import type { ReactNode } from 'react'
import { Button } from '#client/ui/button.tsx'
import { PageLink } from '#client/ui/page-link.tsx'
import { Redirect, useLocation, useRouter } from '#client/lib/router.tsx'
import { usePageState } from '#client/lib/page-state.ts'
import { LoadingBar } from '#client/ui/states.tsx'
import { PageTitle } from '#client/ui/page-title.tsx'
import { pages } from '#contract/pages.ts'
import { keptLoginReason, rememberLoginTab } from './login-reason.ts'
import { OidcButton } from './oidc/oidc-button.tsx'
import { useIsAdmin, useSession } from './session.tsx'
import { staffPath } from './staff-path.ts'
import { guardReason } from './return-path.ts'
import { words } from './texts.ts'

type EntranceProps = {
  title: string
  lead: string
  /** The link from the login page to the sign-up page, or from the sign-up page to the login page. */
  other: { question: string; link: string; to: string }
  /**
   * Returns the URL of the page to show after the login. `from` is the URL of the page that requires the login, if
   * there is one.
   */
  leadsTo: (from: unknown) => string
  /** Sets the error text under the form, or removes it. */
  onFailure: (text: string | null) => void
  children: ReactNode
}

/** The common layout of the login page and the sign-up page. A user who is already signed in is redirected. */
export function Entrance({ title, lead, other, leadsTo, onFailure, children }: EntranceProps) {
  const { state } = useLocation()
  const { user } = useSession()
  const { from, notAdmin } = arrivalOf(state)
  const next = leadsTo(from)
  const isChecking = useFirstCheck(next)
  const { isOpen } = usePageState().settings.shop
  useEffect(rememberLoginTab, [])
  const refused = user !== null && notAdmin === user.email
  if (user && !refused) return !isOpen && next === pages.home ? <ToStart /> : <Redirect to={next} />
  if (isChecking) return <LoadingBar />
  return (
    <div className="page">
      <div className="mx-auto max-w-md">
        <PageTitle title={title} />
        <p className="mt-2 mb-8">{lead}</p>
        {refused && <NotAdmin next={next} />}
        <Reasons />
        {children}
        <p className="mt-6 text-center">
          {other.question}{' '}
          <PageLink to={other.to} state={state} replace className="link">
            {other.link}
          </PageLink>
        </p>
        <div className="divider my-6">{words.or}</div>
        <OidcButton next={next} onFailure={onFailure} />
        <EntranceLink to={pages.home}>{words.browse}</EntranceLink>
      </div>
    </div>
  )
}

/**
 * Redirects after a login in a shop that is not open yet: admins to the page that sets it up, others to the home page.
 */
function ToStart() {
  const { data, isPending } = useIsAdmin()
  return isPending ? <LoadingBar /> : <Redirect to={data?.isAdmin ? pages.start : pages.home} />
}

/**
 * A link in a paragraph of its own, such as from the login page to the page for a forgotten password. It passes on the
 * URL of the page that requires the login.
 */
export function EntranceLink({ to, children }: { to: string; children: string }) {
  const { state } = useLocation()
  return (
    <p className="mt-6 text-center">
      <PageLink to={to} state={state} className="link">
        {children}
      </PageLink>
    </p>
  )
}

/**
 * Tells a signed-in user that the page at `next` is only for administrators: the user has no role, or no second factor
 * in this session. The role is checked again after a login, when the window gets the focus, and when a button is
 * pressed. A user who has become an administrator is redirected to `next`.
 */
function NotAdmin({ next }: { next: string }) {
  const { user } = useSession()
  const { data, isFetching, refetch } = useIsAdmin()
  const [checked, setChecked] = useState(false)
  useEffect(() => {
    // This effect depends on `user`. Each login creates a new `user` object, even for the same user, so the role is
    // checked again after each login.
    void refetch()
    const recheck = () => void refetch()
    addEventListener('focus', recheck)
    return () => removeEventListener('focus', recheck)
  }, [user, refetch])
  async function check() {
    const { isSuccess } = await refetch()
    setChecked(isSuccess)
  }
  const path = data && staffPath(next, data)
  if (path) return <Redirect to={path} />
  return (
    <div className="panel mb-8 grid gap-3">
      {data?.needsFactor ? (
        <p role="status">
          {words.needsFactor}{' '}
          <PageLink to={pages.ownData} className="link">
            {words.toFactors}
          </PageLink>
        </p>
      ) : (
        <p role="status">{words.notAdmin(user?.email ?? '')}</p>
      )}
      <Button tone="quiet" busy={isFetching} busyText={words.checking} onClick={() => void check()}>
        {words.checkAgain}
      </Button>
      <p role="status">{checked && !isFetching && words.notAdminYet}</p>
    </div>
  )
}

/**
 * Says why the user was redirected to the login page: the session has ended, or a login is needed to open the page before
 * this one, or for what a guest has chosen to buy.
 */
function Reasons() {
  const { lost, user } = useSession()
  const { from, reason, as } = arrivalOf(useLocation().state)
  // It is left out of the first render after a reload, as in the HTML from the server.
  const shown = useSyncExternalStore(
    () => () => undefined,
    () => reason ?? keptLoginReason() ?? (user || lost || as ? null : guardReason(from)),
    () => null,
  )
  const reasons = [lost && from ? words.sessionLost : null, shown]
  return reasons
    .filter((text) => typeof text === 'string')
    .map((text) => (
      <p key={text} role="status" className="panel mb-8">
        {text}
      </p>
    ))
}

type Arrival = { from?: unknown; notAdmin?: unknown; reason?: unknown; as?: unknown }

/**
 * Returns the history state of the redirect to the login page. `from` is the URL of the page that requires a login.
 * `notAdmin` is the email address of a user who is not an administrator. `reason` says why a login is needed, if the
 * page can also be seen without one. `as` says with which account of a demo shop to log in at once.
 */
export function arrivalOf(state: unknown): Arrival {
  return typeof state === 'object' && state !== null ? state : {}
}

/**
 * Returns true during the first check of the session if the user is probably signed in. The form is not shown yet, so
 * that it does not flash before the redirect, and the code of the page at `next` is preloaded. Returns false during
 * later checks, because the user may be submitting the form.
 */
function useFirstCheck(next: string): boolean {
  const { loading, likely } = useSession()
  const [waiting, setWaiting] = useState(likely)
  const { preload } = useRouter()
  useEffect(() => {
    if (waiting) preload(next)
  }, [waiting, preload, next])
  useEffect(() => {
    if (!loading) setWaiting(false)
  }, [loading])
  return waiting && loading
}
