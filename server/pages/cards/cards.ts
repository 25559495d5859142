import { buffer } from 'node:stream/consumers'
import { Problem } from '#contract/errors.ts'
import { formatPrice, toCents } from '#contract/values/money.ts'
import { parseImageAddress } from '#contract/values/images.ts'
import type { Catalogue } from '#server/catalogue/catalogue.ts'
import type { ImageStore } from '#server/media/image-store.ts'
import { EncodedResponse } from '#server/platform/http/response-cache.ts'
import { Lru } from '#server/platform/lru.ts'
import type { ShopDatabase } from '#server/shop-database.ts'
import type { ShopProfiles } from '#server/shop/shop-profiles.ts'
import { drawCard } from './draw-card.ts'

type Setup = {
  catalogue: Pick<Catalogue, 'readBrand' | 'readPacket'>
  events: ShopDatabase['events']
  profiles: ShopProfiles
  store: Pick<ImageStore, 'find'>
}

/** What a card shows of a brand or of a packet. `price` is the lowest price of a brand's coffees, formatted. */
type Shown = { name: string; img: string; price: string }

/** The maximum number of cards that wait to be drawn. Drawing one takes about a tenth of a second. */
const MAX_WAITING = 30

/** A card has about 60 kB, so these are at most 20 MB. */
const MAX_CARDS = 300

/**
 * Draws and caches the pictures for previews of the pages of brands and packets. One card is drawn at a time, so that
 * drawing leaves time for other requests.
 */
export class Cards {
  readonly #setup: Setup
  #cards = new Lru<string, Promise<EncodedResponse | null>>(MAX_CARDS)
  #drawing: Promise<unknown> = Promise.resolve()
  #waiting = 0

  constructor(setup: Setup) {
    this.#setup = setup
    const clear = () => void (this.#cards = new Lru(MAX_CARDS))
    setup.events.onType('catalogue-changed', clear)
    setup.events.onType('settings-changed', clear)
  }

  /**
   * Returns the card of a brand or of a packet, or null if it is not on sale. Only cards are cached. Returns a problem if
   * too many cards wait to be drawn.
   */
  async card(id: string): Promise<EncodedResponse | Problem | null> {
    const known = this.#cards.get(id)
    if (known) return known
    return this.#waiting < MAX_WAITING ? this.#draw(id) : new Problem('busy')
  }

  #draw(id: string): Promise<EncodedResponse | null> {
    const cards = this.#cards
    this.#waiting += 1
    const making = this.#drawing.then(() => this.#make(id)).finally(() => (this.#waiting -= 1))
    this.#drawing = making.catch(() => undefined)
    const forget = () => cards.delete(id)
    cards.set(id, making)
    making.then((card) => card ?? forget(), forget)
    return making
  }

  async #make(id: string): Promise<EncodedResponse | null> {
    const shown = await this.#read(id)
    if (!shown) return null
    const [{ profile }, picture] = await Promise.all([
      this.#setup.profiles.current(),
      this.#picture(shown.img),
    ])
    const { name: shopName, accent } = profile
    const card = await drawCard({ shopName, accent, name: shown.name, price: shown.price, picture })
    return new EncodedResponse(card, { type: 'image/jpeg', cacheControl: 'public, max-age=86400' })
  }

  async #read(id: string): Promise<Shown | null> {
    const { catalogue } = this.#setup
    const packet = await catalogue.readPacket(id)
    if (packet) return { ...packet.body.about, price: formatPrice(packet.body.about.price) }
    const brand = await catalogue.readBrand(id)
    if (!brand) return null
    const { category_name: name, img, coffees } = brand.body
    const [cheapest] = coffees
      .map(({ price }) => price)
      .toSorted((a, b) => Number(toCents(a)) - Number(toCents(b)))
    return { name, img, price: cheapest === undefined ? '' : `from ${formatPrice(cheapest)}` }
  }

  /**
   * Returns a picture that the shop stores, or null for any other one, because the server requests no URLs of other
   * sites.
   */
  async #picture(address: string): Promise<Buffer | null> {
    const image = parseImageAddress(address)
    const file = image && (await this.#setup.store.find(`${image.id}-800.webp`))
    return file && buffer(file.read())
  }
}
