import { findPage, pages as addresses } from '#contract/pages.ts'
import type { FixedPageSettings, PageRenderer, PageState } from '#contract/pages.ts'
import type { CurrentShop } from '#server/shop/shop-profiles.ts'
import { EncodedResponse } from '#server/platform/http/response-cache.ts'
import { contentSecurityPolicy } from '#server/platform/http/security-headers.ts'
import type { PolicyAdditions } from '#server/platform/http/security-headers.ts'
import { composeDocument } from './document.ts'
import type { PageSource } from './page-source.ts'
import { productHead } from './product-head.ts'
import { shopHead } from './shop-head.ts'
import { jsonLd, shopData } from './structured-data.ts'

type Making = {
  path: string
  state: PageState
  source: PageSource
  policy: PolicyAdditions
  current: CurrentShop
  publicUrl: string
}

/**
 * Renders a page and returns the response with its document. Search engines may not index a shop that is not open, or
 * an unlisted page. `robots.txt` does not forbid to read these pages, because a search engine must read this header.
 */
export function respondWith(renderer: PageRenderer, making: Making): EncodedResponse {
  const { path, state, source, policy, current, publicUrl } = making
  const { settings } = state
  const page = renderer.renderPage(path, state)
  const { html, styleSource } = shopHead(current)
  const about = path === addresses.home ? jsonLd(shopData(settings.shop, { ...settings, publicUrl })) : ''
  const head = productHead({ path, page, state, publicUrl }) + source.head + html + about
  const isListed = settings.shop.isOpen && !findPage(path)?.unlisted
  const headers = pageHeaders(withStyle({ ...source.policy, ...policy }, styleSource), settings)
  return new EncodedResponse(composeDocument(page, state, { ...source, head }), {
    type: 'text/html; charset=utf-8',
    cacheControl: 'private, no-cache',
    headers: isListed ? headers : { ...headers, 'x-robots-tag': 'noindex' },
    ...(page.status !== 200 && { status: page.status }),
  })
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
  { mail, tokenSyncUrl, oidcName, firebase }: FixedPageSettings,
): Record<string, string> {
  const hosted = firebase?.apiBase ? [firebase.apiBase] : FIREBASE
  const called = [mail.origin, tokenSyncUrl, ...(firebase ? hosted : [])]
  const connect = called.flatMap((address) => (address ? [new URL(address).origin] : []))
  return {
    'content-security-policy': contentSecurityPolicy({
      ...policy,
      connect: [...connect, ...(policy.connect ?? [])],
    }),
    // The default `same-origin` would separate the popup of a login from the page that opened it. The page could not see
    // that the popup was closed.
    ...(oidcName !== null && { 'cross-origin-opener-policy': 'same-origin-allow-popups' }),
    'vary': 'accept-encoding, cookie',
  }
}
