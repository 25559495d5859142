import { pageShopOf } from '#contract/shop/profile.ts'
import type { PageShop, ShopOpening, ShopProfile } from '#contract/shop/profile.ts'
import { areProductsPublic } from '#contract/values/product-pages.ts'
import { loadOnce } from '#server/platform/load-once.ts'
import type { ShopDatabase } from '#server/shop-database.ts'
import { readOpening, readProfile } from './stored-settings.ts'

/**
 * The published profile, the opening, and what every page gets of the two. `version` is that of the profile: it changes
 * with each change of the profile.
 */
export type CurrentShop = { profile: ShopProfile; version: number; opening: ShopOpening; page: PageShop }

/**
 * Caches the published profile and the opening of the shop until an admin changes the settings. With several server
 * instances on one database, an instance may learn of a change by another one up to a second late.
 */
export class ShopProfiles {
  readonly #database: ShopDatabase
  readonly #demo: boolean
  #load = this.#newLoader()
  /** What `#load` has resolved to, so that checks of requests need not wait for a promise. */
  #ready: CurrentShop | null = null

  constructor({ database, demo }: { database: ShopDatabase; demo: boolean }) {
    this.#database = database
    this.#demo = demo
    database.events.onType('settings-changed', () => {
      this.#load = this.#newLoader()
      this.#ready = null
    })
  }

  /** Returns the current profile and opening. A failed read is not cached, so that the next call tries again. */
  current(): Promise<CurrentShop> {
    return this.#load()
  }

  /** Returns the current name of the shop. */
  readonly shopName = async (): Promise<string> => (await this.current()).profile.name

  /** Reads the opening from the database, and does not cache it. */
  async readOpening(): Promise<ShopOpening> {
    return (await readOpening(this.#database.read, this.#demo)).value
  }

  /** Returns whether everyone may see the products. Returns a promise only if that is not cached. */
  readonly showsProducts = (): Promise<boolean> | boolean => {
    if (this.#ready) return areProductsPublic(this.#ready.opening)
    return this.current().then(({ opening }) => areProductsPublic(opening))
  }

  #newLoader(): () => Promise<CurrentShop> {
    const load = loadOnce(async () => {
      const shop = await this.#read()
      // If the settings changed while they were read, what was read may be out of date.
      if (this.#load === load) this.#ready = shop
      return shop
    })
    return load
  }

  async #read(): Promise<CurrentShop> {
    const { read } = this.#database
    const [{ value: profile, version }, { value: opening }] = await Promise.all([
      readProfile(read, this.#demo),
      readOpening(read, this.#demo),
    ])
    return { profile, version, opening, page: pageShopOf(profile, opening) }
  }
}
