import type {
  BagCategory,
  BagDetails,
  Brand,
  CoffeeDetails,
  CoffeesQuery,
  SearchQuery,
} from '#contract/catalogue.ts'
import { Problem } from '#contract/errors.ts'
import { isNarrowed, writeListQuery } from '#contract/values/facts/coffee-list.ts'
import { ResponseCache, EncodedResponse, JSON_KIND } from '#server/platform/http/response-cache.ts'
import type { ShopDatabase } from '#server/shop-database.ts'
import { CoffeesByFacet } from './coffees-by-facet.ts'
import { readCoffeePage } from './coffee-page.ts'
import { Products } from './find-product.ts'
import { answerSearch } from './search/answer-search.ts'
import { indexMissing } from './search/product-words.ts'
import { Search } from './search/search.ts'
import { listCoffees } from './list-coffees.ts'
import {
  isStocked,
  presentBagCategory,
  presentBagDetails,
  presentBrand,
  presentCoffeeDetails,
} from './present.ts'
import { findBrand, findPacket, listBrands, listCoffeesOfBrand, listPackets } from './queries.ts'

/**
 * The brands and products that shoppers see. Responses are cached as encoded JSON until an admin changes the catalogue
 * or the settings, such as the currency. The details of products that can be sold out are never cached, because they say
 * when only a few are left.
 */
export type Catalogue = ReturnType<typeof createCatalogue>

/** The currency of the shop, and the owner's lines of words that mean the same. */
type OwnersSettings = { currency: () => Promise<string>; synonyms: () => Promise<string[]> }

export function createCatalogue(database: ShopDatabase, { currency, synonyms }: OwnersSettings) {
  const responses = new ResponseCache()
  database.events.onType('catalogue-changed', () => responses.invalidateAll())
  database.events.onType('settings-changed', () => responses.invalidateAll())
  const readBrand = async (id: string) => readCoffeeDetails(database, id, await currency())
  const index = new CoffeesByFacet(database)
  const parts = async () => ({ read: database.read, index, currency: await currency() })
  const readCoffee = async (id: string) => readCoffeePage(await parts(), id)
  const readList = async (query: CoffeesQuery) => listCoffees(await parts(), query)
  const search = new Search({ database, synonyms })
  const readSearch = async (query: SearchQuery) => answerSearch(await parts(), search, query)
  const brands = async (): Promise<Brand[]> => (await listBrands(database.read)).map(presentBrand)
  const bags = async (): Promise<BagCategory[]> => (await listPackets(database.read)).map(presentBagCategory)
  return {
    products: new Products(database),
    brands,
    bags,
    brandsAnswer: () => responses.get('brands', async () => json(await brands())),
    bagsAnswer: () => responses.get('bags', async () => json(await bags())),
    /**
     * Reads a brand with its coffees, a coffee's page, a list of coffees, or the result of a search. The result is not
     * cached, and is null if the brand or the coffee is not on sale.
     */
    readBrand,
    readCoffee,
    readList,
    readSearch,
    /** Fills the index of the search. It is called at the start, because a restored backup has none. */
    indexMissing: () => indexMissing(database),
    coffeeDetails: (id: string) => cachedDetails(responses, `coffee ${id}`, () => readBrand(id)),
    bagDetails: (id: string) =>
      cachedDetails(responses, `bag ${id}`, async () => readBagDetails(database, id, await currency())),
    coffeePage: (id: string) => cachedDetails(responses, `page ${id}`, () => readCoffee(id)),
    /** Only lists without filters are cached, because there are too many others. */
    coffeeList: async (query: CoffeesQuery) =>
      isNarrowed(query)
        ? (await readList(query)).body
        : cachedDetails(responses, `list ${writeListQuery(query)}`, () => readList(query)),
  }
}

function json(value: unknown): EncodedResponse {
  return new EncodedResponse(JSON.stringify(value), JSON_KIND)
}

/** The details of a brand or a packet. `isStocked` says whether they contain a product that can be sold out. */
export type Details<T> = { body: T; isStocked: boolean }

/**
 * Returns the details of a brand or a packet, from the cache or from the database. They are cached unless they contain
 * a product that can be sold out. Returns a problem, which is not cached, if `read` returns null.
 */
function cachedDetails<T extends object>(
  responses: ResponseCache,
  name: string,
  read: () => Promise<Details<T> | null>,
): Promise<EncodedResponse | T | Problem> {
  return responses.get(name, async () => {
    const details = await read()
    if (!details) return new Problem('not-found')
    return details.isStocked ? details.body : json(details.body)
  })
}

async function readCoffeeDetails(
  { read }: ShopDatabase,
  id: string,
  currency: string,
): Promise<Details<CoffeeDetails> | null> {
  const brand = await findBrand(read, id)
  if (!brand) return null
  const coffees = await listCoffeesOfBrand(read, id)
  return { body: presentCoffeeDetails(brand, coffees, currency), isStocked: coffees.some(isStocked) }
}

async function readBagDetails(
  { read }: ShopDatabase,
  id: string,
  currency: string,
): Promise<Details<BagDetails> | null> {
  const packet = await findPacket(read, id)
  return packet ? { body: presentBagDetails(packet, currency), isStocked: isStocked(packet) } : null
}
