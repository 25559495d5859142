import { lazyPage } from './lazy-page.tsx'
import type { LazyPage } from './lazy-page.tsx'
import type { PageRoute } from './page-route.ts'

/** What stands around the pages of the dashboard, and stays there from one to the next. */
export const dashboardFrame: LazyPage = lazyPage(
  async () => (await import('#client/dashboard/layout/dashboard-layout.tsx')).DashboardLayout,
)

/** The pages of sellers and admins. */
export const adminRoutes: PageRoute[] = [
  {
    path: '/menu',
    guard: 'admin',
    title: 'My Shop: brands',
    description: 'Your brands.',
    shape: 'cards',
    ...lazyPage(async () => (await import('#client/catalogue/manage/brands-page.tsx')).BrandsPage),
  },
  {
    path: '/menu/coffee',
    guard: 'admin',
    title: 'My Shop: coffees',
    description: 'Your coffees.',
    shape: 'cards',
    ...lazyPage(async () => (await import('#client/catalogue/manage/coffees-page.tsx')).CoffeesPage),
  },
  {
    path: '/menu/packet',
    guard: 'admin',
    title: 'My Shop: packets',
    description: 'Your packets.',
    shape: 'cards',
    ...lazyPage(async () => (await import('#client/catalogue/manage/packets-page.tsx')).PacketsPage),
  },
  {
    path: '/dashboard',
    guard: 'admin',
    frame: 'dashboard',
    title: 'Single Item Product',
    description: 'All ordered products.',
    shape: 'table',
    ...inDashboard(lazyPage(async () => (await import('#client/dashboard/products/products-page.tsx')).ProductsPage)),
  },
  {
    path: '/dashboard/fullItem',
    guard: 'admin',
    frame: 'dashboard',
    title: 'Full Item Product',
    description: 'All full orders.',
    shape: 'table',
    ...inDashboard(lazyPage(async () => (await import('#client/dashboard/orders/full-orders-page.tsx')).FullOrdersPage)),
  },
  {
    path: '/dashboard/allUsers',
    guard: 'admin',
    frame: 'dashboard',
    title: 'All User',
    description: 'Everybody with an account.',
    shape: 'table',
    ...inDashboard(lazyPage(async () => (await import('#client/dashboard/users/users-page.tsx')).UsersPage)),
  },
  {
    path: '/dashboard/addProduct',
    guard: 'admin',
    frame: 'dashboard',
    title: 'Add Product: brand',
    description: 'Add a brand.',
    shape: 'form',
    ...inDashboard(lazyPage(async () => (await import('#client/catalogue/manage/add-brand-page.tsx')).AddBrandPage)),
  },
  {
    path: '/dashboard/addProduct/coffeeName',
    guard: 'admin',
    frame: 'dashboard',
    title: 'Add Product: coffee',
    description: 'Add a coffee.',
    shape: 'form',
    ...inDashboard(lazyPage(async () => (await import('#client/catalogue/manage/add-coffee-page.tsx')).AddCoffeePage)),
  },
  {
    path: '/dashboard/addProduct/coffeePacket',
    guard: 'admin',
    frame: 'dashboard',
    title: 'Add Product: packet',
    description: 'Add a packet.',
    shape: 'form',
    ...inDashboard(lazyPage(async () => (await import('#client/catalogue/manage/add-packet-page.tsx')).AddPacketPage)),
  },
  {
    path: '/dashboard/messages',
    guard: 'admin',
    frame: 'dashboard',
    title: 'Inbox',
    description: 'What was written on the contact page.',
    shape: 'table',
    ...inDashboard(lazyPage(async () => (await import('#client/dashboard/mail/inbox-page.tsx')).InboxPage)),
  },
  {
    path: '/dashboard/messages/outbox',
    guard: 'admin',
    frame: 'dashboard',
    title: 'Outbox',
    description: 'Mails sent, waiting and failed.',
    shape: 'table',
    ...inDashboard(lazyPage(async () => (await import('#client/dashboard/mail/outbox-page.tsx')).OutboxPage)),
  },
  {
    path: '/dashboard/messages/audit',
    guard: 'admin',
    frame: 'dashboard',
    title: 'Audit log',
    description: 'Who changed what.',
    shape: 'table',
    ...inDashboard(lazyPage(async () => (await import('#client/dashboard/mail/audit-page.tsx')).AuditPage)),
  },
  {
    path: '/dashboard/:id',
    guard: 'admin',
    frame: 'dashboard',
    title: 'Full order',
    description: 'One full order.',
    shape: 'cards',
    ...inDashboard(lazyPage(async () => (await import('#client/dashboard/orders/full-order-page.tsx')).FullOrderPage)),
  },
]

/** A page whose code is fetched together with that of its frame. */
function inDashboard(page: LazyPage): LazyPage {
  return { ...page, load: async () => (await Promise.all([page.load(), dashboardFrame.load()]))[0] }
}
