import type { BagDetails, CoffeeDetails, Product } from '#contract/catalogue.ts'
import type { PageShop } from '#contract/shop/profile.ts'
import { pictureUrl } from './structured-data.ts'
import type { LinkedData, ShopAddress } from './structured-data.ts'

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
