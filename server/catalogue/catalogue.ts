import type { BagCategory, Brand } from '#contract/catalogue.ts'
import { Problem } from '#contract/errors.ts'
import { AnswerCache, Finished, JSON_KIND } from '#server/platform/http/answer-cache.ts'
import { Products } from './find-product.ts'
import { presentBagCategory, presentBagDetails, presentBrand, presentCoffeeDetails } from './present.ts'
import { findBrand, findPacket, listBrands, listCoffeesOfBrand, listPackets } from './queries.ts'
import type { ShopDatabase } from '#server/shop-database.ts'

/** The catalogue as shoppers read it: finished answers, kept until it changes. */
export type Catalogue = ReturnType<typeof createCatalogue>

export function createCatalogue(database: ShopDatabase) {
  const answers = new AnswerCache()
  database.events.onType('catalogue-changed', () => answers.drop())
  const brands = async (): Promise<Brand[]> => (await listBrands(database.read)).map(presentBrand)
  const bags = async (): Promise<BagCategory[]> => (await listPackets(database.read)).map(presentBagCategory)
  return {
    products: new Products(database),
    brands,
    bags,
    brandsAnswer: () => answers.get('brands', async () => json(await brands())),
    bagsAnswer: () => answers.get('bags', async () => json(await bags())),
    coffeeDetails: (id: string) => found(answers, `coffee ${id}`, () => readCoffeeDetails(database, id)),
    bagDetails: (id: string) => found(answers, `bag ${id}`, () => readBagDetails(database, id)),
  }
}

function json(value: unknown): Finished {
  return new Finished(JSON.stringify(value), JSON_KIND)
}

class Missing extends Error {}

/** A details answer, or the problem that there is none; what is missing is not remembered. */
async function found(
  answers: AnswerCache,
  name: string,
  read: () => Promise<object | null>,
): Promise<Finished | Problem> {
  try {
    return await answers.get(name, async () => {
      const details = await read()
      if (!details) throw new Missing()
      return json(details)
    })
  } catch (error) {
    if (error instanceof Missing) return new Problem('not-found')
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
