import { useEffect, useState } from 'react'
import { useLocation } from '#client/lib/router.tsx'

/**
 * Returns the token from the fragment of the URL of a link in a mail. Removes the token from the address bar, so that it
 * does not stay in the history of this tab. `page` is the path of the page. The result is null at first, because the
 * server does not get the fragment, and '' if there is no token.
 */
export function useLinkToken(page: string): string | null {
  const { hash } = useLocation()
  const [token, setToken] = useState<string | null>(null)
  useEffect(() => {
    setToken((known) => (hash.length > 1 ? hash.slice(1) : (known ?? '')))
    if (hash.length > 1) history.replaceState(history.state, '', page)
  }, [hash, page])
  return token
}
