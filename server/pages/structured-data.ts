import type { BagDetails, CoffeeDetails, Product } from '#contract/catalogue.ts'
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

/** `url` is the canonical URL of the page, and `currency` the code of the prices in ISO 4217. */
type Around = { shop: PageShop; currency: string; address: ShopAddress; url: string }

/**
 * Returns the structured data of the page of a brand or of a packet: the products with their offers, and the way to the
 * page from the home page. Only what the page shows is stated. The rating is the shop's own, not one of customers, so it
 * is left out.
 */
export function productData(product: CoffeeDetails | BagDetails, around: Around): LinkedData[] {
  const name = 'about' in product ? product.about.name : product.category_name
  return [mainData(product, around), breadcrumbs(name, around)]
}

function mainData(product: CoffeeDetails | BagDetails, around: Around): LinkedData {
  if ('about' in product) return oneProduct(product.about, { ...around, brand: around.shop.name })
  const { category_name: brand, coffees } = product
  return {
    '@type': 'ItemList',
    'name': brand,
    'url': around.url,
    'numberOfItems': coffees.length,
    'itemListElement': coffees.map((coffee, index) => ({
      '@type': 'ListItem',
      'position': index + 1,
      'item': oneProduct(coffee, { ...around, brand }),
    })),
  }
}

function oneProduct(
  product: Product,
  { shop, currency, address, url, brand }: Around & { brand: string },
): LinkedData {
  const { _id: sku, name, about, img, weight, price, left } = product
  return {
    '@type': 'Product',
    name,
    sku,
    url,
    'description': about === '' ? undefined : about,
    'image': pictureUrl(img, address),
    'brand': { '@type': 'Brand', 'name': brand },
    // `GRM` is the gram in the codes of UN/CEFACT, which schema.org uses for units.
    'weight':
      weight === undefined ? undefined : { '@type': 'QuantitativeValue', 'value': weight, 'unitCode': 'GRM' },
    'offers': {
      '@type': 'Offer',
      price,
      'priceCurrency': currency,
      'availability': `https://schema.org/${availability(left)}`,
      'itemCondition': 'https://schema.org/NewCondition',
      url,
      'seller': { '@type': 'Organization', 'name': shop.name },
    },
  }
}

/** `left` is undefined if enough is left, or if the product is never sold out. */
function availability(left: number | undefined): string {
  if (left === undefined) return 'InStock'
  return left === 0 ? 'OutOfStock' : 'LimitedAvailability'
}

function breadcrumbs(name: string, { shop, address, url }: Around): LinkedData {
  const places = [
    { name: shop.name, url: `${address.publicUrl}/` },
    { name, url },
  ]
  return {
    '@type': 'BreadcrumbList',
    'itemListElement': places.map((place, index) => ({
      '@type': 'ListItem',
      'position': index + 1,
      'name': place.name,
      'item': { '@type': 'WebPage', '@id': place.url, ...place },
    })),
  }
}
