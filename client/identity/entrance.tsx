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
import './identity.css'

type EntranceProps = {
  title: string
  lead: string
  /** The other way in, for who took the wrong one. */
  other: { question: string; link: string; to: string }
  /** Where whoever is signed in goes on, by what is said of where they came from. */
  leadsTo: (from: unknown) => string
  children: ReactNode
}

/** What the login and the sign-up page share. Whoever is signed in is led on. */
export function Entrance({ title, lead, other, leadsTo, children }: EntranceProps) {
  const location = useLocation()
  const { user } = useSession()
  const { from, notAdmin } = arrivalOf(location.state)
  const next = leadsTo(from)
  const asking = useFirstAsking(next)
  const refused = user !== null && notAdmin === user.email
  if (user && !refused) return <Redirect to={next} />
  if (asking) return <LoadingBar />
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
        <p className="text-center">
          <PageLink to={pages.home} className="link">
            {words.browse}
          </PageLink>
        </p>
      </div>
    </div>
  )
}

/**
 * Says why the person who is signed in is here instead of at `next`, and leads there once they are an administrator:
 * the role is read again after a login, when the window gets the focus, and on request.
 */
function NotAdmin({ next }: { next: string }) {
  const { user } = useSession()
  const { data, isFetching, refetch } = useIsAdmin()
  const [checked, setChecked] = useState(false)
  useEffect(() => {
    // Each login makes a new `user`, also for the same person.
    void refetch()
    const ask = () => void refetch()
    addEventListener('focus', ask)
    return () => removeEventListener('focus', ask)
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

/** To somebody whom a guard has led here because their session was over. */
function SessionLost() {
  const { state } = useLocation()
  const { lost } = useSession()
  return lost && arrivalOf(state).from ? <Why>{words.sessionLost}</Why> : null
}

/** What a guard hands over to the login page: the refused address, and the e-mail of a person who is no administrator. */
function arrivalOf(state: unknown): { from?: unknown; notAdmin?: unknown } {
  return typeof state === 'object' && state !== null ? state : {}
}

/** Why somebody is here who wanted to go somewhere else. */
function Why({ children }: { children: string }) {
  return (
    <p role="status" className="panel mb-8">
      {children}
    </p>
  )
}

/**
 * True until it is known whether somebody who probably is signed in really is, so that no form flashes by; meanwhile
 * the page that they will be sent to is fetched. Never again after that: a form that is being submitted must stay.
 */
function useFirstAsking(next: string): boolean {
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
