import { useState } from 'react'
import type { ComponentType } from 'react'
import { errorText, networkError } from '#client/lib/api-error.ts'
import { isReplaced } from '#client/lib/new-version.ts'
import { showError } from './toasts.tsx'

/**
 * Loads the script of a component when `open` is called, so that a page need not load what few people open. `Shown` is the component
 * from then on, until `close` is called. If the script cannot be loaded, a toast says so. If that is because the shop was
 * upgraded meanwhile, the document is reloaded.
 */
export function useOnDemand<P>(fetchScript: () => Promise<ComponentType<P>>) {
  const [Shown, setShown] = useState<ComponentType<P> | null>(null)
  const [busy, setBusy] = useState(false)
  function open(): void {
    setBusy(true)
    fetchScript()
      .then((Part) => setShown(() => Part))
      .catch((cause: unknown) => {
        showError(errorText(networkError(cause)))
        void isReplaced().then((replaced) => replaced && location.reload())
      })
      .finally(() => setBusy(false))
  }
  return { Shown, busy, open, close: () => setShown(null) }
}
