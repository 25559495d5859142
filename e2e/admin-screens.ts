import { pages } from '#contract/pages.ts'
import type { PageName } from '#contract/pages.ts'
import { pageTable } from '#contract/values/page-table.ts'
import type { Person } from './account-fixtures.ts'

/** One page for sellers or admins: its path, title and heading. */
export type AdminScreen = { path: string; title: string; heading: string }

/** Returns all pages that require an admin. The full order is one of the demo shop's. `asking` is an admin. */
export async function adminScreens(asking: Person): Promise<AdminScreen[]> {
  const [order] = await asking.call('GET /fullProducts', { query: {} })
  const headings: Record<AdminPageName, string> = { fullOrder: order?.email ?? '', ...HEADINGS }
  // Object.keys loses the names of the keys.
  return (Object.keys(headings) as AdminPageName[]).map((name) => {
    const address = pages[name]
    const path = typeof address === 'string' ? address : address(order?._id ?? '')
    return { path, title: pageTable[name].title, heading: headings[name] }
  })
}

type Table = typeof pageTable
type AdminPageName = { [N in PageName]: Table[N]['access'] extends 'admin' ? N : never }[PageName]

/** The heading of every page for admins. A page that is missing here does not compile. */
const HEADINGS: Record<Exclude<AdminPageName, 'fullOrder'>, string> = {
  shop: 'My Shop',
  shopCoffees: 'My Shop',
  shopPackets: 'My Shop',
  shopDeleted: 'My Shop',
  dashboard: 'Single Item Product',
  fullOrders: 'Full Item Product',
  users: 'All User',
  addBrand: 'Add Product',
  addCoffee: 'Add Product',
  addPacket: 'Add Product',
  messages: 'Messages',
  outbox: 'Messages',
  audit: 'Audit log',
}
