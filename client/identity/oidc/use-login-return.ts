import { useEffect, useEffectEvent, useState } from 'react'
import { usePageState } from '#client/lib/page-state.ts'
import { useLocation, useNavigate } from '#client/lib/router.tsx'
import { showSuccess } from '#client/ui/toasts.tsx'
import { OIDC_DONE, oidcReturn } from '#contract/values/oidc.ts'
import { useSession } from '../session.tsx'
import { refusalText } from './oidc-texts.ts'

type Return = { onNeedsCode: () => void; onFailure: (text: string) => void }

/**
 * Reports the outcome of a login at the issuer, which has redirected the browser to the login page. The outcome is in the
 * query of the URL, which is then removed. The path of the page that required the login becomes the state of the history
 * entry, as for other logins.
 */
export function useLoginReturn({ onNeedsCode, onFailure }: Return): void {
  const { pathname, search, state } = useLocation()
  const navigate = useNavigate()
  const { user } = useSession()
  const { settings } = usePageState()
  const [isDone, setDone] = useState(false)
  const report = useEffectEvent((outcome: string) => {
    if (outcome === OIDC_DONE) setDone(true)
    else if (outcome === 'needs-code') onNeedsCode()
    else onFailure(refusalText(outcome, settings))
  })
  useEffect(() => {
    const query = new URLSearchParams(search)
    const outcome = query.get(oidcReturn.outcome)
    const from = query.get(oidcReturn.from)
    if (outcome === null) return
    report(outcome)
    navigate(pathname, { replace: true, state: from === null ? state : { from } })
  }, [search, pathname, state, navigate])
  const { loggedIn } = settings.shop.words
  useEffect(() => {
    if (isDone && user) showSuccess(loggedIn)
  }, [isDone, user, loggedIn])
}
