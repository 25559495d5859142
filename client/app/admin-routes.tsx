import { lazyPage } from './lazy-page.tsx'
import type { LazyPage } from './lazy-page.tsx'
import type { PageRoute } from './page-route.ts'

/** What stands around the pages of the dashboard, and stays there from one to the next. */
export const dashboardFrame: LazyPage = lazyPage(
  async () => (await import('#client/dashboard/layout/dashboard-layout.tsx')).DashboardLayout,
)

type AdminPage = Pick<PageRoute, 'path' | 'title' | 'shape' | 'load' | 'Page'>

const shopPages: AdminPage[] = [
  {
    path: '/menu',
    title: 'My Shop: brands',
    shape: 'cards',
    ...lazyPage(async () => (await import('#client/catalogue/manage/brands-page.tsx')).BrandsPage),
  },
  {
    path: '/menu/coffee',
    title: 'My Shop: coffees',
    shape: 'cards',
    ...lazyPage(async () => (await import('#client/catalogue/manage/coffees-page.tsx')).CoffeesPage),
  },
  {
    path: '/menu/packet',
    title: 'My Shop: packets',
    shape: 'cards',
    ...lazyPage(async () => (await import('#client/catalogue/manage/packets-page.tsx')).PacketsPage),
  },
]

const dashboardPages: AdminPage[] = [
  {
    path: '/dashboard',
    title: 'Single Item Product',
    shape: 'table',
    ...lazyPage(async () => (await import('#client/dashboard/products/products-page.tsx')).ProductsPage),
  },
  {
    path: '/dashboard/fullItem',
    title: 'Full Item Product',
    shape: 'table',
    ...lazyPage(async () => (await import('#client/dashboard/orders/full-orders-page.tsx')).FullOrdersPage),
  },
  {
    path: '/dashboard/allUsers',
    title: 'All User',
    shape: 'table',
    ...lazyPage(async () => (await import('#client/dashboard/users/users-page.tsx')).UsersPage),
  },
  {
    path: '/dashboard/addProduct',
    title: 'Add Product: brand',
    shape: 'form',
    ...lazyPage(async () => (await import('#client/catalogue/manage/add-brand-page.tsx')).AddBrandPage),
  },
  {
    path: '/dashboard/addProduct/coffeeName',
    title: 'Add Product: coffee',
    shape: 'form',
    ...lazyPage(async () => (await import('#client/catalogue/manage/add-coffee-page.tsx')).AddCoffeePage),
  },
  {
    path: '/dashboard/addProduct/coffeePacket',
    title: 'Add Product: packet',
    shape: 'form',
    ...lazyPage(async () => (await import('#client/catalogue/manage/add-packet-page.tsx')).AddPacketPage),
  },
  {
    path: '/dashboard/messages',
    title: 'Inbox',
    shape: 'table',
    ...lazyPage(async () => (await import('#client/dashboard/mail/inbox-page.tsx')).InboxPage),
  },
  {
    path: '/dashboard/messages/outbox',
    title: 'Outbox',
    shape: 'table',
    ...lazyPage(async () => (await import('#client/dashboard/mail/outbox-page.tsx')).OutboxPage),
  },
  {
    path: '/dashboard/messages/audit',
    title: 'Audit log',
    shape: 'table',
    ...lazyPage(async () => (await import('#client/dashboard/mail/audit-page.tsx')).AuditPage),
  },
  {
    path: '/dashboard/:id',
    title: 'Full order',
    shape: 'cards',
    ...lazyPage(async () => (await import('#client/dashboard/orders/full-order-page.tsx')).FullOrderPage),
  },
]

/** The pages of sellers and admins. */
export const adminRoutes: PageRoute[] = [...shopPages, ...dashboardPages.map(inDashboard)].map((page) => ({
  ...page,
  guard: 'admin',
  description: page.title,
}))

/** A page whose code is fetched together with that of its frame. */
function inDashboard({ load, ...page }: AdminPage): AdminPage & Pick<PageRoute, 'frame'> {
  return { ...page, frame: 'dashboard', load: async () => (await Promise.all([load(), dashboardFrame.load()]))[0] }
}
