import { Type } from 'typebox'
import type { Static } from 'typebox'
import type { CallTable } from './call.ts'
import {
  Deleted,
  Email,
  exact,
  Grams,
  Id,
  IdParams,
  Img,
  Inserted,
  Modified,
  Name,
  oneOf,
  Price,
  Ratting,
  SentRatting,
  Text,
  TypedAmount,
} from './fields.ts'
import { CoffeeFacts } from './selling/coffee-facts.ts'
import { Stock, StockChange } from './selling/stock.ts'
import { taxClasses } from './selling/settings.ts'
import { MAX_MORE_PICTURES } from './values/facts/choices.ts'
import { ABOUT_LENGTH, MAX_LISTED } from './values/limits.ts'

const Description = Text(ABOUT_LENGTH)

/** The price in a request to add or change a product. `findPriceProblem` checks it. */
const NewPrice = Type.String({
  ...TypedAmount,
  description:
    'An amount in the currency of the shop, more than 0, with at most as many decimals as the currency; in USD at most 9999999.99',
})

const brandFields = { img: Img, category_name: Name, email: Email }
const coffeeFields = { img: Img, name: Name, category_name: Name, email: Email }
const packetFields = { img: Img, category_name: Name, email: Email }
const contents = { name: Name, img: Img, about: Description, email: Type.Optional(Email) }

/**
 * The fields of a coffee or of the product in a packet that the specification does not have. `weight` is in grams,
 * `reduced` says whether customers see the price before beside the current one, and `pictures` are those besides `img`.
 */
const packed = {
  weight: Type.Optional(Grams),
  taxClass: Type.Optional(oneOf(taxClasses)),
  reduced: Type.Optional(Type.Boolean()),
  facts: Type.Optional(CoffeeFacts),
  pictures: Type.Optional(Type.Array(Img, { maxItems: MAX_MORE_PICTURES, uniqueItems: true })),
}

/**
 * The same fields in a request to add or change a product. A missing field keeps its value. Null removes the weight, and
 * empty facts remove all of them.
 */
const sentPacked = { ...packed, weight: Type.Optional(Type.Union([Grams, Type.Null()])) }

/** The id of the coffee of which a packet is another size, or null if it is none. A missing field keeps the coffee. */
const coffeeId = Type.Optional(Type.Union([Id, Type.Null()]))

/**
 * The owner of an entry, which is a brand, a coffee or a packet. `is` says whether the owner is the caller, another
 * admin, or a user who is no longer an admin (`gone`).
 */
export const Owner = exact({ name: Type.String(), is: oneOf(['caller', 'admin', 'gone']) })

/**
 * The fields of every entry in a list. The caller's own list also has the entries whose owner is no longer an admin,
 * and every `email` in it is the caller's. In the list of everyone's entries, each entry has `owner`, and `email` is
 * the owner's.
 */
const listed = { _id: Id, owner: Type.Optional(Owner) }
export const OwnBrand = exact({ ...listed, ...brandFields, ratting: Ratting })
export const CoffeeName = exact({
  ...listed,
  ...coffeeFields,
  ...packed,
  price: Price,
  ratting: Ratting,
  about: Description,
})
export const Packet = exact({
  ...listed,
  ...packetFields,
  about: exact({ ...contents, ...packed, coffeeId, price: Price, ratting: Ratting }),
})

/**
 * The bodies of the requests that add or change a brand, a coffee or a packet. The specification sends no `about`
 * (the description) for a coffee, so a change without `about` keeps the description.
 */
export const NewBrand = exact({ ...brandFields, ratting: SentRatting })
export const NewCoffee = exact({
  ...coffeeFields,
  ...sentPacked,
  price: NewPrice,
  ratting: SentRatting,
  about: Type.Optional(Description),
})
export const NewPacket = exact({
  ...packetFields,
  about: exact({ ...contents, ...sentPacked, coffeeId, price: NewPrice, ratting: SentRatting }),
})

/**
 * What is on sale, for changing the prices and stocks of all products at once. `place` is the brand, or the category
 * of a packet that belongs to no coffee.
 */
export const PriceRow = exact({
  _id: Id,
  name: Name,
  place: Name,
  weight: Type.Optional(Grams),
  price: Price,
  stock: Type.Optional(Stock),
})

/**
 * A change of the price or the stock of a product. `shown` is the price that the admin saw: if another admin has changed
 * it in the meantime, nothing is saved.
 */
const PriceChange = exact({
  _id: Id,
  price: Type.Optional(exact({ shown: Price, to: NewPrice })),
  stock: Type.Optional(StockChange),
})

export type PriceRow = Static<typeof PriceRow>
export type PriceChange = Static<typeof PriceChange>
export type Owner = Static<typeof Owner>
export type OwnBrand = Static<typeof OwnBrand>
export type CoffeeName = Static<typeof CoffeeName>
export type Packet = Static<typeof Packet>
export type NewBrand = Static<typeof NewBrand>
export type NewCoffee = Static<typeof NewCoffee>
export type NewPacket = Static<typeof NewPacket>

const admin = { access: 'admin', limit: 'write' } as const
const own = { ...admin, email: 'own' } as const
const ListQuery = exact({ email: Email, whose: Type.Optional(Type.Literal('everyone')) })
const list = { ...own, limit: 'read', query: ListQuery } as const
const add = { ...own, answer: Inserted } as const
const change = { ...own, params: IdParams, answer: Modified } as const
const remove = { ...admin, params: IdParams, answer: Deleted } as const
const restore = { ...admin, params: IdParams, answer: Modified } as const

/**
 * The API calls of shop management (section 7 of the specification). The specification has no calls that list
 * everyone's entries, change an entry or restore an entry. Any admin may change, delete and restore any entry. The
 * audit log names the admin and the owner.
 */
export const shopManagementCalls = {
  'GET /personCoffee': {
    ...list,
    summary: "The caller's own brands, or everyone's",
    answer: Type.Array(OwnBrand),
  },
  'GET /packetName': {
    ...list,
    summary: "The caller's own coffee names, or everyone's",
    answer: Type.Array(CoffeeName),
  },
  'GET /personPacket': {
    ...list,
    summary: "The caller's own packets, or everyone's",
    answer: Type.Array(Packet),
  },
  'POST /coffeeBrand': { ...add, summary: 'Add a brand', body: NewBrand },
  'POST /addNewCoffee': { ...add, summary: 'Add a coffee name to a brand', body: NewCoffee },
  'POST /addNewPacket': { ...add, summary: 'Add a packet', body: NewPacket },
  'PUT /coffeeBrand/{id}': { ...change, summary: 'Change a brand', body: NewBrand },
  'PUT /addNewCoffee/{id}': { ...change, summary: 'Change a coffee name', body: NewCoffee },
  'PUT /addNewPacket/{id}': { ...change, summary: 'Change a packet', body: NewPacket },
  'DELETE /brandDelete/{id}': { ...remove, summary: 'Take a brand and its coffees off the shop' },
  'DELETE /packetNameDelete/{id}': { ...remove, summary: 'Take a coffee name off the shop' },
  'DELETE /packet/{id}': { ...remove, summary: 'Take a packet off the shop' },
  'PUT /brandRestore/{id}': { ...restore, summary: 'Restore a brand with its coffees, for 30 days' },
  'PUT /packetNameRestore/{id}': { ...restore, summary: 'Restore a coffee name, for 30 days' },
  'PUT /packetRestore/{id}': { ...restore, summary: 'Restore a packet, for 30 days' },
  'PUT /entryPosition/{id}': {
    summary: 'Place a brand, coffee or packet after another one, or first',
    ...admin,
    params: IdParams,
    body: exact({ kind: oneOf(['brand', 'coffee', 'packet']), previous: Type.Union([Id, Type.Null()]) }),
    answer: Modified,
  },
  'GET /priceList': {
    summary: 'The prices and stocks of everything that is on sale',
    ...admin,
    limit: 'read',
    answer: Type.Array(PriceRow),
  },
  'PUT /priceList': {
    summary: 'Change prices and stocks, all of them or, if one is wrong, none',
    ...admin,
    body: exact({ changes: Type.Array(PriceChange, { minItems: 1, maxItems: MAX_LISTED }) }),
    answer: Modified,
  },
} as const satisfies CallTable
