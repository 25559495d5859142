import type { PageShop } from '#contract/shop/profile.ts'
import { escapeJson } from './document.ts'

/** An object of JSON-LD. Properties that are undefined are left out of the page. */
export type LinkedData = { '@type': string } & Record<string, unknown>

/**
 * Returns a script element with data for search engines, as JSON-LD in the vocabulary of https://schema.org. Browsers do
 * not run such a script, so the content security policy need not allow it.
 */
export function jsonLd(data: LinkedData): string {
  return `<script type="application/ld+json">${escapeJson({ '@context': 'https://schema.org', ...data })}</script>`
}

/**
 * Where the shop and its pictures are. `publicUrl` is the origin of the shop. `pictureBase` is the address below which
 * browsers load the pictures that the shop stores, or empty if the shop itself serves them.
 */
export type ShopAddress = { publicUrl: string; pictureBase: string }

/** Returns the data about the shop itself. A shop with a street address is a place that customers can visit. */
export function shopData(shop: PageShop, address: ShopAddress): LinkedData {
  const { contact, socialLinks } = shop
  const isPlace = contact.address !== ''
  return {
    '@type': isPlace ? 'CafeOrCoffeeShop' : 'OnlineStore',
    '@id': `${address.publicUrl}/#shop`,
    'name': shop.name,
    'url': `${address.publicUrl}/`,
    'description': given(shop.tagline),
    'logo': pictureUrl(shop.logo, address),
    'image': pictureUrl(shop.hero.picture, address),
    'email': given(contact.email),
    'telephone': given(contact.phone),
    'address': given(contact.address),
    'openingHours': isPlace ? given(shop.openingHours) : undefined,
    'sameAs': socialLinks.length > 0 ? socialLinks.map(({ url }) => url) : undefined,
  }
}

/**
 * Returns the absolute URL of a picture of the profile or of a product. Returns undefined if there is none, and for the
 * pictures of the demo shop (`site:`), which have no URL that stays the same.
 */
export function pictureUrl(picture: string, { publicUrl, pictureBase }: ShopAddress): string | undefined {
  if (picture === '' || picture.startsWith('site:')) return undefined
  return picture.startsWith('/') ? `${pictureBase || publicUrl}${picture}` : picture
}

function given(text: string): string | undefined {
  return text === '' ? undefined : text
}
