import { Type } from 'typebox'
import type { Static, TSchema } from 'typebox'
import type { CallTable } from './call.ts'
import { Reviews } from './reviews.ts'
import { CoffeeFacts } from './selling/coffee-facts.ts'
import { exact, Grams, Id, IdParams, Img, Name, oneOf, Price, Ratting, STORABLE, Text } from './fields.ts'
import {
  listFacets,
  listSorts,
  MAX_FACET_VALUE,
  MAX_FACET_VALUES,
  MAX_SEARCH_TEXT,
} from './values/facts/coffee-list.ts'
import type { ListFacet } from './values/facts/coffee-list.ts'
import { MAX_MORE_PICTURES } from './values/facts/choices.ts'
import { FEW_LEFT } from './values/limits.ts'

/** A brand of coffee. The pages of the shop call it a coffee category. */
export const Brand = exact({ _id: Id, category_name: Name, img: Img, ratting: Ratting })

/**
 * A packet (a bag of coffee) as the home page lists it: its category and cover picture. Of the product in it, only the
 * `name` is listed, which is part of the address of its page if everyone may see the products.
 */
export const BagCategory = exact({ _id: Id, category_name: Name, img: Img, name: Name })

/**
 * Something that can be bought: a coffee of a brand, or the product in a packet (a bag of coffee that is sold under a
 * category). A request that adds it to the cart sends its `_id` as `productId`. `was` is set if the price is reduced: the
 * lowest of the 30 days before. `weight` is in grams. `left` is set only if few are left or, with 0, if the product is sold
 * out. `pictures` are those besides `img`.
 */
export const Product = exact({
  _id: Id,
  name: Name,
  img: Img,
  price: Price,
  ratting: Ratting,
  about: Type.String(),
  was: Type.Optional(Price),
  weight: Type.Optional(Grams),
  left: Type.Optional(Type.Integer({ minimum: 0, maximum: FEW_LEFT })),
  facts: Type.Optional(CoffeeFacts),
  pictures: Type.Optional(Type.Array(Img, { maxItems: MAX_MORE_PICTURES })),
})

export const CoffeeDetails = exact({
  _id: Id,
  category_name: Name,
  img: Img,
  ratting: Ratting,
  coffees: Type.Array(Product),
})

export const BagDetails = exact({ _id: Id, category_name: Name, img: Img, about: Product })

/**
 * A coffee in a list, or a bag that belongs to no coffee. `line` says where it comes from, how it was processed and its
 * roast. `sizes` are what can be bought of it, the lightest first.
 */
export const ListedCoffee = exact({
  _id: Id,
  kind: oneOf(['coffee', 'packet'] as const),
  name: Name,
  img: Img,
  notes: Type.Array(Type.String()),
  line: Type.String(),
  sizes: Type.Array(Type.Pick(Product, ['_id', 'name', 'price', 'was', 'weight', 'left'])),
})

/**
 * The page of a coffee. `sizes` are the coffee itself and the bags that belong to it, the lightest first, each of which can
 * be bought. `_id` is that of the coffee, and `chosen` that of the size that was asked for. A bag that
 * belongs to no coffee has a page of its own with one size. `brand` is missing on such a page. `related` are other coffees
 * that have most in common with this one, and `reviews` what buyers say about it.
 */
export const CoffeePage = exact({
  _id: Id,
  chosen: Id,
  sizes: Type.Array(Product),
  brand: Type.Optional(exact({ _id: Id, category_name: Name })),
  related: Type.Array(ListedCoffee),
  reviews: Reviews,
})

/** Returns the same schema for each facet. */
function ofEachFacet<S extends TSchema>(schema: S): Record<ListFacet, S> {
  // The cast restores the names of the facets, which Object.fromEntries does not have.
  return Object.fromEntries(listFacets.map((facet) => [facet, schema])) as Record<ListFacet, S>
}

const FacetValue = Type.String({ minLength: 1, maxLength: MAX_FACET_VALUE, pattern: STORABLE })
const FacetValues = Type.Optional(
  Type.Union([FacetValue, Type.Array(FacetValue, { maxItems: MAX_FACET_VALUES })]),
)

/**
 * The choices of the list of coffees. A coffee has to have one of the values of each facet that is chosen. Without `sort`,
 * the coffees are in the owner's order.
 */
export const CoffeesQuery = exact({
  ...ofEachFacet(FacetValues),
  sort: Type.Optional(oneOf(listSorts)),
  page: Type.Optional(Type.String({ pattern: '^[1-9]\\d{0,3}$' })),
})

const FacetCounts = Type.Array(exact({ value: Type.String(), count: Type.Integer() }))

/**
 * One page of the coffees that can be bought. `total` is the number of those that fit the choices, and `all` without
 * filters. `facets` has every value with the number of coffees that would fit if it were chosen in its facet alone.
 */
export const CoffeeList = exact({
  coffees: Type.Array(ListedCoffee),
  total: Type.Integer(),
  all: Type.Integer(),
  facets: exact(ofEachFacet(FacetCounts)),
})

/** The text to search for. `limit` is the maximum number of coffees in the response, 1 to 99. */
export const SearchQuery = exact({
  q: Text(MAX_SEARCH_TEXT),
  limit: Type.Optional(Type.String({ pattern: '^[1-9]\\d?$' })),
})

/**
 * The result of a search, the best first. `how` says whether the coffees have all of the words, all of them after typos
 * were corrected, or only some. With `none`, no coffee has any, and `coffees` are the first ones of the list. `words` are
 * those that were searched for in the end. `total` is the number of coffees that were found.
 */
export const SearchAnswer = exact({
  how: oneOf(['all', 'corrected', 'some', 'none'] as const),
  words: Type.String(),
  total: Type.Integer(),
  coffees: Type.Array(ListedCoffee),
})

export type Brand = Static<typeof Brand>
export type BagCategory = Static<typeof BagCategory>
export type Product = Static<typeof Product>
export type CoffeeDetails = Static<typeof CoffeeDetails>
export type BagDetails = Static<typeof BagDetails>
export type CoffeePage = Static<typeof CoffeePage>
export type ListedCoffee = Static<typeof ListedCoffee>
export type CoffeesQuery = Static<typeof CoffeesQuery>
export type CoffeeList = Static<typeof CoffeeList>
export type SearchQuery = Static<typeof SearchQuery>
export type SearchAnswer = Static<typeof SearchAnswer>

export const catalogueCalls = {
  'GET /allCoffee': {
    summary: 'All coffee brands',
    access: 'public',
    limit: 'memory',
    answer: Type.Array(Brand),
  },
  'GET /allPacket': {
    summary: 'All coffee-bag categories',
    access: 'public',
    limit: 'memory',
    answer: Type.Array(BagCategory),
  },
  'GET /coffeeDetails/{id}': {
    summary: 'One brand with its coffees',
    access: 'product',
    limit: 'read',
    params: IdParams,
    answer: CoffeeDetails,
  },
  'GET /bagDetails/{id}': {
    summary: 'One packet with what is in it',
    access: 'product',
    limit: 'read',
    params: IdParams,
    answer: BagDetails,
  },
  'GET /coffee/{id}': {
    summary: 'A coffee with its sizes, by its id or that of one of its bags',
    access: 'product',
    limit: 'read',
    params: IdParams,
    answer: CoffeePage,
  },
  'GET /coffees': {
    summary: 'Coffees with their sizes, filtered and sorted, with what else there is to filter by',
    access: 'product',
    limit: 'read',
    query: CoffeesQuery,
    answer: CoffeeList,
  },
  'GET /search': {
    summary: 'Coffees by words, also with typos',
    access: 'product',
    limit: 'read',
    query: SearchQuery,
    answer: SearchAnswer,
  },
} as const satisfies CallTable
