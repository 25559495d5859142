import type { Problem } from '#contract/errors.ts'
import type { FixedPageSettings, PageRenderer, PageState } from '#contract/pages.ts'
import { pages as addresses } from '#contract/pages.ts'
import { shopCurrency } from '#contract/values/money.ts'
import { Lru } from '#server/platform/lru.ts'
import type { Catalogue } from '#server/catalogue/catalogue.ts'
import type { ShopDatabase } from '#server/shop-database.ts'
import { findLegalText } from '#server/shop/legal-texts.ts'
import type { ShopProfiles } from '#server/shop/shop-profiles.ts'
import { ResponseCache } from '#server/platform/http/response-cache.ts'
import type { EncodedResponse } from '#server/platform/http/response-cache.ts'
import type { PolicyAdditions } from '#server/platform/http/security-headers.ts'
import { isProductPath, ProductPages } from './product-pages.ts'
import type { RedirectTo, Shown, Visitor } from './product-pages.ts'
import { respondWith } from './page-response.ts'
import type { PageSource } from './page-source.ts'

export type PagesSetup = {
  source: PageSource
  catalogue: Catalogue
  settings: FixedPageSettings
  publicUrl: string
  hasCheckout: () => Promise<boolean>
  timeZone: () => Promise<string>
  grinds: () => Promise<string[]>
  profiles: ShopProfiles
  events: ShopDatabase['events']
  policy: PolicyAdditions
}

/** The maximum number of URL paths for which the result of `pageKey` is cached. */
const MAX_KEYS = 2000

/**
 * Renders pages and caches them. Visitors and signed-in users have separate cache entries. A change of the catalogue
 * or of the shop's settings clears the cache.
 */
export type Pages = ReturnType<typeof createPages>

export function createPages({ source, catalogue, settings, events, policy, ...parts }: PagesSetup) {
  const made = new ResponseCache()
  events.onType('catalogue-changed', () => made.invalidateAll())
  events.onType('settings-changed', () => made.invalidateAll())

  async function make(renderer: PageRenderer, path: string, shown: Shown): Promise<EncodedResponse> {
    const [hasCheckout, timeZone, current] = await Promise.all([
      parts.hasCheckout(),
      parts.timeZone(),
      parts.profiles.current(),
    ])
    const shop = current.page
    const state: PageState = {
      ...shown,
      settings: { ...settings, hasCheckout, timeZone, currency: shopCurrency(), shop },
    }
    return respondWith(renderer, { path, state, source, policy, current, publicUrl: parts.publicUrl })
  }

  const keys = new Lru<string, string>(MAX_KEYS)
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
    const setup = { catalogue, profiles: parts.profiles }
    const render = async () => make(renderer, shown, { signedIn, ...(await dataOf(shown, setup)) })
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

type DataSetup = Pick<PagesSetup, 'catalogue' | 'profiles'>

/** A path that belongs to no page. It is rendered in place of a product that is not on sale. */
const UNKNOWN = '/404'

/**
 * Returns the data that a page shows: the lists of the home page, or the text of a legal page. The home page of
 * a shop that is not open yet gets no lists, because a cookie does not show who is an admin. Admins load them.
 */
async function dataOf(
  path: string,
  { catalogue, profiles }: DataSetup,
): Promise<Pick<PageState, 'coffees' | 'bags' | 'legal'>> {
  const [, name] = /^\/legal\/([a-z]+)\/*$/.exec(path) ?? []
  const legal = name === undefined ? null : await findLegalText(await profiles.current(), name)
  if (legal) return { legal }
  const { opening } = await profiles.current()
  if (path !== addresses.home || !opening.isOpen) return {}
  const [coffees, bags] = await Promise.all([catalogue.brands(), catalogue.bags()])
  return { coffees, bags }
}
