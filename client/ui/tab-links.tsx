import { useLocation } from '#client/lib/router.tsx'
import { PageLink } from './page-link.tsx'
import './tab-links.css'

type TabLinksProps = {
  label: string
  /** `to` is the address that a tab leads to, if it is not the path of the page alone. */
  tabs: { page: string; to?: string; text: string }[]
}

/** Links that look like tabs. They are no ARIA tabs, because each leads to a page with its own address. */
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
