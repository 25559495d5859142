import { useState } from 'react'
import { errorText, request } from '#client/lib/api.ts'
import { usePageState } from '#client/lib/page-state.ts'
import { Button } from '#client/ui/button.tsx'
import { oidcWords } from './oidc-texts.ts'

type Failing = { onFailure: (text: string | null) => void }

/**
 * The button that logs in at the OpenID Connect issuer of the shop, and then shows the page with the URL `next`. Nothing
 * is shown if the shop has no issuer.
 */
export function OidcButton({ next, onFailure }: Failing & { next: string }) {
  const { oidcName } = usePageState().settings
  const { leave, isBusy } = useIssuer(
    () => request('POST /auth/oidc/start', { body: { from: next } }),
    onFailure,
  )
  if (oidcName === null) return null
  return (
    <p>
      <Button tone="quiet" wide busy={isBusy} busyText={oidcWords.opening} onClick={() => void leave()}>
        {oidcWords.continueWith(oidcName)}
      </Button>
    </p>
  )
}

/** The button that links the account of the signed-in user with one of the issuer called `name`. */
export function LinkButton({ name, onFailure }: Failing & { name: string }) {
  const { leave, isBusy } = useIssuer(() => request('POST /auth/oidc/link'), onFailure)
  return (
    <p>
      <Button tone="quiet" busy={isBusy} busyText={oidcWords.opening} onClick={() => void leave()}>
        {oidcWords.link(name)}
      </Button>
    </p>
  )
}

/**
 * Returns a function that leaves the page for the login page of the issuer, which redirects the browser back to the shop:
 * see `useOidcReturn`.
 */
function useIssuer(start: () => Promise<{ url: string }>, onFailure: Failing['onFailure']) {
  const [isBusy, setBusy] = useState(false)
  async function leave(): Promise<void> {
    onFailure(null)
    setBusy(true)
    try {
      const { url } = await start()
      // The user may come back to this page with the Back button, and the browser may then show it as it was.
      addEventListener('pageshow', () => setBusy(false), { once: true })
      location.assign(url)
    } catch (error) {
      setBusy(false)
      onFailure(errorText(error))
    }
  }
  return { leave, isBusy }
}
