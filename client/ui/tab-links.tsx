import { useLocation } from '#client/lib/router.tsx'
import { PageLink } from './page-link.tsx'
import './tab-links.css'

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
  return (
    <nav aria-label={label} className="tab-links">
      <ul>
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
