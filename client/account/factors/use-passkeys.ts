import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { passkeyError } from '#client/identity/factors/passkey-button.tsx'
import { makePasskey } from '#client/identity/factors/passkeys.ts'
import { api } from '#client/lib/api.ts'
import { showSuccess } from '#client/ui/toasts.tsx'
import { restoreFocusToHeading } from '#client/ui/use-row-focus.ts'
import { words } from '../texts.ts'

/** `password` is undefined for an account without one. */
type StepUp = { password?: string }

/** Returns functions that add and remove a passkey, and the error text of the last one. */
export function usePasskeys(onDone: () => void) {
  const client = useQueryClient()
  const [failure, setFailure] = useState<string | null>(null)

  async function run(act: () => Promise<unknown>, done: string) {
    setFailure(null)
    try {
      await act()
      showSuccess(done)
      onDone()
      await client.invalidateQueries()
    } catch (error) {
      setFailure(passkeyError(error))
    }
  }

  const add = (name: string, stepUp: StepUp) =>
    run(async () => {
      const credential = await makePasskey(await api('POST /account/passkeyOptions', { body: stepUp }))
      await api('POST /account/passkeys', { body: { name, credential } })
    }, words.passkeyAdded)

  async function remove(id: string, stepUp: StepUp) {
    await run(
      () => api('POST /account/passkey/{id}/removal', { params: { id }, body: stepUp }),
      words.passkeyRemoved,
    )
    // The button that had the focus has disappeared together with its passkey.
    setTimeout(restoreFocusToHeading)
  }

  return { add, remove, failure }
}
