import { matchPath } from 'react-router'
import { pages } from '#contract/pages.ts'
import { texts, words } from '../texts.ts'

/** The entries of the side menu, and the pages that belong to each. */
export const dashboardLinks = [
  { to: pages.dashboard, text: texts.links.products, pages: [pages.dashboard] },
  { to: pages.fullOrders, text: texts.links.orders, pages: [pages.fullOrders, '/dashboard/:id'] },
  { to: pages.users, text: texts.links.users, pages: [pages.users] },
  { to: pages.addBrand, text: texts.links.add, pages: [`${pages.addBrand}/*`] },
  { to: pages.messages, text: words.messages, pages: [`${pages.messages}/*`] },
  { to: pages.audit, text: words.audit, pages: [pages.audit] },
]

/** The entry that a page belongs to; a page's own address comes before a pattern. */
export function linkOf(path: string): (typeof dashboardLinks)[number] | undefined {
  const belongs = (pattern: string) => matchPath({ path: pattern, caseSensitive: true }, path) !== null
  return (
    dashboardLinks.find(({ to }) => to === path) ?? dashboardLinks.find((link) => link.pages.some(belongs))
  )
}
