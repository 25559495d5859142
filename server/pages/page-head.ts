import { pages } from '#contract/pages.ts'
import type { PageState, RenderedPage } from '#contract/pages.ts'
import { accentCss } from '#contract/values/contrast.ts'
import { chosenSize } from '#contract/values/product-pages.ts'
import { styleSource } from '#server/platform/http/security-headers.ts'
import { MANIFEST_PATH } from '#server/shop/icon-routes.ts'
import type { CurrentShop } from '#server/shop/shop-profiles.ts'
import { escapeText } from './document.ts'
import { canonicalAddress } from './product-pages.ts'
import { jsonLd, pictureUrl } from './structured-data.ts'
import type { LinkedData, ShopAddress } from './structured-data.ts'
import { brandData, coffeeData } from './product-data.ts'
import type { Around } from './product-data.ts'

type Parts = { path: string; page: RenderedPage; state: PageState; publicUrl: string }

/**
 * Returns what search engines and previews of links read in the head of the page of products: its canonical URL, the
 * properties of the Open Graph protocol (https://ogp.me), the Twitter card and the structured data. Returns an empty
 * text for all other pages. `path` is the path of the page.
 */
export function productHead({ path, page, state, publicUrl }: Parts): string {
  const { coffee, list } = state
  const size = coffee && chosenSize(coffee)
  const shown = shownIn(path, state, page)
  if (!shown) return ''
  const { shop, currency, pictureBase } = state.settings
  const url = `${publicUrl}${coffee ? canonicalAddress(coffee) : path + (list?.search ?? '')}`
  const address: ShopAddress = { publicUrl, pictureBase }
  const picture = pictureUrl(shown.img, address)
  return [
    `<link rel="canonical" href="${escapeText(url)}">`,
    ...properties({
      'og:type': coffee ? 'product' : 'website',
      'og:site_name': shop.name,
      'og:title': shown.name,
      'og:description': page.description,
      'og:url': url,
      ...(picture !== undefined && { 'og:image': picture, 'og:image:alt': shown.name }),
      ...(size && {
        'product:price:amount': size.price,
        'product:price:currency': currency,
        'product:availability': size.left === 0 ? 'out of stock' : 'in stock',
      }),
    }),
    '<meta name="twitter:card" content="summary_large_image">',
    ...dataOf(state, { shop, currency, address, url }).map(jsonLd),
  ].join('')
}

/** Returns the name and the picture of what the page of products shows. A list has no picture of its own. */
function shownIn(path: string, { brand, coffee, list }: PageState, { title }: RenderedPage) {
  if (path === pages.home) return undefined
  if (brand) return { name: brand.category_name, img: brand.img }
  return list ? { name: title, img: '' } : coffee && chosenSize(coffee)
}

function dataOf({ brand, coffee }: PageState, around: Around): LinkedData[] {
  if (brand) return brandData(brand, around)
  return coffee ? coffeeData(coffee, around) : []
}

function properties(given: Record<string, string>): string[] {
  return Object.entries(given).map(
    ([property, content]) => `<meta property="${property}" content="${escapeText(content)}">`,
  )
}

/** A part of a document's head, and the hash of the style in it, as a source of the content security policy. */
export type ShopHead = { html: string; styleSource: string | null }

/**
 * Returns what the head of every page contains of the shop's profile: the icons, the web manifest, and the accent colour
 * as a style. The URLs contain the version of the profile, so that browsers load the files again when it changes.
 */
export function shopHead({ profile, version }: CurrentShop): ShopHead {
  const v = `?v=${version}`
  const links = [
    `<link rel="icon" href="/favicon.ico${v}" sizes="48x48">`,
    `<link rel="icon" type="image/svg+xml" href="/favicon.svg${v}">`,
    `<link rel="apple-touch-icon" href="/apple-touch-icon.png${v}">`,
    `<link rel="manifest" href="${MANIFEST_PATH}${v}">`,
  ].join('')
  const css = accentCss(profile.accent)
  if (css === '') return { html: links, styleSource: null }
  return { html: `${links}<style>${css}</style>`, styleSource: styleSource(css) }
}
