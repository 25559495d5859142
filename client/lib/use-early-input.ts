import { useEffectEvent, useLayoutEffect } from 'react'

/**
 * Calls `keep` once, when React has hydrated the page. A visitor may have typed, chosen or focused something before, on
 * the page that the server rendered.
 */
export function useEarlyInput(keep: () => void): void {
  const keepOnce = useEffectEvent(keep)
  useLayoutEffect(() => keepOnce(), [])
}
