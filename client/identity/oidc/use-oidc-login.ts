import { useState } from 'react'
import { errorText } from '#client/lib/api.ts'
import { usePageState } from '#client/lib/page-state.ts'
import type { OidcWay } from '#contract/values/oidc.ts'
import { OIDC_DONE } from '#contract/values/oidc.ts'
import { openPopup, outcomeOf } from './open-popup.ts'
import type { Popup } from './open-popup.ts'
import { oidcWords, refusalText } from './oidc-texts.ts'

/** The URL of the issuer's login page, and the `state` parameter in it. */
type Started = { url: string; state: string }

type Login = {
  start: (way: OidcWay) => Promise<Started>
  /** Called after a login in a popup has succeeded. */
  onDone: () => Promise<void>
  /** Called if the account has a second factor, which the login page asks for. */
  onNeedsCode?: () => void
  /** Called with the error text of a login, and with null when a new login begins. */
  onFailure: (text: string | null) => void
}

/**
 * Returns a function that logs in at the issuer, to be called while the browser handles a click. The login is in a popup,
 * so that the page stays as it is, or the page is left (see `openPopup`).
 */
export function useOidcLogin({ start, onDone, onNeedsCode, onFailure }: Login) {
  const { settings } = usePageState()
  const name = settings.oidcName ?? ''
  const [busy, setBusy] = useState(false)

  async function logIn(): Promise<void> {
    onFailure(null)
    const opened = openPopup()
    if (opened === 'blocked') return onFailure(oidcWords.popupBlocked(name))
    const popup = opened === 'redirect' ? null : opened
    setBusy(true)
    try {
      const started = await start(popup ? 'popup' : 'redirect')
      if (popup) await logInWith(popup, started)
      else leaveFor(started.url)
    } catch (error) {
      popup?.close()
      onFailure(errorText(error))
    }
    // The page that is left stays busy until the issuer's page is shown.
    if (popup) setBusy(false)
  }

  function leaveFor(url: string): void {
    // The user may come back to this page with the Back button, and the browser may then show it as it was.
    addEventListener('pageshow', () => setBusy(false), { once: true })
    location.assign(url)
  }

  async function logInWith(popup: Popup, { url, state }: Started): Promise<void> {
    popup.location.href = url
    const outcome = await outcomeOf(popup, state, (late) => void finish(late))
    if (outcome === null) onFailure(oidcWords.popupClosed(name))
    else await finish(outcome)
  }

  async function finish(outcome: string): Promise<void> {
    onFailure(null)
    if (outcome === OIDC_DONE) await onDone().catch((error: unknown) => onFailure(errorText(error)))
    else if (outcome === 'needs-code' && onNeedsCode) onNeedsCode()
    else onFailure(refusalText(outcome, settings))
  }

  return { logIn, busy }
}
