import type { CoffeeDetails, CoffeePage, Product } from '#contract/catalogue.ts'
import type { Reviews } from '#contract/reviews.ts'
import type { PageShop } from '#contract/shop/profile.ts'
import { factRows } from '#contract/values/facts/in-words.ts'
import { pageCoffee } from '#contract/values/product-pages.ts'
import { pictureUrl } from './structured-data.ts'
import type { LinkedData, ShopAddress } from './structured-data.ts'

/** `url` is the canonical URL of the page, and `currency` the code of the prices in ISO 4217. */
export type Around = { shop: PageShop; currency: string; address: ShopAddress; url: string }

/**
 * Returns the structured data of the page of a brand: the products with their offers, and the way to the page from the
 * home page. Only what the page shows is stated. The rating is the shop's own, not one of customers, so it is left out.
 */
export function brandData({ category_name: brand, coffees }: CoffeeDetails, around: Around): LinkedData[] {
  const list = {
    '@type': 'ItemList',
    'name': brand,
    'url': around.url,
    'numberOfItems': coffees.length,
    'itemListElement': coffees.map((coffee, index) => ({
      '@type': 'ListItem',
      'position': index + 1,
      'item': productData([coffee], { ...around, brand }),
    })),
  }
  return [list, breadcrumbs(brand, around)]
}

/** Returns the structured data of the page of a coffee: the product with an offer for each size, and the way to it. */
export function coffeeData(page: CoffeePage, around: Around): LinkedData[] {
  const { sizes, brand, reviews } = page
  const coffee = pageCoffee(page)
  const name = brand?.category_name ?? around.shop.name
  const others = sizes.filter(({ _id }) => _id !== coffee._id)
  const product = productData([coffee, ...others], { ...around, brand: name })
  return [{ ...product, ...reviewData(reviews) }, breadcrumbs(coffee.name, around)]
}

/** The average of the reviews of buyers, and the newest reviews. The owner's own rating is none of them. */
function reviewData({ count, average, newest }: Reviews): Record<string, unknown> {
  if (count === 0) return {}
  return {
    aggregateRating: { '@type': 'AggregateRating', 'ratingValue': average, 'reviewCount': count },
    review: newest.map(({ name, stars, text, writtenOn }) => ({
      '@type': 'Review',
      'author': { '@type': 'Person', name },
      'datePublished': writtenOn,
      'reviewBody': text,
      'reviewRating': { '@type': 'Rating', 'ratingValue': stars },
    })),
  }
}

/** Returns a product with an offer for each of its sizes. The first size describes it. */
function productData(sizes: [Product, ...Product[]], around: Around & { brand: string }): LinkedData {
  const [{ _id: sku, name, about, img, pictures = [], weight, facts = {} }] = sizes
  const pictureUrls = [img, ...pictures].map((picture) => pictureUrl(picture, around.address))
  const shown = pictureUrls.filter((url) => url !== undefined)
  const said = [
    ...factRows(facts),
    ...(facts.notes ? [{ name: 'Tasting notes', value: facts.notes.join(', ') }] : []),
  ]
  const offers = sizes.map((size) => offer(size, around))
  return {
    '@type': 'Product',
    name,
    sku,
    'url': around.url,
    'description': about === '' ? undefined : about,
    'image': shown.length > 1 ? shown : shown[0],
    'brand': { '@type': 'Brand', 'name': around.brand },
    'weight': weight === undefined ? undefined : grams(weight),
    'additionalProperty':
      said.length === 0
        ? undefined
        : said.map(({ name: fact, value }) => ({ '@type': 'PropertyValue', 'name': fact, value })),
    'offers': offers.length > 1 ? offers : offers[0],
  }
}

function offer({ _id: sku, name, price, was, left }: Product, { currency, url, shop }: Around): LinkedData {
  return {
    '@type': 'Offer',
    name,
    sku,
    price,
    'priceCurrency': currency,
    'priceSpecification': was === undefined ? undefined : crossedOut(was, currency),
    'availability': `https://schema.org/${availability(left)}`,
    'itemCondition': 'https://schema.org/NewCondition',
    url,
    'seller': { '@type': 'Organization', 'name': shop.name },
  }
}

function crossedOut(price: string, currency: string): LinkedData {
  return {
    '@type': 'UnitPriceSpecification',
    'priceType': 'https://schema.org/StrikethroughPrice',
    price,
    'priceCurrency': currency,
  }
}

/** `GRM` is the gram in the codes of UN/CEFACT, which schema.org uses for units. */
function grams(value: number): LinkedData {
  return { '@type': 'QuantitativeValue', value, 'unitCode': 'GRM' }
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
