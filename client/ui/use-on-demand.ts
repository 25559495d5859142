import { useState } from 'react'
import type { ComponentType } from 'react'
import { errorText } from '#client/lib/api-error.ts'
import { inTime } from '#client/lib/scripts/lazy-page.tsx'
import { reloadIfReachable } from '#client/lib/scripts/reload-document.ts'
import { showError } from './toasts.tsx'

/**
 * Loads the script of a component when `open` is called, so that a page loads faster for the many people who do not open it.
 * `Shown` is null until the script has been loaded, and again after `close`. If the script cannot be loaded and the server cannot
 * be reached, shows a toast. If the server can be reached, calls `beforeReload` and reloads the document: the shop may have been
 * upgraded, so that the old script is gone, and many browsers never request a script again whose request failed (whatwg/html#6768).
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
      if (!(await reloadIfReachable(beforeReload))) showError(errorText(error))
    } finally {
      setBusy(false)
    }
  }
  return { Shown, busy, open: () => void load(), close: () => setShown(null) }
}
