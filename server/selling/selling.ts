import type { SellingSettings } from '#contract/selling/settings.ts'
import { setShopCurrency, shopCurrency } from '#contract/values/currencies.ts'
import type { ShopDatabase } from '#server/shop-database.ts'
import { readSelling } from './read-selling.ts'

type Setup = { database: ShopDatabase; alone: boolean; demo: boolean }

/**
 * The settings for selling. They are cached until an admin saves them. With several server instances on one database
 * they are read each time. Otherwise another instance could learn of a change too late and charge an old price.
 */
export class Selling {
  readonly #database: ShopDatabase
  readonly #alone: boolean
  readonly #demo: boolean
  #cached: Promise<SellingSettings> | null = null

  constructor({ database, alone, demo }: Setup) {
    this.#database = database
    this.#alone = alone
    this.#demo = demo
    database.events.onType('settings-changed', () => {
      this.#cached = null
      // If this read fails, the currency is read again with the settings of the next payment.
      this.settings().catch(() => undefined)
    })
  }

  /** Returns the settings. If they have another currency than this process, sets it for this process. */
  async settings(): Promise<SellingSettings> {
    const settings = await (this.#alone ? (this.#cached ??= this.#read()) : readSelling(this.#database.read))
    this.#useCurrency(settings)
    return settings
  }

  /** All cached responses that contain prices are invalidated by the event that is published here. */
  #useCurrency({ currency }: SellingSettings): void {
    if (currency === shopCurrency()) return
    setShopCurrency(currency)
    this.#database.events.publish({ type: 'catalogue-changed' })
  }

  /**
   * Returns whether customers choose an address and a delivery before they pay. The demo shop and a shop without
   * delivery methods have no checkout: their customers pay at once.
   */
  async hasCheckout(): Promise<boolean> {
    return !this.#demo && (await this.settings()).methods.length > 0
  }

  /** Reads the settings. A failed read is not cached, so that the next call tries again. */
  async #read(): Promise<SellingSettings> {
    try {
      return await readSelling(this.#database.read)
    } catch (error) {
      this.#cached = null
      throw error
    }
  }
}
