import type { BagCategory, Brand } from './catalogue.ts'
import type { MailSettings } from './values/contact.ts'

/** The addresses of the pages (specification section 2). `{id}` is filled in by the functions. */
export const pages = {
  home: '/',
  login: '/login',
  register: '/register',
  contact: '/contact',
  cart: '/myCart',
  shop: '/menu',
  shopCoffees: '/menu/coffee',
  shopPackets: '/menu/packet',
  shopDeleted: '/menu/deleted',
  dashboard: '/dashboard',
  fullOrders: '/dashboard/fullItem',
  fullOrder: (id: string) => `/dashboard/${encodeURIComponent(id)}`,
  users: '/dashboard/allUsers',
  addBrand: '/dashboard/addProduct',
  addCoffee: '/dashboard/addProduct/coffeeName',
  addPacket: '/dashboard/addProduct/coffeePacket',
  messages: '/dashboard/messages',
  outbox: '/dashboard/messages/outbox',
  audit: '/dashboard/messages/audit',
  coffeeDetails: (id: string) => `/coffeeDetails/${encodeURIComponent(id)}`,
  bagDetails: (id: string) => `/bagDetails/${encodeURIComponent(id)}`,
} as const

/** The parts of the home page that its buttons scroll to. */
export const homeSections = { coffees: 'coffees', story: 'story', bags: 'bags' } as const

/** What the browser is told about the shop's settings. Nothing secret: it stands in every page. */
export type PageSettings = { demo: boolean; mail: MailSettings; tokenSyncUrl: string | null }

/**
 * What a rendered page carries as JSON for the browser to start from (`<script type="application/json"
 * id="page-state">`). `signedIn` says whether the request came with a session cookie; the lists are there on
 * the home page.
 */
export type PageState = {
  signedIn: boolean
  settings: PageSettings
  coffees?: Brand[]
  bags?: BagCategory[]
}

/** A page as the client's server-render makes it: what stands in `#root`, and what its head says. */
export type RenderedPage = { status: 200 | 404; title: string; description: string; html: string }

/** The client's own renderer. `pageKey` answers the same for all paths that are rendered alike. */
export type PageRenderer = {
  renderPage: (path: string, state: PageState) => RenderedPage
  pageKey: (path: string) => string
}
