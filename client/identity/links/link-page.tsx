import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { useLocation } from '#client/lib/router.tsx'
import { PageTitle } from '#client/ui/page-title.tsx'
import { LoadingBar } from '#client/ui/states.tsx'

type LinkPageProps = {
  page: string
  title: string
  /** What is shown if the URL has no token. */
  noToken: ReactNode
  /** A link below the contents. */
  way: ReactNode
  children: (token: string) => ReactNode
}

/** A page to which a link in a mail leads. `children` renders its contents with the token of the link. */
export function LinkPage({ page, title, noToken, way, children }: LinkPageProps) {
  const token = useLinkToken(page)
  return (
    <div className="page">
      <div className="mx-auto max-w-md">
        <PageTitle title={title} />
        {token === null && <LoadingBar />}
        {token === '' && <div className="mt-2">{noToken}</div>}
        {token ? children(token) : null}
        {way}
      </div>
    </div>
  )
}

/**
 * Returns the token from the fragment of the URL, and removes it from the address bar, so that it does not stay in the
 * history of this tab. The result is `initial` at first, because the server does not get the fragment, and '' if there is no
 * token.
 */
export function useLinkToken(page: string, initial: '' | null = null): string | null {
  const { hash } = useLocation()
  const [token, setToken] = useState<string | null>(initial)
  useEffect(() => {
    setToken((known) => (hash.length > 1 ? hash.slice(1) : (known ?? '')))
    if (hash.length > 1) history.replaceState(history.state, '', page)
  }, [hash, page])
  return token
}
