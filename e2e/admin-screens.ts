import { pages } from '#contract/pages.ts'
import type { PageName } from '#contract/pages.ts'
import { pageTable } from '#contract/values/page-table.ts'
import type { Person } from './account-fixtures.ts'

/** A page that only admins may open, with the title and the heading that it must have. */
export type AdminScreen = { path: string; title: string; heading: string }

/**
 * Returns all pages that only admins may open. Some of them show an order, which is looked up with the account of the
 * admin `asking`.
 */
export async function adminScreens(asking: Person): Promise<AdminScreen[]> {
  const [order] = await asking.call('GET /fullProducts', { query: {} })
  const headings: Record<AdminPageName, string> = {
    fullOrder: order?.email ?? '',
    packingSlip: `Packing slip for order ${order?.number}`,
    orderReceipt: `Receipt for order ${order?.number}`,
    ...HEADINGS,
  }
  // cast: `Object.keys` returns strings, but the keys of `headings` are names of pages.
  return (Object.keys(headings) as AdminPageName[]).map((name) => {
    const address = pages[name]
    const path = typeof address === 'string' ? address : address(order?._id ?? '')
    return { path, title: `${pageTable[name].title} · Crema`, heading: headings[name] }
  })
}

type Table = typeof pageTable
/** The page of a subscription is left out, because the shop of these tests has none. */
type AdminPageName = Exclude<
  { [N in PageName]: Table[N]['access'] extends 'admin' | 'staff' ? N : never }[PageName],
  'subscription'
>

/**
 * The heading of each page for admins. TypeScript reports an error if a page is missing here. The pages of one order
 * are left out, because their headings depend on the order.
 */
const HEADINGS: Record<Exclude<AdminPageName, 'fullOrder' | 'packingSlip' | 'orderReceipt'>, string> = {
  shop: 'My Shop',
  shopCoffees: 'My Shop',
  shopPackets: 'My Shop',
  shopOrder: 'Sort what you sell',
  shopPrices: 'Prices and stock',
  start: 'Open your shop',
  dashboard: 'Single Item Product',
  fullOrders: 'Full Item Product',
  newOrder: 'New order',
  pickList: 'To pack',
  packingSlips: 'Packing slips',
  addressLabels: 'Address labels',
  paymentDesk: 'Payment desk',
  month: 'The month',
  parcels: 'Parcels',
  subscriptionDesk: 'Subscriptions',
  lots: 'Roast book',
  users: 'All User',
  addBrand: 'Add Product',
  addCoffee: 'Add Product',
  addPacket: 'Add Product',
  discounts: 'Discounts',
  selling: 'Selling',
  settings: 'Settings',
  settingsHome: 'Settings',
  settingsContact: 'Settings',
  settingsLegal: 'Settings',
  settingsOpening: 'Settings',
  messages: 'Messages',
  outbox: 'Messages',
  reviews: 'Messages',
  audit: 'Audit log',
}
