import { pages } from '#contract/pages.ts'
import type { Person } from './account-fixtures.ts'

/** One page for sellers or admins: its path, title and heading. */
export type AdminScreen = { path: string; title: string; heading: string }

/** Returns all pages that require an admin. The full order is one of the demo shop's. `asking` is an admin. */
export async function adminScreens(asking: Person): Promise<AdminScreen[]> {
  const [order] = await asking.call('GET /fullProducts', { query: {} })
  return [
    { path: pages.shop, title: 'My Shop: brands', heading: 'My Shop' },
    { path: pages.shopCoffees, title: 'My Shop: coffee names', heading: 'My Shop' },
    { path: pages.shopPackets, title: 'My Shop: packets', heading: 'My Shop' },
    { path: pages.shopDeleted, title: 'My Shop: deleted', heading: 'My Shop' },
    { path: pages.dashboard, title: 'Single Item Product', heading: 'Single Item Product' },
    { path: pages.fullOrders, title: 'Full Item Product', heading: 'Full Item Product' },
    { path: pages.fullOrder(order?._id ?? ''), title: 'Full order', heading: order?.email ?? '' },
    { path: pages.users, title: 'All User', heading: 'All User' },
    { path: pages.addBrand, title: 'Add Brand', heading: 'Add Product' },
    { path: pages.addCoffee, title: 'Add Coffee Name', heading: 'Add Product' },
    { path: pages.addPacket, title: 'Add Packet', heading: 'Add Product' },
    { path: pages.messages, title: 'Inbox', heading: 'Messages' },
    { path: pages.outbox, title: 'Outbox', heading: 'Messages' },
    { path: pages.audit, title: 'Audit log', heading: 'Audit log' },
  ]
}
