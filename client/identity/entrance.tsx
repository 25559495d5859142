import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { Button } from '#client/ui/button.tsx'
import { PageLink } from '#client/ui/page-link.tsx'
import { Redirect, useLocation, useRouter } from '#client/lib/router.tsx'
import { LoadingBar } from '#client/ui/states.tsx'
import { PageTitle } from '#client/ui/page-title.tsx'
import { pages } from '#contract/pages.ts'
import { useIsAdmin, useSession } from './session.tsx'
import { words } from './texts.ts'

type EntranceProps = {
  title: string
  lead: string
  /** The link to the other form: from login to sign-up, or back. */
  other: { question: string; link: string; to: string }
  /** Returns the address to continue at after the login, from the address that a guard has refused. */
  leadsTo: (from: unknown) => string
  children: ReactNode
}

/** The common layout of the login and the sign-up page. A person who is signed in is redirected. */
export function Entrance({ title, lead, other, leadsTo, children }: EntranceProps) {
  const location = useLocation()
  const { user } = useSession()
  const { from, notAdmin } = arrivalOf(location.state)
  const next = leadsTo(from)
  const isChecking = useFirstCheck(next)
  const refused = user !== null && notAdmin === user.email
  if (user && !refused) return <Redirect to={next} />
  if (isChecking) return <LoadingBar />
  return (
    <div className="page">
      <div className="mx-auto max-w-md">
        <PageTitle title={title} />
        <p className="mt-2 mb-8">{lead}</p>
        {refused && <NotAdmin next={next} />}
        <SessionLost />
        {children}
        <p className="mt-6 text-center">
          {other.question}{' '}
          <PageLink to={other.to} state={location.state} replace className="link">
            {other.link}
          </PageLink>
        </p>
        <div className="divider my-6">{words.or}</div>
        <EntranceLink to={pages.home}>{words.browse}</EntranceLink>
      </div>
    </div>
  )
}

/** A link in a line of its own. */
export function EntranceLink({ to, children }: { to: string; children: string }) {
  return (
    <p className="mt-6 text-center">
      <PageLink to={to} className="link">
        {children}
      </PageLink>
    </p>
  )
}

/**
 * Explains to a person who is signed in that `next` is for administrators, and redirects there once the person is one. The
 * role is read again after a login, when the window gets the focus, and on request.
 */
function NotAdmin({ next }: { next: string }) {
  const { user } = useSession()
  const { data, isFetching, refetch } = useIsAdmin()
  const [checked, setChecked] = useState(false)
  useEffect(() => {
    // Each login makes a new `user` object, also for the same person.
    void refetch()
    const recheck = () => void refetch()
    addEventListener('focus', recheck)
    return () => removeEventListener('focus', recheck)
  }, [user, refetch])
  async function check() {
    const { isSuccess } = await refetch()
    setChecked(isSuccess)
  }
  if (data?.isAdmin) return <Redirect to={next} />
  return (
    <div className="panel mb-8 grid gap-3">
      <p role="status">{words.notAdmin(user?.email ?? '')}</p>
      <Button tone="quiet" busy={isFetching} busyText={words.checking} onClick={() => void check()}>
        {words.checkAgain}
      </Button>
      <p role="status">{checked && !isFetching && words.notAdminYet}</p>
    </div>
  )
}

/** Shown if a guard has redirected here because the session has ended. */
function SessionLost() {
  const { state } = useLocation()
  const { lost } = useSession()
  return lost && arrivalOf(state).from ? <Reason>{words.sessionLost}</Reason> : null
}

/**
 * Reads the history state that a guard passes to the login page: the refused address, and the e-mail of a person who
 * is no administrator.
 */
function arrivalOf(state: unknown): { from?: unknown; notAdmin?: unknown } {
  return typeof state === 'object' && state !== null ? state : {}
}

/** The reason for a redirect to this page. */
function Reason({ children }: { children: string }) {
  return (
    <p role="status" className="panel mb-8">
      {children}
    </p>
  )
}

/**
 * Returns true until the first check of the session has ended, if the person is probably signed in: the form must not
 * flash before the redirect. The code of the next page is loaded in the same time. Later checks return false, because a
 * form that is being submitted must stay.
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
