import { useEffect, useState } from 'react'
import { usePageState } from '#client/lib/page-state.ts'
import { useLocation, useNavigate } from '#client/lib/router.tsx'
import { showSuccess } from '#client/ui/toasts.tsx'
import { OIDC_DONE, oidcReturn } from '#contract/values/oidc.ts'
import { useSession } from '../session.tsx'
import { texts } from '../texts.ts'
import { refusalText } from './oidc-texts.ts'

/**
 * Returns the error text of the login page, and a function that sets it. After a login without a popup, the issuer has
 * redirected the browser to the login page, and the outcome is in the query of the URL. The query is then removed, and
 * the path of the page that required the login becomes the state of the history entry, as for other logins. Calls
 * `onNeedsCode` if the account has a second factor.
 */
export function useOidcReturn(onNeedsCode: () => void): [string | null, (text: string | null) => void] {
  const [failure, setFailure] = useState<string | null>(null)
  const [isDone, setDone] = useState(false)
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const { user } = useSession()
  const { oidcName, sendsMail } = usePageState().settings
  useEffect(() => {
    const query = new URLSearchParams(search)
    const outcome = query.get(oidcReturn.outcome)
    if (outcome === null) return
    if (outcome === OIDC_DONE) setDone(true)
    else if (outcome === 'needs-code') onNeedsCode()
    else setFailure(refusalText(outcome, { name: oidcName ?? '', sendsMail }))
    navigate(pathname, { replace: true, state: { from: query.get(oidcReturn.from) } })
  }, [search, pathname, navigate, oidcName, sendsMail, onNeedsCode])
  useEffect(() => {
    if (isDone && user) showSuccess(texts.loggedIn)
  }, [isDone, user])
  return [failure, setFailure]
}
