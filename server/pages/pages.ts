import type { Problem } from '#contract/errors.ts'
import type { FixedPageSettings, PageRenderer, PageState } from '#contract/pages.ts'
import { pages as addresses } from '#contract/pages.ts'
import { shopCurrency } from '#contract/values/currencies.ts'
import { Lru } from '#server/platform/lru.ts'
import type { Catalogue } from '#server/catalogue/catalogue.ts'
import type { ShopDatabase } from '#server/shop-database.ts'
import type { ShopProfiles } from '#server/shop/shop-profiles.ts'
import { ResponseCache, EncodedResponse } from '#server/platform/http/response-cache.ts'
import { contentSecurityPolicy } from '#server/platform/http/security-headers.ts'
import type { PolicyAdditions } from '#server/platform/http/security-headers.ts'
import { composeDocument } from './document.ts'
import { productHead } from './product-head.ts'
import { isProductPath, ProductPages } from './product-pages.ts'
import type { RedirectTo, Shown, Visitor } from './product-pages.ts'
import type { PageSource } from './page-source.ts'

export type PagesSetup = {
  source: PageSource
  catalogue: Catalogue
  settings: FixedPageSettings
  publicUrl: string
  hasCheckout: () => Promise<boolean>
  /** Returns the grinds of the shop. */
  grinds: () => Promise<string[]>
  profiles: ShopProfiles
  events: ShopDatabase['events']
  policy: PolicyAdditions
}

/** The maximum number of URL paths for which the result of `pageKey` is cached. */
const MOST_KEYS = 2000

/**
 * Renders pages and caches them. Visitors and signed-in users have separate cache entries. A change of the catalogue
 * or of the shop's settings clears the cache.
 */
export type Pages = ReturnType<typeof createPages>

export function createPages({ source, catalogue, settings, events, policy, ...parts }: PagesSetup) {
  const made = new ResponseCache()
  events.onType('catalogue-changed', () => made.invalidateAll())
  events.onType('settings-changed', () => made.invalidateAll())
  const headers = pageHeaders({ ...source.policy, ...policy }, settings)

  async function make(renderer: PageRenderer, path: string, shown: Shown): Promise<EncodedResponse> {
    const [hasCheckout, { page: shop }] = await Promise.all([parts.hasCheckout(), parts.profiles.current()])
    const current = { ...settings, hasCheckout, currency: shopCurrency(), shop }
    return encode(renderer, {
      path,
      state: { ...shown, settings: current },
      source,
      headers,
      publicUrl: parts.publicUrl,
    })
  }

  const keys = new Lru<string, string>(MOST_KEYS)
  function keyOf(renderer: PageRenderer, path: string): string {
    const known = keys.get(path)
    if (known !== undefined) return known
    const key = renderer.pageKey(path)
    keys.set(path, key)
    return key
  }

  async function plainPage(path: string, signedIn: boolean): Promise<EncodedResponse> {
    const renderer = await source.renderer()
    const key = keyOf(renderer, path)
    // Some other paths, such as `//`, also show the home page. They are rendered as `/`, because they share its
    // cache entry.
    const shown = key === addresses.home ? addresses.home : path
    const render = async () => make(renderer, shown, { signedIn, ...(await listsFor(shown, catalogue)) })
    return source.steady ? made.get(`${key} ${signedIn ? 'signed in' : 'visitor'}`, render) : render()
  }

  const products = new ProductPages({
    catalogue,
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
      if (!isProductPath(path) || !(await parts.profiles.showsProducts())) return plainPage(path, signedIn)
      return (await products.page(path, visitor)) ?? plainPage(UNKNOWN, signedIn)
    },
    asset: source.asset,
  }
}

/** A path that belongs to no page. It is rendered in place of a product that is not on sale. */
const UNKNOWN = '/404'

async function listsFor(path: string, catalogue: Catalogue): Promise<Partial<PageState>> {
  if (path !== addresses.home) return {}
  const [coffees, bags] = await Promise.all([catalogue.brands(), catalogue.bags()])
  return { coffees, bags }
}

type Making = {
  path: string
  state: PageState
  source: PageSource
  headers: Record<string, string>
  publicUrl: string
}

function encode(
  renderer: PageRenderer,
  { path, state, source, headers, publicUrl }: Making,
): EncodedResponse {
  const page = renderer.renderPage(path, state)
  const head = productHead({ path, page, state, publicUrl })
  return new EncodedResponse(composeDocument(page, state, { ...source, head: head + source.head }), {
    type: 'text/html; charset=utf-8',
    cacheControl: 'private, no-cache',
    headers,
    ...(page.status !== 200 && { status: page.status }),
  })
}

function pageHeaders(
  policy: PolicyAdditions,
  { mail, tokenSyncUrl }: FixedPageSettings,
): Record<string, string> {
  const connect = [mail.origin, tokenSyncUrl].flatMap((address) => (address ? [new URL(address).origin] : []))
  return {
    'content-security-policy': contentSecurityPolicy({
      ...policy,
      connect: [...connect, ...(policy.connect ?? [])],
    }),
    'vary': 'accept-encoding, cookie',
  }
}
