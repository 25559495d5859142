import { useState } from 'react'
import type { MouseEvent } from 'react'
import { pages } from '#contract/pages.ts'
import { useSession } from '#client/identity/session.tsx'
import { usePageState } from '#client/lib/page-state.ts'
import { useLocation, useNavigate } from '#client/lib/router.tsx'
import { words } from './texts.ts'

/**
 * Tells visitors of a demo shop what can be tried. Its buttons lead to the login page, which signs in with
 * the account that `as` names. Without scripts that page shows the passwords.
 */
export function TryBanner() {
  const { demo } = usePageState().settings
  const { likely } = useSession()
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const [isClosed, setClosed] = useState(false)
  if (!demo || likely || isClosed || pathname === pages.login) return null
  const enter = (as: string, from: string) => (event: MouseEvent) => {
    event.preventDefault()
    navigate(pages.login, { state: { as, from } })
  }
  return (
    <aside aria-label={words.demo}>
      <form action={pages.login} className="try-banner">
        <p>{words.whatToTry}</p>
        <button type="submit" className="link" onClick={enter('shopper', pathname + search)}>
          {words.asShopper}
        </button>
        <button type="submit" className="link" onClick={enter('admin', pages.dashboard)}>
          {words.asAdmin}
        </button>
        <button type="button" aria-label={words.close} onClick={() => setClosed(true)}>
          ×
        </button>
      </form>
    </aside>
  )
}
