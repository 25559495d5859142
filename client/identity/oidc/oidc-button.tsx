import { useState } from 'react'
import { errorText, request } from '#client/lib/api.ts'
import { usePageState } from '#client/lib/page-state.ts'
import { Button } from '#client/ui/button.tsx'
import { oidcWords } from './oidc-texts.ts'

/**
 * The button that logs in at the OpenID Connect issuer of the shop, and then shows the page with the URL `next`. Nothing
 * is shown if the shop has no issuer. It leaves the page for the login page of the issuer, which redirects the browser back
 * to the shop: see `useLoginReturn`.
 */
export function OidcButton({ next, onFailure }: { next: string; onFailure: (text: string | null) => void }) {
  const { oidcName } = usePageState().settings
  const [isBusy, setBusy] = useState(false)
  async function leave(): Promise<void> {
    onFailure(null)
    setBusy(true)
    try {
      const { url } = await request('POST /auth/oidc/start', { body: { from: next } })
      // The user may come back to this page with the Back button, and the browser may then show it as it was.
      addEventListener('pageshow', () => setBusy(false), { once: true })
      location.assign(url)
    } catch (error) {
      setBusy(false)
      onFailure(errorText(error))
    }
  }
  if (oidcName === null) return null
  return (
    <p>
      <Button tone="quiet" wide busy={isBusy} busyText={oidcWords.opening} onClick={() => void leave()}>
        {oidcWords.continueWith(oidcName)}
      </Button>
    </p>
  )
}
