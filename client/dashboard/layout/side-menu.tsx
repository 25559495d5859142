import { useLocation } from '#client/lib/router.tsx'
import { PageLink } from '#client/ui/page-link.tsx'
import { dashboardLinks, linkOf } from './dashboard-links.ts'

/** The links of the dashboard; the one that is open is marked. */
export function SideMenu() {
  const { pathname } = useLocation()
  const open = linkOf(pathname)
  return (
    <ul className="dashboard-links">
      {dashboardLinks.map((link) => (
        <li key={link.to}>
          <PageLink to={link.to} aria-current={current(link === open, link.to === pathname)}>
            {link.text}
          </PageLink>
        </li>
      ))}
    </ul>
  )
}

function current(open: boolean, here: boolean): 'page' | 'true' | undefined {
  if (!open) return undefined
  return here ? 'page' : 'true'
}
