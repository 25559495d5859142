import { pageKey, pages } from '#contract/pages.ts'
import { texts, words } from '../texts.ts'

/** The entries of the side menu, and the pages that belong to each. */
export const dashboardLinks = [
  { to: pages.dashboard, text: texts.links.products, pages: [pages.dashboard] },
  { to: pages.fullOrders, text: texts.links.orders, pages: [pages.fullOrders, '/dashboard/:id'] },
  { to: pages.users, text: texts.links.users, pages: [pages.users] },
  { to: pages.addBrand, text: texts.links.add, pages: [pages.addBrand, pages.addCoffee, pages.addPacket] },
  { to: pages.messages, text: words.messages, pages: [pages.messages, pages.outbox] },
  { to: pages.audit, text: words.audit, pages: [pages.audit] },
]

/** Returns the entry that the page at a path belongs to. */
export function linkOf(path: string): (typeof dashboardLinks)[number] | undefined {
  const key = pageKey(path)
  return dashboardLinks.find((link) => link.pages.some((page) => page === key))
}
