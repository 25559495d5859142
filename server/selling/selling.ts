import type { SellingSettings } from '#contract/selling/settings.ts'
import { setShopDates, shopDates } from '#contract/values/dates/shop-dates.ts'
import { loadOnce } from '#server/platform/load-once.ts'
import type { Db, ShopDatabase } from '#server/shop-database.ts'
import { readSelling } from './read-selling.ts'

type Setup = { database: ShopDatabase; isSingleInstance: boolean }

/**
 * The settings for selling. They are cached until an admin saves them. With several server instances on one database, an
 * instance may learn of a change by another one up to a second late. This is good enough for showing pages and prices,
 * but payments must use `settingsNow`.
 */
export class Selling {
  readonly #database: ShopDatabase
  readonly #isSingleInstance: boolean
  #load = this.#newLoader()
  /** The settings, or null while they are read. */
  #loaded: SellingSettings | null = null

  constructor({ database, isSingleInstance }: Setup) {
    this.#database = database
    this.#isSingleInstance = isSingleInstance
    database.events.onType('settings-changed', () => {
      this.#load = this.#newLoader()
      this.#loaded = null
      // If this read fails, the time zone is read again with the settings of the next payment.
      this.settings().catch(() => undefined)
    })
  }

  settings(): Promise<SellingSettings> {
    return this.#load()
  }

  /** Returns the settings as they are in the database now. Alone on the database, the cached settings are. */
  async settingsNow(): Promise<SellingSettings> {
    return this.#isSingleInstance ? this.settings() : this.#inProcess(await readSelling(this.#database.read))
  }

  /**
   * Returns the currency of the shop, in which all its prices are. A write transaction passes itself: while the settings
   * are read again, it must not wait for a second connection, because all connections may be used by transactions.
   */
  async currency(tx?: Db): Promise<string> {
    return (this.#loaded ?? (tx ? await readSelling(tx) : await this.settings())).currency
  }

  /** Sets the time zone of this process to that of settings that were read. */
  #inProcess(settings: SellingSettings): SellingSettings {
    setShopDates({ ...shopDates(), timeZone: settings.timeZone })
    return settings
  }

  #newLoader(): () => Promise<SellingSettings> {
    const load = loadOnce(async () => {
      const settings = await readSelling(this.#database.read)
      // Otherwise the settings have changed since then, and may have been read again.
      if (this.#load === load) this.#loaded = this.#inProcess(settings)
      return settings
    })
    return load
  }
}
