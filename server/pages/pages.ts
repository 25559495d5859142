import type { Problem } from '#contract/errors.ts'
import { findPage, ownPages, pages as addresses } from '#contract/pages.ts'
import type { FixedPageSettings, FoundPage, PageRenderer, PageState } from '#contract/pages.ts'
import type { SellingSettings } from '#contract/selling/settings.ts'
import { isNarrowed } from '#contract/values/facts/coffee-list.ts'
import type { Catalogue } from '#server/catalogue/catalogue.ts'
import type { ShopDatabase } from '#server/shop-database.ts'
import type { CurrentShop, ShopProfiles } from '#server/shop/shop-profiles.ts'
import { EncodedResponse, ResponseCache } from '#server/platform/http/response-cache.ts'
import { contentSecurityPolicy } from '#server/platform/http/security-headers.ts'
import type { PolicyAdditions } from '#server/platform/http/security-headers.ts'
import type { PageSource } from './built-pages.ts'
import { composeDocument } from './document.ts'
import { dataOf, readHome } from './page-data.ts'
import type { OwnReaders } from './page-data.ts'
import { productHead, shopHead } from './page-head.ts'
import { isProductPath, ProductPages } from './product-pages.ts'
import type { RedirectTo, Shown, Visitor } from './product-pages.ts'
import { jsonLd, shopData } from './structured-data.ts'

export type PagesSetup = {
  source: PageSource
  catalogue: Catalogue
  settings: FixedPageSettings
  publicUrl: string
  selling: () => Promise<
    Pick<
      SellingSettings,
      'timeZone' | 'currency' | 'food' | 'grinds' | 'hasWithdrawal' | 'methods' | 'subscriptions'
    >
  >
  /** Returns whether a subscription of a customer has not ended. It can run after the shop has stopped to offer them. */
  hasRunning: () => Promise<boolean>
  /** Returns what visitors read from `GET /grinds`. */
  grinds: () => Promise<NonNullable<PageState['grinds']>>
  own: OwnReaders
  profiles: ShopProfiles
  events: ShopDatabase['events']
  policy: PolicyAdditions
}

/**
 * Renders pages and caches them. Visitors and signed-in users have separate cache entries. A change of the catalogue
 * or of the shop's settings clears the cache. Those of `ownPages` are not cached.
 */
export type Pages = ReturnType<typeof createPages>

export function createPages({ source, catalogue, settings, events, policy, ...parts }: PagesSetup) {
  const made = new ResponseCache()
  events.onType('catalogue-changed', () => made.invalidateAll())
  events.onType('settings-changed', () => made.invalidateAll())

  async function make(renderer: PageRenderer, path: string, shown: Shown): Promise<EncodedResponse> {
    const [{ timeZone, currency, food, hasWithdrawal, methods, subscriptions, grinds }, current] =
      await Promise.all([parts.selling(), parts.profiles.current()])
    const shop = current.page
    const state: PageState = {
      ...shown,
      settings: {
        ...settings,
        delivers: methods.length > 0,
        ...(Object.values(food).some((text) => text !== '') && { food }),
        hasWithdrawal,
        ...((subscriptions.isOffered || (await parts.hasRunning())) && { hasSubscriptions: true as const }),
        ...(grinds.length > 0 && { hasGrinds: true as const }),
        timeZone,
        currency,
        shop,
      },
    }
    return respondWith(renderer, { path, state, source, policy, current, publicUrl: parts.publicUrl })
  }

  async function plainPage(path: string, signedIn: boolean): Promise<EncodedResponse> {
    const renderer = await source.renderer()
    const key = renderer.pageKey(path)
    // Some other paths, such as `//`, also show the home page. They are rendered as `/`, because they share its
    // cache entry.
    const shown = key === addresses.home ? addresses.home : path
    const setup = { catalogue, profiles: parts.profiles }
    const render = async () => make(renderer, shown, { signedIn, ...(await dataOf(shown, setup)) })
    return source.steady ? made.get(`${key} ${signedIn ? 'signed in' : 'visitor'}`, render) : render()
  }

  /** Returns a page of `ownPages` for the signed-in user. Returns null if it is another page, or if no user is signed in. */
  async function ownPage(path: string, visitor: Visitor): Promise<EncodedResponse | null> {
    const page = ownNameOf(findPage(path))
    const user = page && visitor.mayRender() && (await visitor.findUser())
    if (!user) return null
    const { email, name } = user
    const own = { user: { email, name }, ...(await parts.own[page](user)) }
    return make(await source.renderer(), path, { signedIn: true, own })
  }

  const products = new ProductPages({
    catalogue,
    home: async () => readHome(catalogue, (await parts.profiles.current()).page),
    events,
    grinds: parts.grinds,
    isCaching: source.steady,
    render: async (path, shown) => make(await source.renderer(), path, shown),
  })

  return {
    /**
     * Returns the response for a URL path, or the path to redirect to. For an unknown path, the response is the
     * not-found page with status 404. The problem is that a client has had too many pages rendered.
     */
    page: async (path: string, visitor: Visitor): Promise<EncodedResponse | RedirectTo | Problem> => {
      const { signedIn } = visitor
      if (!isProductPath(path) || !(await parts.profiles.showsProducts()))
        return (signedIn && (await ownPage(path, visitor))) || plainPage(path, signedIn)
      return (await products.page(path, visitor)) ?? plainPage(UNKNOWN, signedIn)
    },
    asset: source.asset,
  }
}

/** A path that belongs to no page. It is rendered in place of a product that is not on sale. */
const UNKNOWN = '/404'

type Making = {
  path: string
  state: PageState
  source: PageSource
  policy: PolicyAdditions
  current: CurrentShop
  publicUrl: string
}

/**
 * Renders a page and returns the response with its document. `robots.txt` does not forbid to read the pages that search
 * engines must leave out, because a search engine must read the header that says so.
 */
function respondWith(renderer: PageRenderer, making: Making): EncodedResponse {
  const { path, state, source, policy, current, publicUrl } = making
  const { settings } = state
  const page = renderer.renderPage(path, state)
  const { html, styleSource } = shopHead(current)
  const about = path === addresses.home ? jsonLd(shopData(settings.shop, { ...settings, publicUrl })) : ''
  const found = findPage(path)
  const own = ownNameOf(found)
  const styles = own ? source.ownStyles[own] : ''
  const head = productHead({ path, page, state, publicUrl }) + source.head + styles + html + about
  const headers = pageHeaders(withStyle({ ...source.policy, ...policy }, styleSource), settings)
  const referrer = found?.hasLinkToken && { 'referrer-policy': 'no-referrer' }
  return new EncodedResponse(composeDocument(page, state, { ...source, head }), {
    type: 'text/html; charset=utf-8',
    cacheControl: state.own ? 'private, no-store' : 'private, no-cache',
    headers: { ...headers, ...referrer, ...(!isListed(found, state) && { 'x-robots-tag': 'noindex' }) },
    ...(page.status !== 200 && { status: page.status }),
  })
}

function ownNameOf(page: FoundPage | null) {
  return ownPages.find((name) => name === page?.name)
}

/** Search engines may not index a shop that is not open, or an unlisted page, or a list with a filter. */
function isListed(page: FoundPage | null, { settings, list }: PageState): boolean {
  return settings.shop.isOpen && !page?.unlisted && !(list && isNarrowed(list.query))
}

/** Adds the source of a style. A policy that allows all inline styles would no longer allow them with a hash. */
function withStyle(policy: PolicyAdditions, source: string | null): PolicyAdditions {
  const { style = [] } = policy
  const isAllowed = source === null || style.includes("'unsafe-inline'")
  return isAllowed ? policy : { ...policy, style: [...style, source] }
}

/** Where Google's library checks passwords and renews tokens, in a shop whose accounts are at Firebase. */
const FIREBASE = ['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com']

function pageHeaders(
  policy: PolicyAdditions,
  { mail, tokenSyncUrl, firebase }: FixedPageSettings,
): Record<string, string> {
  const hosted = firebase?.apiBase ? [firebase.apiBase] : FIREBASE
  const called = [mail.origin, tokenSyncUrl, ...(firebase ? hosted : [])]
  const connect = called.flatMap((address) => (address ? [new URL(address).origin] : []))
  return {
    'content-security-policy': contentSecurityPolicy({
      ...policy,
      connect: [...connect, ...(policy.connect ?? [])],
    }),
    'vary': 'accept-encoding, cookie',
  }
}
