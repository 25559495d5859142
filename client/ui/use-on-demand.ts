import { useState } from 'react'
import type { ComponentType } from 'react'
import { errorText } from '#client/lib/api-error.ts'
import { inTime } from '#client/lib/scripts/lazy-page.tsx'
import { isReplaced } from '#client/lib/scripts/new-version.ts'
import { showError } from './toasts.tsx'

/**
 * Loads the script of a component when `open` is called, so that a page loads faster for the many people who do not open it.
 * `Shown` is null until the script has been loaded, and again after `close`. If the script cannot be loaded, shows a toast. If the
 * shop has been upgraded since the page was loaded, the old script is gone: calls `beforeReload` and reloads the document.
 */
export function useOnDemand<P>(fetchScript: () => Promise<ComponentType<P>>, beforeReload?: () => void) {
  const [Shown, setShown] = useState<ComponentType<P> | null>(null)
  const [busy, setBusy] = useState(false)
  async function load(): Promise<void> {
    setBusy(true)
    try {
      const Part = await inTime(fetchScript())
      // On a slow network, the user may have opened another dialog while this script was loading.
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
