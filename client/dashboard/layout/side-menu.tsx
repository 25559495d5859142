import { matchPath, useLocation } from 'react-router'
import { pages } from '#contract/pages.ts'
import { PageLink } from '#client/ui/page-link.tsx'
import { texts, words } from '../texts.ts'

/** The links of the side menu, each with the patterns of the pages that belong to it. */
export const menuLinks = [
  { to: pages.dashboard, text: texts.links.products, pages: [pages.dashboard] },
  { to: pages.fullOrders, text: texts.links.orders, pages: [pages.fullOrders, '/dashboard/:id'] },
  { to: pages.users, text: texts.links.users, pages: [pages.users] },
  { to: pages.addBrand, text: texts.links.add, pages: [`${pages.addBrand}/*`] },
  { to: pages.messages, text: words.messages, pages: [`${pages.messages}/*`] },
  { to: pages.audit, text: words.audit, pages: [pages.audit] },
]

/** The links of the dashboard. The link of the current page is marked. */
export function SideMenu() {
  const { pathname } = useLocation()
  const current = linkOf(pathname)
  return (
    <ul className="dashboard-links">
      {menuLinks.map((link) => (
        <li key={link.to}>
          <PageLink
            to={link.to}
            aria-current={link === current ? ariaCurrent(link.to === pathname) : undefined}
          >
            {link.text}
          </PageLink>
        </li>
      ))}
    </ul>
  )
}

/** Returns the link that a page belongs to. A link to the page itself comes before the patterns. */
export function linkOf(path: string): (typeof menuLinks)[number] | undefined {
  const matches = (pattern: string) => matchPath({ path: pattern, caseSensitive: true }, path) !== null
  return menuLinks.find(({ to }) => to === path) ?? menuLinks.find((link) => link.pages.some(matches))
}

/** A page below that of its link, such as one order, is not the page that the link leads to. */
function ariaCurrent(isLinked: boolean): 'page' | 'true' {
  return isLinked ? 'page' : 'true'
}
