import type { Kysely } from 'kysely'
import type { Database } from '#server/platform/database/database.ts'
import { Lru } from '#server/platform/lru.ts'
import type { Tables } from '#server/tables.ts'
import { coffeeAsSold, packetAsSold } from './sellable.ts'
import type { Sellable } from './sellable.ts'
import { findCoffee, findCoffeeShown, findPacket, findPacketShown } from './queries.ts'

const MOST_KNOWN = 20_000
const NOT_SOLD = 'not sold'

/** What the shop sells today, by id or as it is shown; remembered until the catalogue changes. */
export class Products {
  readonly #known = new Lru<string, Sellable | typeof NOT_SOLD>(MOST_KNOWN)
  readonly #database: Database<Tables>
  #generation = 0

  constructor(database: Database<Tables>) {
    this.#database = database
    database.changes.onAny(['catalogue'], () => {
      this.#generation += 1
      this.#known.clear()
    })
  }

  /** The product with this id, or null when it is not sold (any more). */
  async byId(id: string): Promise<Sellable | null> {
    const known = this.#known.get(id)
    if (known) return known === NOT_SOLD ? null : known
    const generation = this.#generation
    const product = await readProduct(this.#database.read, id)
    if (generation === this.#generation) this.#known.set(id, product ?? NOT_SOLD)
    return product
  }

  /** The same inside a write. What a transaction sees may yet be rolled back, so it is not remembered. */
  async byIdWithin(tx: Kysely<Tables>, id: string): Promise<Sellable | null> {
    const known = this.#known.get(id)
    if (known) return known === NOT_SOLD ? null : known
    return readProduct(tx, id)
  }

  /** The product that has this name and picture, for clients that do not know its id. */
  async byNameAndPicture(shown: { name: string; img: string }): Promise<Sellable | null> {
    const coffee = await findCoffeeShown(this.#database.read, shown)
    if (coffee) return coffeeAsSold(coffee)
    const packet = await findPacketShown(this.#database.read, shown)
    return packet ? packetAsSold(packet) : null
  }
}

async function readProduct(db: Kysely<Tables>, id: string): Promise<Sellable | null> {
  const coffee = await findCoffee(db, id)
  if (coffee) return coffeeAsSold(coffee)
  const packet = await findPacket(db, id)
  return packet ? packetAsSold(packet) : null
}
