import { pageShopOf } from '#contract/shop/profile.ts'
import type { PageShop, ShopOpening, ShopProfile } from '#contract/shop/profile.ts'
import type { ShopDatabase } from '#server/shop-database.ts'
import { readOpening, readProfile } from './read-settings.ts'

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
  #cached: Promise<CurrentShop> | null = null

  constructor({ database, demo }: { database: ShopDatabase; demo: boolean }) {
    this.#database = database
    this.#demo = demo
    database.events.onType('settings-changed', () => {
      this.#cached = null
    })
  }

  /** Returns the current profile and opening. A failed read is not cached, so that the next call tries again. */
  current(): Promise<CurrentShop> {
    this.#cached ??= this.#read().catch((error: unknown) => {
      this.#cached = null
      throw error
    })
    return this.#cached
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
