import { Type } from 'typebox'
import type { Static } from 'typebox'
import type { CallTable } from './call.ts'
import { Reviews } from './reviews.ts'
import { CoffeeFacts } from './selling/coffee-facts.ts'
import { exact, Grams, Id, IdParams, Img, Name, Price, Ratting } from './fields.ts'
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
 * category). A request that adds it to the cart sends its `_id` as `productId`. `weight` is in grams. `left` is set
 * only if few are left or, with 0, if the product is sold out. `pictures` are those besides `img`.
 */
export const Product = exact({
  _id: Id,
  name: Name,
  img: Img,
  price: Price,
  ratting: Ratting,
  about: Type.String(),
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
 * The page of a coffee. `sizes` are the coffee itself and the bags that belong to it, the lightest first, each of which can
 * be bought. `coffee` is the one that the page is about, and `chosen` is the id of the size that was asked for. A bag that
 * belongs to no coffee has a page of its own with one size. `brand` is missing on such a page. `related` are other coffees
 * that have most in common with this one, and `reviews` what buyers say about it.
 */
export const CoffeePage = exact({
  _id: Id,
  chosen: Id,
  coffee: Product,
  sizes: Type.Array(Product),
  brand: Type.Optional(exact({ _id: Id, category_name: Name })),
  related: Type.Array(Product),
  reviews: Reviews,
})

export type Brand = Static<typeof Brand>
export type BagCategory = Static<typeof BagCategory>
export type Product = Static<typeof Product>
export type CoffeeDetails = Static<typeof CoffeeDetails>
export type BagDetails = Static<typeof BagDetails>
export type CoffeePage = Static<typeof CoffeePage>

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
} as const satisfies CallTable
