import type { BagCategory, Brand } from './catalogue.ts'
import { pageTable } from './values/page-table.ts'
import type { PageEntry } from './values/page-table.ts'
import type { MailSettings } from './values/contact.ts'
import type { MailProps, RenderedMail } from './values/mails.ts'

export type PageName = keyof typeof pageTable

/** The address pattern of a page, such as `/coffeeDetails/:id`. */
export type PagePath = (typeof pageTable)[PageName]['path']

/** The address of a page for links: a text or, for a pattern with `:id`, a function of the id. */
type AddressOf<P extends string> = P extends `${string}/:id` ? (id: string) => string : P

type Addresses = { [N in PageName]: AddressOf<(typeof pageTable)[N]['path']> }

/** The addresses of all pages, by name: `pages.cart`, `pages.coffeeDetails(id)`. */
// The cast restores the keys, which Object.fromEntries loses.
export const pages = Object.fromEntries(
  Object.entries(pageTable).map(([name, { path }]) => [name, addressOf(path)]),
) as Addresses

/** A page of the table, with its name and, for a pattern with `:id`, the decoded id of the path. */
export type FoundPage = PageEntry & { name: PageName; path: PagePath; id?: string }

/** Returns the page at a path without a query, or null. A trailing slash is ignored. Letter case matters. */
export function findPage(path: string): FoundPage | null {
  for (const { pattern, page } of PATTERNS) {
    const match = pattern.exec(path)
    if (match) return match[1] === undefined ? page : { ...page, id: decode(match[1]) }
  }
  return null
}

/** Returns the pattern of the page at a path, or `unknown`. All paths with the same pattern are rendered alike. */
export function pageKey(path: string): PagePath | 'unknown' {
  return findPage(path)?.path ?? 'unknown'
}

/** Returns the path prefixes of all pages that require an account, each once, for `robots.txt`. */
export function privatePaths(): string[] {
  const closed = PATTERNS.filter(({ page }) => page.access !== 'public')
  const starts = closed.map(({ page }) => page.path.replace(/:id$/, ''))
  return starts.filter((start) => !starts.some((other) => other !== start && start.startsWith(other)))
}

// The cast restores the names of the keys, which Object.entries loses.
const PATTERNS = (Object.entries(pageTable) as [PageName, FoundPage][]).map(([name, entry]) => ({
  pattern: new RegExp(`^${entry.path.replace(':id', '([^/]+)')}/*$`),
  page: { ...entry, name },
}))

function addressOf(path: string): string | ((id: string) => string) {
  return path.endsWith('/:id') ? (id) => path.replace(':id', () => encodeURIComponent(id)) : path
}

/** Decodes percent-encoding. Text that is not valid percent-encoding is returned unchanged. */
function decode(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

/** The ids of the home page's sections, which links and buttons scroll to. */
export const homeSections = { coffees: 'coffees', story: 'story', bags: 'bags' } as const

/** The shop's settings that the browser needs. They stand in the HTML of every page, so nothing here is secret. */
export type PageSettings = {
  demo: boolean
  /** Where the contact form is sent. */
  mail: MailSettings
  tokenSyncUrl: string | null
  /** Whether the shop can send mails, for example to people who forgot their password. */
  sendsMail: boolean
}

/**
 * The state that a page rendered on the server passes to the browser, as JSON in `<script type="application/json"
 * id="page-state">`. `signedIn` is true if the request had a session cookie. Only the home page has the two lists.
 */
export type PageState = {
  signedIn: boolean
  settings: PageSettings
  coffees?: Brand[]
  bags?: BagCategory[]
}

/** A page as the client's renderer returns it: the HTML inside `#root`, and the texts of the document's head. */
export type RenderedPage = { status: 200 | 404; title: string; description: string; html: string }

/** The client's renderer. `pageKey` returns the same text for all paths that are rendered alike. */
export type PageRenderer = {
  renderPage: (path: string, state: PageState) => RenderedPage
  pageKey: (path: string) => string
  renderMail: (subject: string, props: MailProps) => RenderedMail
}
