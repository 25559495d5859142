import type { TaxClass } from '#contract/selling/settings.ts'
import { Lru } from '#server/platform/lru.ts'
import type { Db, ShopDatabase } from '#server/shop-database.ts'
import { findProduct, findProducts, findProductShown } from './queries.ts'
import type { ProductWithBrand } from './queries.ts'

/**
 * A coffee or a packet that is on sale. `brand` is the name of a coffee's brand, and is null for a packet. `bag` is the
 * category of a packet, and is null for a coffee. `rating` is 1 to 5 stars. `stockId` is null if the product is never
 * sold out. How much is left is not part of this type, because its values are cached.
 */
export type SoldProduct = {
  id: string
  name: string
  img: string
  about: string
  priceCents: number
  rating: number
  brand: string | null
  bag: string | null
  weightGrams: number | null
  stockId: string | null
  taxClass: TaxClass
}

const MAX_CACHED = 20_000
const NOT_SOLD = 'not sold'

/** Finds products that are on sale. The results of `byId` are cached until an admin changes the catalogue. */
export class Products {
  readonly #cache = new Lru<string, SoldProduct | typeof NOT_SOLD>(MAX_CACHED)
  readonly #database: ShopDatabase
  #generation = 0

  constructor(database: ShopDatabase) {
    this.#database = database
    database.events.onType('catalogue-changed', () => {
      this.#generation += 1
      this.#cache.clear()
    })
  }

  /** Returns the product with this id, or null if it is not on sale. */
  async byId(id: string): Promise<SoldProduct | null> {
    const cached = this.#cache.get(id)
    if (cached) return cached === NOT_SOLD ? null : cached
    const generation = this.#generation
    const product = await readProduct(this.#database.read, id)
    // If the catalogue changed while the product was read, the product may be out of date and is not cached.
    if (generation === this.#generation) this.#cache.set(id, product ?? NOT_SOLD)
    return product
  }

  /**
   * Returns those of the products with these ids that are on sale, by id, as they are inside a transaction. On
   * PostgreSQL nothing is taken from the cache: another server process may have changed a price a moment ago, and what
   * is charged must be today's price. What was read is not cached, because the transaction may be rolled back.
   */
  async byIdsWithin(tx: Db, ids: string[]): Promise<Map<string, SoldProduct>> {
    const found = new Map<string, SoldProduct>()
    const unknown: string[] = []
    for (const id of new Set(ids)) {
      const cached = this.#database.dialect === 'sqlite' ? this.#cache.get(id) : undefined
      if (!cached) unknown.push(id)
      else if (cached !== NOT_SOLD) found.set(id, cached)
    }
    if (unknown.length === 0) return found
    for (const row of await findProducts(tx, unknown)) found.set(row.id, toSoldProduct(row))
    return found
  }

  /**
   * Returns the product with this name and picture, or null if it is not on sale. It is used for clients that do not
   * send the id of the product.
   */
  async byNameAndPicture(shown: { name: string; img: string }): Promise<SoldProduct | null> {
    const row = await findProductShown(this.#database.read, shown)
    return row ? toSoldProduct(row) : null
  }
}

async function readProduct(db: Db, id: string): Promise<SoldProduct | null> {
  const row = await findProduct(db, id)
  return row ? toSoldProduct(row) : null
}

function toSoldProduct(row: ProductWithBrand): SoldProduct {
  const { id, name, img, about, rating, brand } = row
  return {
    id,
    name,
    img,
    about,
    rating,
    priceCents: row.price_cents,
    brand,
    bag: row.category,
    weightGrams: row.weight_grams,
    stockId: row.stock_id,
    taxClass: row.tax_class,
  }
}
