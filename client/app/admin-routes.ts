import { lazyPage } from './lazy-page.tsx'
import type { LazyPage } from './lazy-page.tsx'
import type { AdminPath, PageRoute } from './page-route.ts'

/** What stands around the pages of the dashboard, and stays there from one to the next. */
export const dashboardFrame: LazyPage = lazyPage(async () =>
  (await import('./admin-pages.ts')).dashboardLayout(),
)

/** The pages of sellers and admins; where their code is, is told apart from what every visitor fetches. */
export const adminRoutes: PageRoute[] = [
  adminPage('/menu', 'My Shop: brands', 'cards'),
  adminPage('/menu/coffee', 'My Shop: coffee names', 'cards'),
  adminPage('/menu/packet', 'My Shop: packets', 'cards'),
  adminPage('/menu/deleted', 'My Shop: deleted', 'cards'),
  dashboardPage('/dashboard', 'Single Item Product', 'table'),
  dashboardPage('/dashboard/fullItem', 'Full Item Product', 'table'),
  dashboardPage('/dashboard/allUsers', 'All User', 'table'),
  dashboardPage('/dashboard/addProduct', 'Add Brand', 'form'),
  dashboardPage('/dashboard/addProduct/coffeeName', 'Add Coffee Name', 'form'),
  dashboardPage('/dashboard/addProduct/coffeePacket', 'Add Packet', 'form'),
  dashboardPage('/dashboard/messages', 'Inbox', 'table'),
  dashboardPage('/dashboard/messages/outbox', 'Outbox', 'table'),
  dashboardPage('/dashboard/messages/audit', 'Audit log', 'table'),
  dashboardPage('/dashboard/:id', 'Full order', 'cards'),
]

function adminPage(path: AdminPath, title: string, shape: PageRoute['shape']): PageRoute {
  const page = lazyPage(async () => (await import('./admin-pages.ts')).adminPages[path]())
  return { path, guard: 'admin', title, description: title, shape, ...page }
}

/** A page whose code is fetched together with that of its frame. */
function dashboardPage(path: AdminPath, title: string, shape: PageRoute['shape']): PageRoute {
  const { load, ...page } = adminPage(path, title, shape)
  return {
    ...page,
    frame: 'dashboard',
    load: async () => (await Promise.all([load(), dashboardFrame.load()]))[0],
  }
}
