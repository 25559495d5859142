import { request } from '#client/lib/api.ts'
import { useNavigate } from '#client/lib/router.tsx'
import { pages } from '#contract/pages.ts'
import { oidcReturn } from '#contract/values/oidc.ts'
import { usePageState } from '#client/lib/page-state.ts'
import { Button } from '#client/ui/button.tsx'
import { showSuccess } from '#client/ui/toasts.tsx'
import { useSession } from '../session.tsx'
import { specTexts } from '../texts.ts'
import { oidcWords } from './oidc-texts.ts'
import { useOidcLogin } from './use-oidc-login.ts'

type OidcButtonProps = {
  /** The URL of the page to show after the login. */
  next: string
  onFailure: (text: string | null) => void
}

/** The button that logs in at the OpenID Connect issuer of the shop. Nothing is shown if the shop has no issuer. */
export function OidcButton({ next, onFailure }: OidcButtonProps) {
  const { oidcName } = usePageState().settings
  const { session } = useSession()
  const navigate = useNavigate()
  const { logIn, busy } = useOidcLogin({
    start: (way) => request('POST /auth/oidc/start', { body: { way, from: next } }),
    onDone: async () => {
      await session.enter((identity) => identity.currentPerson())
      showSuccess(specTexts.loggedIn)
    },
    onNeedsCode: () => {
      const query = new URLSearchParams({ [oidcReturn.outcome]: 'needs-code', [oidcReturn.from]: next })
      navigate(`${pages.login}?${query}`, { replace: true })
    },
    onFailure,
  })
  if (oidcName === null) return null
  return (
    <p>
      <Button tone="quiet" wide busy={busy} busyText={oidcWords.opening} onClick={() => void logIn()}>
        {oidcWords.continueWith(oidcName)}
      </Button>
    </p>
  )
}
