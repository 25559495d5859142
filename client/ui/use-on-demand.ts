import { useState } from 'react'
import type { ComponentType } from 'react'
import { errorText } from '#client/lib/api-error.ts'
import { inTime } from '#client/lib/scripts/lazy-page.tsx'
import { isReplaced } from '#client/lib/scripts/new-version.ts'
import { showError } from './toasts.tsx'

/**
 * Loads the script of a component when `open` is called, so that a page need not load what few people open. `Shown` is the component
 * from then on, until `close` is called. If the script cannot be loaded, a toast says so. If that is because the shop was
 * upgraded meanwhile, the document is reloaded, after `beforeReload`.
 */
export function useOnDemand<P>(fetchScript: () => Promise<ComponentType<P>>, beforeReload?: () => void) {
  const [Shown, setShown] = useState<ComponentType<P> | null>(null)
  const [busy, setBusy] = useState(false)
  async function load(): Promise<void> {
    setBusy(true)
    try {
      const Part = await inTime(fetchScript())
      // On a slow network, another dialog may have been opened meanwhile.
      if (!document.querySelector('dialog[open]')) setShown(() => Part)
    } catch (error) {
      if (!(await isReplaced())) return showError(errorText(error))
      beforeReload?.()
      location.reload()
    } finally {
      setBusy(false)
    }
  }
  return { Shown, busy, open: () => void load(), close: () => setShown(null) }
}
