import { pageKey, pages } from '#contract/pages.ts'
import { useLocation } from '#client/lib/router.tsx'
import { PageLink } from '#client/ui/page-link.tsx'
import { specTexts, words } from '../texts.ts'

const SETTINGS = [
  pages.settings,
  pages.settingsHome,
  pages.settingsContact,
  pages.settingsLegal,
  pages.settingsOpening,
]

/**
 * The links of the dashboard's menu. Each link has the path patterns of the pages on which the link is marked as
 * current.
 */
export const menuLinks = [
  { to: pages.dashboard, text: specTexts.links.products, pages: [pages.dashboard] },
  {
    to: pages.fullOrders,
    text: specTexts.links.orders,
    pages: [pages.fullOrders, '/dashboard/:id', '/dashboard/order/:id/slip', '/dashboard/order/:id/receipt'],
  },
  { to: pages.users, text: specTexts.links.users, pages: [pages.users] },
  {
    to: pages.addBrand,
    text: specTexts.links.add,
    pages: [pages.addBrand, pages.addCoffee, pages.addPacket],
  },
  { to: pages.pickList, text: words.pickList, pages: [pages.pickList] },
  { to: pages.paymentDesk, text: words.paymentDesk, pages: [pages.paymentDesk] },
  { to: pages.selling, text: words.selling, pages: [pages.selling] },
  { to: pages.settings, text: words.settings, pages: SETTINGS },
  { to: pages.messages, text: words.messages, pages: [pages.messages, pages.outbox] },
  { to: pages.audit, text: words.audit, pages: [pages.audit] },
]

/**
 * The menu of the dashboard. The marked link has `aria-current="page"` if it leads to the current page, otherwise
 * `true`, such as the link to all orders on the page of one order.
 */
export function SideMenu({ label }: { label: string }) {
  const { pathname } = useLocation()
  const current = linkOf(pathname)
  const mark = current?.to === pathname ? 'page' : 'true'
  return (
    <nav aria-label={label}>
      <ul className="dashboard-links menu-links">
        {menuLinks.map((link) => (
          <li key={link.to}>
            <PageLink to={link.to} aria-current={link === current ? mark : undefined}>
              {link.text}
            </PageLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/**
 * Returns the menu link that is marked while the page at this path is open: the link to the page itself or, for the
 * page of one order, the link to all orders. Returns undefined if no link is marked.
 */
export function linkOf(path: string): (typeof menuLinks)[number] | undefined {
  const key = pageKey(path)
  return menuLinks.find((link) => link.pages.some((page) => page === key))
}
