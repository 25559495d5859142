import { useState } from 'react'
import { usePageState } from '#client/lib/page-state.ts'
import { Button } from '#client/ui/button.tsx'
import { showSuccess } from '#client/ui/toasts.tsx'
import { canUsePasskeys, choosePasskey, passkeyError } from './passkeys.ts'
import { useSession } from '../session.tsx'
import { words } from '../texts.ts'

/** The button that logs in with a passkey, which a shop with its accounts at Firebase does not have. */
export function PasskeyButton({ onFailure }: { onFailure: (text: string | null) => void }) {
  const { session } = useSession()
  const { firebase, shop } = usePageState().settings
  const [isBusy, setBusy] = useState(false)
  if (firebase) return null

  async function logIn(): Promise<void> {
    if (!canUsePasskeys()) return onFailure(words.noPasskeysHere)
    onFailure(null)
    setBusy(true)
    try {
      await session.enter((identity) => identity.signInWithPasskey(choosePasskey))
      showSuccess(shop.words.loggedIn)
    } catch (error) {
      onFailure(passkeyError(error))
    }
    setBusy(false)
  }

  return (
    <p className="mt-4">
      <Button tone="quiet" wide busy={isBusy} busyText={words.loggingIn} onClick={() => void logIn()}>
        {words.withPasskey}
      </Button>
    </p>
  )
}
