import type { BagCategory, Brand } from '#contract/catalogue.ts'
import { Problem } from '#contract/errors.ts'
import { ResponseCache, EncodedResponse, JSON_KIND } from '#server/platform/http/response-cache.ts'
import type { ShopDatabase } from '#server/shop-database.ts'
import { Products } from './find-product.ts'
import { presentBagCategory, presentBagDetails, presentBrand, presentCoffeeDetails } from './present.ts'
import { findBrand, findPacket, listBrands, listCoffeesOfBrand, listPackets } from './queries.ts'

/**
 * The brands and products that shoppers see. Responses are cached as encoded JSON until an admin changes the
 * catalogue.
 */
export type Catalogue = ReturnType<typeof createCatalogue>

export function createCatalogue(database: ShopDatabase) {
  const responses = new ResponseCache()
  database.events.onType('catalogue-changed', () => responses.invalidateAll())
  const brands = async (): Promise<Brand[]> => (await listBrands(database.read)).map(presentBrand)
  const bags = async (): Promise<BagCategory[]> => (await listPackets(database.read)).map(presentBagCategory)
  return {
    products: new Products(database),
    brands,
    bags,
    brandsAnswer: () => responses.get('brands', async () => json(await brands())),
    bagsAnswer: () => responses.get('bags', async () => json(await bags())),
    coffeeDetails: (id: string) =>
      cachedDetails(responses, `coffee ${id}`, () => readCoffeeDetails(database, id)),
    bagDetails: (id: string) => cachedDetails(responses, `bag ${id}`, () => readBagDetails(database, id)),
  }
}

function json(value: unknown): EncodedResponse {
  return new EncodedResponse(JSON.stringify(value), JSON_KIND)
}

/**
 * Thrown by the function that is passed to `ResponseCache.get` if a brand or product does not exist. The cache stores
 * what the function returns, but no errors.
 */
class NotFound extends Error {}

/**
 * Returns the JSON response with the details of a brand or product, from the cache or from the database. Returns a
 * problem, which is not cached, if `read` returns null.
 */
async function cachedDetails(
  responses: ResponseCache,
  name: string,
  read: () => Promise<object | null>,
): Promise<EncodedResponse | Problem> {
  try {
    return await responses.get(name, async () => {
      const details = await read()
      if (!details) throw new NotFound()
      return json(details)
    })
  } catch (error) {
    if (error instanceof NotFound) return new Problem('not-found')
    throw error
  }
}

async function readCoffeeDetails({ read }: ShopDatabase, id: string) {
  const brand = await findBrand(read, id)
  return brand ? presentCoffeeDetails(brand, await listCoffeesOfBrand(read, id)) : null
}

async function readBagDetails({ read }: ShopDatabase, id: string) {
  const packet = await findPacket(read, id)
  return packet ? presentBagDetails(packet) : null
}
