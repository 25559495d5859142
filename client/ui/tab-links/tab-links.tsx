import { useEffect, useRef } from 'react'
import { useLocation } from '#client/lib/router.tsx'
import { PageLink } from '../page-link.tsx'
import './tab-links.css'

/** How much of the tab before the current one is shown, in px, so that one sees that there is one. */
const PEEK = 48

type TabLinksProps = {
  label: string
  /**
   * `page` is the path of a page. `to` is the URL of the link if it is not just the path, for example if it has a
   * query string.
   */
  tabs: { page: string; to?: string; text: string }[]
}

/** Links that look like tabs. They do not have the ARIA role `tab`, because each link leads to another page. */
export function TabLinks({ label, tabs }: TabLinksProps) {
  const { pathname } = useLocation()
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    // On a phone, the list may be wider than the screen.
    const current = list.current?.querySelector<HTMLElement>('[aria-current]')
    if (current) list.current?.scrollTo({ left: current.offsetLeft - list.current.offsetLeft - PEEK })
  }, [pathname])
  return (
    <nav aria-label={label} className="tab-links">
      <ul ref={list}>
        {tabs.map(({ page, to = page, text }) => (
          <li key={page}>
            <PageLink to={to} aria-current={pathname === page ? 'page' : undefined}>
              {text}
            </PageLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
