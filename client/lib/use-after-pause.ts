import { useEffect, useState } from 'react'

/** How long after the last letter a search is sent, in ms. */
const PAUSE_MS = 120

/** Returns a text as it was when it had not changed for `PAUSE_MS`. */
export function useAfterPause(text: string): string {
  const [settled, settle] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => settle(text), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
