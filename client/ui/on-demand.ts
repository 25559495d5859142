import { lazy, useState } from 'react'
import type { ComponentType } from 'react'
import { errorText, networkError } from '#client/lib/api-error.ts'
import { isReplaced } from '#client/lib/new-version.ts'
import { showError } from './toasts.tsx'

type Fetch<P> = () => Promise<ComponentType<P>>

/** Returns a component whose script is loaded when it is first rendered. `fetchScript` imports it. */
export function lazyPart<P>(fetchScript: Fetch<P>) {
  return lazy(() =>
    fetchScript().then(
      (Part) => ({ default: Part }),
      (cause: unknown) => {
        throw networkError(cause)
      },
    ),
  )
}

/**
 * Loads the script of a component when `open` is called, so that a page need not load what few people open. `Shown` is the component
 * from then on, until `close` is called. If the script cannot be loaded, a toast says so. If that is because the shop was
 * upgraded meanwhile, the document is reloaded.
 */
export function useOnDemand<P>(fetchScript: Fetch<P>) {
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
