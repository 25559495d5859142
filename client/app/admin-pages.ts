import type { ComponentType } from 'react'
import type { AdminPath } from './page-route.ts'

/** The code of the pages of sellers and admins, each fetched when it is asked for. */
export const adminPages: Record<AdminPath, () => Promise<ComponentType>> = {
  '/menu': async () => (await import('#client/catalogue/manage/brands-page.tsx')).BrandsPage,
  '/menu/coffee': async () => (await import('#client/catalogue/manage/coffees-page.tsx')).CoffeesPage,
  '/menu/packet': async () => (await import('#client/catalogue/manage/packets-page.tsx')).PacketsPage,
  '/menu/deleted': async () => (await import('#client/catalogue/deleted/deleted-page.tsx')).DeletedPage,
  '/dashboard': async () => (await import('#client/dashboard/products/products-page.tsx')).ProductsPage,
  '/dashboard/fullItem': async () =>
    (await import('#client/dashboard/orders/full-orders-page.tsx')).FullOrdersPage,
  '/dashboard/allUsers': async () => (await import('#client/dashboard/users/users-page.tsx')).UsersPage,
  '/dashboard/addProduct': async () =>
    (await import('#client/catalogue/manage/add-brand-page.tsx')).AddBrandPage,
  '/dashboard/addProduct/coffeeName': async () =>
    (await import('#client/catalogue/manage/add-coffee-page.tsx')).AddCoffeePage,
  '/dashboard/addProduct/coffeePacket': async () =>
    (await import('#client/catalogue/manage/add-packet-page.tsx')).AddPacketPage,
  '/dashboard/messages': async () => (await import('#client/dashboard/messages/inbox-page.tsx')).InboxPage,
  '/dashboard/messages/outbox': async () =>
    (await import('#client/dashboard/mail/outbox-page.tsx')).OutboxPage,
  '/dashboard/messages/audit': async () => (await import('#client/dashboard/audit/audit-page.tsx')).AuditPage,
  '/dashboard/:id': async () => (await import('#client/dashboard/orders/full-order-page.tsx')).FullOrderPage,
}

/** What stands around the pages of the dashboard. */
export async function dashboardLayout(): Promise<ComponentType> {
  return (await import('#client/dashboard/layout/dashboard-layout.tsx')).DashboardLayout
}
