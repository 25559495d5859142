import { useMayOpen } from '#client/identity/staff-path.ts'
import { SignOut } from '#client/identity/sign-out.tsx'
import { useShop } from '#client/lib/page-state.ts'
import { useLocation } from '#client/lib/router.tsx'
import { PageLink } from '#client/ui/page-link.tsx'
import { findPage, pages } from '#contract/pages.ts'
import type { PageName } from '#contract/pages.ts'
import { specTexts, words } from '../texts.ts'

type MenuLink = { to: string; text: string }

const links = {
  products: { to: pages.dashboard, text: specTexts.links.products },
  orders: { to: pages.fullOrders, text: specTexts.links.orders },
  users: { to: pages.users, text: specTexts.links.users },
  add: { to: pages.addBrand, text: specTexts.links.add },
  newOrder: { to: pages.newOrder, text: words.newOrder },
  pickList: { to: pages.pickList, text: words.pickList },
  parcels: { to: pages.parcels, text: words.parcels },
  subscriptions: { to: pages.subscriptionDesk, text: words.subscriptions },
  paymentDesk: { to: pages.paymentDesk, text: words.paymentDesk },
  lots: { to: pages.lots, text: words.lots },
  discounts: { to: pages.discounts, text: words.discounts },
  month: { to: pages.month, text: words.month },
  selling: { to: pages.selling, text: words.selling },
  settings: { to: pages.settings, text: words.settings },
  messages: { to: pages.messages, text: words.messages },
  audit: { to: pages.audit, text: words.audit },
}

/** The links of the menu in the order of the specification. */
export const menuLinks: MenuLink[] = Object.values(links)

/** The menu of a real shop has a link to shop management, too, and its links are in groups. */
const shopLink: MenuLink = { to: pages.shop, text: specTexts.links.shop }

export const menuGroups = [
  {
    title: words.groups.orders,
    links: [
      links.newOrder,
      links.pickList,
      links.parcels,
      links.subscriptions,
      links.products,
      links.orders,
      links.paymentDesk,
      links.month,
    ],
  },
  { title: words.groups.products, links: [shopLink, links.add, links.lots] },
  { title: words.groups.customers, links: [links.users, links.messages] },
  { title: words.groups.shop, links: [links.discounts, links.selling, links.settings, links.audit] },
]

/**
 * The menu of the dashboard, with the pages that the user may see. In a real shop, where these pages have no header, it also
 * has the sign-out.
 */
export function SideMenu({ label }: { label: string }) {
  const isGrouped = useShop().frame === 'storefront'
  const mayOpen = useMayOpen()
  const groups = menuGroups.filter((group) => group.links.some(({ to }) => mayOpen(to)))
  return (
    <nav aria-label={label}>
      {!isGrouped && <MenuList shown={menuLinks} />}
      {isGrouped &&
        groups.map((group) => (
          <section key={group.title} className="menu-group">
            <h2>{group.title}</h2>
            <MenuList shown={group.links} />
          </section>
        ))}
      {isGrouped && (
        <p className="menu-group menu-links">
          <SignOut />
        </p>
      )}
    </nav>
  )
}

/**
 * Links of the menu. The marked link has `aria-current="page"` if it leads to the current page, otherwise `true`, such as
 * the link to all orders on the page of one order.
 */
function MenuList({ shown }: { shown: MenuLink[] }) {
  const { pathname } = useLocation()
  const mayOpen = useMayOpen()
  const current = linkOf(pathname, mayOpen)
  const mark = current?.to === pathname ? 'page' : 'true'
  return (
    <ul className="dashboard-links menu-links">
      {shown
        .filter(({ to }) => mayOpen(to))
        .map((link) => (
          <li key={link.to}>
            <PageLink to={link.to} aria-current={link === current ? mark : undefined}>
              {link.text}
            </PageLink>
          </li>
        ))}
    </ul>
  )
}

/**
 * Returns the menu link that is marked while the page at this path is open: the link with the longest path at the start
 * of this path or, for the pages of one order, the link to the list of orders that the user may open. Returns undefined if
 * no link is marked.
 */
export function linkOf(path: string, mayOpen: (path: string) => boolean): MenuLink | undefined {
  const { name } = findPage(path) ?? {}
  const shown = name && ORDER_PAGES.has(name) ? ordersFor(mayOpen) : path
  const above = [...menuLinks, shopLink].filter(
    ({ to }) => shown === to || (to !== pages.dashboard && shown.startsWith(`${to}/`)),
  )
  return above.toSorted((a, b) => b.to.length - a.to.length)[0]
}

/** Returns the path of the list of orders that the user may open: packers have only those to pack and to send. */
export function ordersFor(mayOpen: (path: string) => boolean): string {
  return mayOpen(pages.fullOrders) ? pages.fullOrders : pages.pickList
}

const ORDER_PAGES: ReadonlySet<PageName> = new Set(['fullOrder', 'packingSlip', 'orderReceipt'])
