import type { Kysely } from 'kysely'
import { Lru } from '#server/platform/lru.ts'
import type { PacketRow, Tables } from '#server/tables.ts'
import { coffeeAsSold, packetAsSold } from './sellable.ts'
import type { SoldProduct } from './sellable.ts'
import { findCoffee, findCoffeeShown, findPacket, findPacketShown } from './queries.ts'
import type { CoffeeOfBrand } from './queries.ts'
import type { ShopDatabase } from '#server/shop-database.ts'

const MOST_KNOWN = 20_000
const NOT_SOLD = 'not sold'

/** What the shop sells today, by id or as it is shown; remembered until the catalogue changes. */
export class Products {
  readonly #known = new Lru<string, SoldProduct | typeof NOT_SOLD>(MOST_KNOWN)
  readonly #database: ShopDatabase
  #generation = 0

  constructor(database: ShopDatabase) {
    this.#database = database
    database.events.onType('catalogue-changed', () => {
      this.#generation += 1
      this.#known.clear()
    })
  }

  /** The product with this id, or null when it is not sold (any more). */
  async byId(id: string): Promise<SoldProduct | null> {
    const known = this.#known.get(id)
    if (known) return known === NOT_SOLD ? null : known
    const generation = this.#generation
    const product = await readProduct(this.#database.read, id)
    if (generation === this.#generation) this.#known.set(id, product ?? NOT_SOLD)
    return product
  }

  /** The same inside a write. What a transaction sees may yet be rolled back, so it is not remembered. */
  async byIdWithin(tx: Kysely<Tables>, id: string): Promise<SoldProduct | null> {
    const known = this.#known.get(id)
    if (known) return known === NOT_SOLD ? null : known
    return readProduct(tx, id)
  }

  /** The product that has this name and picture, for clients that do not know its id. */
  async byNameAndPicture(shown: { name: string; img: string }): Promise<SoldProduct | null> {
    const coffee = await findCoffeeShown(this.#database.read, shown)
    if (coffee) return asCoffee(coffee)
    const packet = await findPacketShown(this.#database.read, shown)
    return packet ? asBag(packet) : null
  }
}

async function readProduct(db: Kysely<Tables>, id: string): Promise<SoldProduct | null> {
  const coffee = await findCoffee(db, id)
  if (coffee) return asCoffee(coffee)
  const packet = await findPacket(db, id)
  return packet ? asBag(packet) : null
}

function asCoffee(row: CoffeeOfBrand): SoldProduct {
  return { ...coffeeAsSold(row), brand: row.brand, bag: null }
}

function asBag(row: PacketRow): SoldProduct {
  return { ...packetAsSold(row), brand: null, bag: row.category }
}
