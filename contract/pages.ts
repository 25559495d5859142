import type {
  BagCategory,
  Brand,
  CoffeeDetails,
  CoffeeList,
  CoffeePage,
  CoffeesQuery,
  SearchAnswer,
} from './catalogue.ts'
import type { Grinds } from './cart.ts'
import type { Person } from './identity/sign-in.ts'
import type { OwnOrders } from './orders/own-orders.ts'
import type { OwnSubscriptions } from './orders/subscriptions.ts'
import type { LegalText } from './shop/calls.ts'
import type { FoodFacts } from './selling/settings.ts'
import type { PageShop, ShopOpening } from './shop/profile.ts'
import { pageTable } from './values/page-table.ts'
import type { PageAccess, PageEntry } from './values/page-table.ts'
import type { MailSettings } from './values/contact.ts'
import type { MailProps, MailShop, RenderedMail } from './values/mails.ts'
import { areProductsPublic } from './values/product-pages.ts'

export type PageName = keyof typeof pageTable

/** The pattern of a page's path, such as `/coffeeDetails/:id`. */
export type PagePath = (typeof pageTable)[PageName]['path']

/** The path of a page, as links use it: a string or, for a pattern with `:id`, a function that takes the id. */
type AddressOf<P extends string> = P extends `${string}/:id${string}` ? (id: string) => string : P

type Addresses = { [N in PageName]: AddressOf<(typeof pageTable)[N]['path']> }

/** The paths of all pages by page name, such as `pages.cart` or `pages.coffeeDetails(id)`. */
// The cast restores the page names as keys. The return type of Object.fromEntries does not have them.
export const pages = Object.fromEntries(
  Object.entries(pageTable).map(([name, { path }]) => [name, addressOf(path)]),
) as Addresses

/**
 * The page that was found for a path: its entry in the page table, its name and, if the pattern has `:id`, the
 * decoded id.
 */
export type FoundPage = PageEntry & { name: PageName; path: PagePath; id?: string }

/**
 * Returns the page at a URL path without a query string, or null if there is none. A trailing slash is ignored.
 * Letter case matters.
 */
export function findPage(path: string): FoundPage | null {
  for (const { start, pattern, page } of PATTERNS) {
    // A browser compiles a pattern when it is first used. To compile all of them takes 5 ms.
    const match = path.startsWith(start) ? pattern.exec(path) : null
    if (match) return match[1] === undefined ? page : { ...page, id: decode(match[1]) }
  }
  return null
}

/**
 * Returns whether users who are not admins read, in place of this page, that the shop opens soon. Most pages are hidden
 * in this way until an admin opens the shop.
 */
export function isHiddenWhileClosed({ access, whileClosed }: PageEntry): boolean {
  return access !== 'admin' && access !== 'staff' && !whileClosed
}

/**
 * Returns the pattern of the page at a URL path, or `unknown` if there is no such page. The server renders the same
 * HTML for all paths with the same pattern, except for the pages of products that everyone may see.
 */
export function pageKey(path: string): PagePath | 'unknown' {
  return findPage(path)?.path ?? 'unknown'
}

/** Returns a text that is the same for two addresses only if the server renders the same HTML for both. */
export function htmlKey(
  { pathname, search }: { pathname: string; search: string },
  opening: ShopOpening,
): string {
  const { path: pattern = 'unknown', name, access, id = '' } = findPage(pathname) ?? {}
  if (access !== 'product' || !areProductsPublic(opening)) return pattern
  const isList = name === 'coffees' || name === 'search'
  return isList ? pattern + search : pattern.replace(':id', () => id)
}

/**
 * Returns the path prefixes of all pages that require an account or show the cart or the order of one person, for
 * `robots.txt`. A path that begins with another one of these prefixes is left out.
 */
export function privatePaths(opening: ShopOpening): string[] {
  const isOpenTo: Record<PageAccess, boolean> = {
    public: true,
    product: areProductsPublic(opening),
    signedIn: false,
    guest: false,
    buyer: false,
    staff: false,
    admin: false,
  }
  const closed = PATTERNS.filter(({ page }) => !isOpenTo[page.access])
  const starts = closed.map(({ start }) => start)
  return starts.filter((start) => !starts.some((other) => other !== start && start.startsWith(other)))
}

// The cast restores the page names, because Object.entries returns every key as a plain string.
const PATTERNS = (Object.entries(pageTable) as [PageName, FoundPage][]).map(([name, entry]) => {
  const isProduct = entry.access === 'product' && entry.path.includes(':id')
  const productName = isProduct ? '(?:/[^/]+)?' : ''
  const pattern = new RegExp(`^${entry.path.replace(':id', '([^/]+)')}${productName}/*$`)
  return { start: entry.path.replace(/:id.*$/, ''), pattern, page: { ...entry, name } }
})

function addressOf(path: string): string | ((id: string) => string) {
  return path.includes('/:id') ? (id) => path.replace(':id', () => encodeURIComponent(id)) : path
}

/** Decodes percent-encoding. Text that is not valid percent-encoding is returned unchanged. */
export function decode(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

/** The ids of the home page's sections. Links and buttons scroll to them. */
export const homeSections = { coffees: 'coffees', story: 'story', bags: 'bags' } as const

/**
 * The settings of the shop that the browser needs. The HTML of every page contains them, so no setting here may be
 * secret.
 */
export type PageSettings = {
  demo: boolean
  /**
   * Whether customers pay for the items of the cart with a button beside them, because no money is moved. In all other
   * shops they pay in the checkout.
   */
  paysAtOnce: boolean
  /** Where and how the browser sends the contact form. */
  mail: MailSettings
  tokenSyncUrl: string | null
  /**
   * The address, without a slash at the end, below which the browser loads pictures whose URL begins with `/images/`.
   * Empty if the shop itself serves them.
   */
  pictureBase: string
  /** Whether the shop can send mails, such as a mail with a link to choose a new password. */
  sendsMail: boolean
  /**
   * The Firebase project that has the accounts. It is missing if the shop has them itself. `apiBase` is the URL of a
   * program that replaces Firebase in tests, or null.
   */
  firebase?: { apiKey: string; projectId: string; apiBase: string | null }
  /** The name of the OpenID Connect issuer with which people can sign in, or null if the shop has none. */
  oidcName: string | null
  /**
   * Whether the shop has delivery methods, so that the checkout asks for one and for an address. A page that was loaded
   * before an admin saved the first one still has the old value.
   */
  delivers: boolean
  /** Whether customers may withdraw from an order, as consumers in the EU may. */
  hasWithdrawal: boolean
  /** Set if the shop offers subscriptions. */
  hasSubscriptions?: true
  /** Set if customers choose a grind. */
  hasGrinds?: true
  /** The currency of all prices, as its code in ISO 4217. */
  currency: string
  /** The shop's time zone, as an IANA name such as `Europe/Lisbon`. */
  timeZone: string
  /** What the page of a coffee says about it as food, if the owner has written something. */
  food?: FoodFacts
  /** The public profile of the shop, whether it is open, and who can see its products. */
  shop: PageShop
}

/** The settings that stay the same while the server runs. */
export type FixedPageSettings = Omit<
  PageSettings,
  'delivers' | 'food' | 'hasWithdrawal' | 'hasSubscriptions' | 'hasGrinds' | 'currency' | 'timeZone' | 'shop'
>

/**
 * The data that the server sends to the browser with a rendered page, as JSON in the script element `page-state`.
 * `signedIn` is true if the request had a session cookie. Only the home page has `coffees` (the brands) and `bags` (the
 * packets). Only a legal page has `legal`. If everyone may see the products, the page of a brand has `brand`, the page of
 * a coffee or of a packet has `coffee`, and both have the `grinds` for visitors, as `GET /grinds` answers. The list of coffees has
 * `list`, with the choices for which it was read, also as the query of an address. The page of a search has `search`. A page
 * that shows what belongs to the signed-in user has `own`.
 */
export type PageState = {
  signedIn: boolean
  settings: PageSettings
  coffees?: Brand[]
  bags?: BagCategory[]
  legal?: LegalText
  brand?: CoffeeDetails
  coffee?: CoffeePage
  list?: { search: string; query: CoffeesQuery; found: CoffeeList }
  search?: { text: string; found: SearchAnswer }
  grinds?: Grinds
  own?: OwnState
}

/** The pages that the server renders as a whole for their signed-in user alone. */
export const ownPages = ['subscriptions', 'account'] as const satisfies readonly PageName[]

export type OwnPage = (typeof ownPages)[number]

/**
 * What the server puts into a page of `ownPages`: its user, and what the page shows of this user, as `GET /subscriptions` or
 * `GET /myOrders` answers it.
 */
export type OwnState = {
  user: Person
  subscriptions?: OwnSubscriptions
  orders?: OwnOrders
}

/**
 * The result of rendering a page on the server: the HTTP status, the title and description of the document, and the
 * HTML inside `#root`.
 */
export type RenderedPage = { status: 200 | 404; title: string; description: string; html: string }

/**
 * The part of the client that renders pages and mails on the server. `pageKey` returns the same text for all paths
 * that render to the same HTML.
 */
export type PageRenderer = {
  renderPage: (path: string, state: PageState) => RenderedPage
  pageKey: (path: string) => string
  renderMail: (subject: string, props: MailProps, shop: MailShop) => RenderedMail
}
