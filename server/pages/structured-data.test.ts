import { expect, test } from 'vitest'
import type { CoffeeDetails, CoffeePage } from '#contract/catalogue.ts'
import { DEFAULT_OPENING, DEFAULT_PROFILE, pageShopOf } from '#contract/shop/profile.ts'
import type { ShopProfile } from '#contract/shop/profile.ts'
import { brandData, coffeeData } from './product-data.ts'
import { jsonLd, pictureUrl, shopData } from './structured-data.ts'

/**
 * The types that the shop uses, with their parent and those of their properties that it uses, from the definitions at
 * https://schema.org (version 30.0). The values are the types that schema.org expects; a name with an initial capital
 * that is no data type is the type of a nested object or of an enumeration.
 */
const TYPES: Record<string, { parent?: string; properties: Record<string, string[]> }> = {
  Thing: {
    properties: { name: ['Text'], description: ['Text'], url: ['URL'], image: ['URL'], sameAs: ['URL'] },
  },
  Product: {
    parent: 'Thing',
    properties: {
      sku: ['Text'],
      brand: ['Brand', 'Organization'],
      weight: ['QuantitativeValue'],
      offers: ['Offer'],
      additionalProperty: ['PropertyValue'],
      aggregateRating: ['AggregateRating'],
      review: ['Review'],
    },
  },
  Offer: {
    parent: 'Intangible',
    properties: {
      price: ['Number', 'Text'],
      priceCurrency: ['Text'],
      availability: ['ItemAvailability'],
      itemCondition: ['OfferItemCondition'],
      seller: ['Organization', 'Person'],
      sku: ['Text'],
      priceSpecification: ['PriceSpecification'],
    },
  },
  PriceSpecification: {
    parent: 'StructuredValue',
    properties: { price: ['Number', 'Text'], priceCurrency: ['Text'] },
  },
  UnitPriceSpecification: {
    parent: 'PriceSpecification',
    properties: { priceType: ['PriceTypeEnumeration'] },
  },
  Intangible: { parent: 'Thing', properties: {} },
  StructuredValue: { parent: 'Intangible', properties: {} },
  Rating: { parent: 'Intangible', properties: { ratingValue: ['Number', 'Text'] } },
  AggregateRating: { parent: 'Rating', properties: { reviewCount: ['Integer'] } },
  Person: { parent: 'Thing', properties: {} },
  CreativeWork: {
    parent: 'Thing',
    properties: { author: ['Organization', 'Person'], datePublished: ['Date', 'DateTime'] },
  },
  Review: { parent: 'CreativeWork', properties: { reviewBody: ['Text'], reviewRating: ['Rating'] } },
  WebPage: { parent: 'CreativeWork', properties: {} },
  Brand: { parent: 'Intangible', properties: {} },
  QuantitativeValue: {
    parent: 'StructuredValue',
    properties: { value: ['Number', 'Text'], unitCode: ['Text', 'URL'] },
  },
  PropertyValue: { parent: 'StructuredValue', properties: { value: ['Text', 'Number'] } },
  ItemList: {
    parent: 'Intangible',
    properties: { itemListElement: ['ListItem', 'Text', 'Thing'], numberOfItems: ['Integer'] },
  },
  BreadcrumbList: { parent: 'ItemList', properties: {} },
  ListItem: { parent: 'Intangible', properties: { position: ['Integer', 'Text'], item: ['Thing'] } },
  Organization: {
    parent: 'Thing',
    properties: { logo: ['URL'], email: ['Text'], telephone: ['Text'], address: ['Text'] },
  },
  OnlineBusiness: { parent: 'Organization', properties: {} },
  OnlineStore: { parent: 'OnlineBusiness', properties: {} },
  LocalBusiness: { parent: 'Organization', properties: { openingHours: ['Text'] } },
  FoodEstablishment: { parent: 'LocalBusiness', properties: {} },
  CafeOrCoffeeShop: { parent: 'FoodEstablishment', properties: {} },
}

const ENUMERATIONS: Record<string, string[]> = {
  ItemAvailability: [
    'BackOrder',
    'Discontinued',
    'InStock',
    'InStoreOnly',
    'LimitedAvailability',
    'MadeToOrder',
    'OnlineOnly',
    'OutOfStock',
    'PreOrder',
    'PreSale',
    'Reserved',
    'SoldOut',
  ],
  PriceTypeEnumeration: ['ListPrice', 'SalePrice', 'StrikethroughPrice'],
  OfferItemCondition: ['NewCondition', 'UsedCondition', 'RefurbishedCondition', 'DamagedCondition'],
}

const IS_DATA: Record<string, (value: unknown) => boolean> = {
  Text: (value) => typeof value === 'string' && value !== '',
  URL: (value) => typeof value === 'string' && URL.parse(value)?.href !== undefined && /^https?:/.test(value),
  Number: (value) => typeof value === 'number' && Number.isFinite(value),
  Date: (value) => typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value),
  Integer: (value) => Number.isSafeInteger(value),
}

/** Returns what is wrong with an object of JSON-LD by the table, as a list of texts. */
function faultsIn(object: Record<string, unknown>, at: string): string[] {
  const { '@type': type, '@context': _context, '@id': _id, ...properties } = object
  if (!TYPES[String(type)]) return [`${at} has the unknown type ${String(type)}`]
  return Object.entries(properties).flatMap(([name, value]) => {
    const expected = rangeOf(String(type), name)
    if (!expected) return [`${at}.${name} is no property of ${String(type)}`]
    return [value].flat().flatMap((one) => faultsInValue(one, expected, `${at}.${name}`))
  })
}

function faultsInValue(value: unknown, expected: string[], at: string): string[] {
  if (typeof value === 'object' && value !== null) {
    const type = String('@type' in value ? value['@type'] : '')
    const fits = expected.some((name) => ancestorsOf(type).includes(name))
    return [...(fits ? [] : [`${at} is a ${type}`]), ...faultsIn({ ...value }, at)]
  }
  const fits = expected.some(
    (name) =>
      IS_DATA[name]?.(value) ??
      ENUMERATIONS[name]?.some((member) => value === `https://schema.org/${member}`) ??
      false,
  )
  return fits ? [] : [`${at} is ${JSON.stringify(value)}`]
}

function ancestorsOf(type: string): string[] {
  const entry = TYPES[type]
  return entry ? [type, ...(entry.parent ? ancestorsOf(entry.parent) : [])] : []
}

function rangeOf(type: string, property: string): string[] | undefined {
  return ancestorsOf(type)
    .map((name) => TYPES[name]?.properties[property])
    .find((range) => range !== undefined)
}

const img = '/images/0123456789abcdef-aabbcc-800.webp'
const contact = { email: 'a@b.example', phone: '1', address: 'Rua da Rosa 7' }
const profile = { ...DEFAULT_PROFILE, name: 'Hill Roastery', tagline: 'Coffee', logo: img, contact }
const shop = pageShopOf({ ...profile, openingHours: 'Mo-Fr 08:00-17:00' }, DEFAULT_OPENING)
const address = { publicUrl: 'https://shop.example', pictureBase: '' }
const around = { shop, currency: 'EUR', address, url: 'https://shop.example/bagDetails/7/house-blend' }
const product = {
  _id: '7',
  name: 'House Blend',
  img,
  price: '19.99',
  ratting: 4,
  about: 'Dark.',
  weight: 1000,
}
const bag: CoffeePage = {
  _id: '7',
  chosen: '7',
  sizes: [product],
  related: [],
  reviews: {
    count: 3,
    average: 4.3,
    newest: [{ _id: 'r', name: 'Cora', stars: 4, text: 'Sweet.', brewedWith: '', writtenOn: '1970-01-01' }],
  },
}
const facts = { roast: 2, notes: ['Plum', 'Cocoa'], origins: [{ country: 'ET', process: 'Washed' }] }
const coffee: CoffeePage = {
  ...bag,
  brand: { _id: '8', category_name: 'Hill Farm' },
  sizes: [
    { ...product, _id: '6', name: 'Small', price: '6.50', was: '7.00', weight: 250, left: 0 },
    { ...product, facts, pictures: [img.replace('0123', '4567')] },
  ],
}
const brand: CoffeeDetails = {
  _id: '8',
  category_name: 'Hill Farm',
  img,
  ratting: 5,
  coffees: [product, { ...product, _id: '9', about: '', img: 'https://i.ibb.co/a.webp', left: 2 }],
}

/** Returns an object as search engines read it: without the properties that are undefined. */
function asRead(data: Parameters<typeof jsonLd>[0]): Record<string, unknown> {
  const [, json = ''] = />(.*)<\/script>/s.exec(jsonLd(data)) ?? []
  return JSON.parse(json)
}

test.each([
  ['a packet', coffeeData(bag, around)],
  ['a coffee with facts and sizes', coffeeData(coffee, around)],
  ['a brand', brandData(brand, around)],
  ['a brand without coffees', brandData({ ...brand, coffees: [] }, around)],
  ['a place', [shopData(shop, address)]],
  ['an online store', [shopData({ ...shop, contact: { ...contact, address: '' } }, address)]],
])('the structured data of %s is valid by the definitions of schema.org', (_what, all) => {
  for (const data of all) expect(faultsIn(asRead(data), data['@type'])).toEqual([])
})

test('the check of this test finds wrong types, properties and values', () => {
  expect(faultsIn({ '@type': 'Produkt' }, 'x')).toHaveLength(1)
  expect(faultsIn({ '@type': 'Product', 'price': '1' }, 'x')).toHaveLength(1)
  expect(faultsIn({ '@type': 'Product', 'brand': { '@type': 'Offer' } }, 'x')).toHaveLength(1)
  expect(faultsIn({ '@type': 'Offer', 'availability': 'InStock' }, 'x')).toHaveLength(1)
  expect(faultsIn({ '@type': 'Offer', 'url': '/bagDetails/7' }, 'x')).toHaveLength(1)
})

test('an offer has the price, the currency and what the stock allows', () => {
  const offerOf = (left?: number) =>
    coffeeData({ ...bag, sizes: [{ ...product, ...(left !== undefined && { left }) }] }, around)[0]?.[
      'offers'
    ]
  expect(offerOf()).toMatchObject({
    price: '19.99',
    priceCurrency: 'EUR',
    availability: 'https://schema.org/InStock',
  })
  expect(offerOf(0)).toMatchObject({ availability: 'https://schema.org/OutOfStock' })
  expect(offerOf(2)).toMatchObject({ availability: 'https://schema.org/LimitedAvailability' })
})

test('a packet is of the shop’s own brand, a coffee of its brand', () => {
  expect(coffeeData(bag, around)[0]).toMatchObject({
    brand: { name: 'Hill Roastery' },
    weight: { value: 1000 },
  })
  expect(brandData(brand, around)[0]).toMatchObject({
    itemListElement: [
      { item: { brand: { name: 'Hill Farm' } } },
      { item: { image: 'https://i.ibb.co/a.webp' } },
    ],
  })
})

test('a coffee has an offer for each size with the price before a reduction, its pictures, and every fact', () => {
  expect(coffeeData(coffee, around)[0]).toMatchObject({
    name: 'House Blend',
    brand: { name: 'Hill Farm' },
    image: [expect.stringContaining('0123'), expect.stringContaining('4567')],
    offers: [
      { sku: '7', price: '19.99' },
      {
        sku: '6',
        price: '6.50',
        priceSpecification: { priceType: 'https://schema.org/StrikethroughPrice', price: '7.00' },
        availability: 'https://schema.org/OutOfStock',
      },
    ],
    additionalProperty: [
      { name: 'Origin', value: 'Ethiopia' },
      { name: 'Process', value: 'Washed' },
      { name: 'Roast', value: 'Light' },
      { name: 'Tasting notes', value: 'Plum, Cocoa' },
    ],
  })
})

function dataOf(changes: Partial<ShopProfile>): unknown {
  const given = pageShopOf({ ...DEFAULT_PROFILE, name: 'Hill Roastery', ...changes }, DEFAULT_OPENING)
  const [, json = ''] = />(.*)</s.exec(jsonLd(shopData(given, address))) ?? []
  return JSON.parse(json)
}

test('a shop with a street address is a place with opening hours', () => {
  const data = dataOf({
    tagline: 'Coffee from the hill',
    logo: '/images/0123456789abcdef-aabbcc-800.webp',
    contact: { email: 'hello@hill.example', phone: '+351 1', address: 'Rua da Rosa 7\nLisboa' },
    openingHours: 'Mon to Fri 8:00 to 17:00',
    socialLinks: [{ network: 'Mastodon', url: 'https://social.example/@hill' }],
  })
  expect(data).toEqual({
    '@context': 'https://schema.org',
    '@type': 'CafeOrCoffeeShop',
    '@id': 'https://shop.example/#shop',
    'name': 'Hill Roastery',
    'url': 'https://shop.example/',
    'description': 'Coffee from the hill',
    'logo': 'https://shop.example/images/0123456789abcdef-aabbcc-800.webp',
    'email': 'hello@hill.example',
    'telephone': '+351 1',
    'address': 'Rua da Rosa 7\nLisboa',
    'openingHours': 'Mon to Fri 8:00 to 17:00',
    'sameAs': ['https://social.example/@hill'],
  })
})

test('a shop without an address is an online store, and says nothing that its owner has not said', () => {
  expect(dataOf({ openingHours: 'Always' })).toEqual({
    '@context': 'https://schema.org',
    '@type': 'OnlineStore',
    '@id': 'https://shop.example/#shop',
    'name': 'Hill Roastery',
    'url': 'https://shop.example/',
  })
})

test('a text of the owner cannot end the script element', () => {
  expect(jsonLd({ '@type': 'Store', 'name': '</script><script>alert(1)</script>' })).not.toMatch(
    /<\/script><script>/,
  )
})

test('a picture has an absolute URL, and the pictures of the demo shop have none', () => {
  const stored = '/images/0123456789abcdef-aabbcc-800.webp'
  const bucket = { ...address, pictureBase: 'https://bucket.example/files' }
  expect(pictureUrl(stored, bucket)).toBe(`https://bucket.example/files${stored}`)
  expect(pictureUrl('https://i.ibb.co/a.webp', bucket)).toBe('https://i.ibb.co/a.webp')
  expect(pictureUrl('site:hero', bucket)).toBeUndefined()
  expect(pictureUrl('', bucket)).toBeUndefined()
})
