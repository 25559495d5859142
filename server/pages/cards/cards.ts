import { buffer } from 'node:stream/consumers'
import { Problem } from '#contract/errors.ts'
import { formatPrice, toCents } from '#contract/values/money.ts'
import { parseImageAddress } from '#contract/values/images.ts'
import type { Catalogue } from '#server/catalogue/catalogue.ts'
import type { ImageStore } from '#server/media/image-store.ts'
import type { CallsSetup } from '#server/platform/http/calls.ts'
import { sendProblem } from '#server/platform/http/errors.ts'
import { admitted } from '#server/platform/http/gate.ts'
import { EncodedResponse, sendEncoded } from '#server/platform/http/response-cache.ts'
import { Lru } from '#server/platform/lru.ts'
import type { ShopDatabase } from '#server/shop-database.ts'
import type { ShopProfiles } from '#server/shop/shop-profiles.ts'
import { drawCard } from './draw-card.ts'

type Parts = {
  catalogue: Pick<Catalogue, 'readBrand' | 'readPacket'>
  events: ShopDatabase['events']
  profiles: ShopProfiles
  store: Pick<ImageStore, 'find'>
}

/** The maximum number of cards that wait to be drawn. Drawing one takes about a tenth of a second. */
const MAX_WAITING = 30

/** A card has about 60 kB, so these are at most 20 MB. */
const MAX_CARDS = 300

/**
 * Adds the route for cards: the pictures that other sites show in previews of the pages of brands and packets. Cards are
 * cached until the catalogue or the settings change. One card is drawn at a time, so that drawing leaves time for other
 * requests.
 */
export function cardRoutes(setup: CallsSetup, parts: Parts): void {
  let cards = new Lru<string, Promise<EncodedResponse | null>>(MAX_CARDS)
  let drawing: Promise<unknown> = Promise.resolve()
  let waiting = 0
  const clear = () => void (cards = new Lru(MAX_CARDS))
  parts.events.onType('catalogue-changed', clear)
  parts.events.onType('settings-changed', clear)

  const onRequest = admitted(setup, { access: 'product', limit: 'read' })
  setup.app.get<{ Params: { id: string } }>('/cards/:id.jpg', { onRequest }, async (request, reply) => {
    const { id } = request.params
    const known = cards.get(id)
    if (!known && waiting >= MAX_WAITING) return sendProblem(reply, new Problem('busy'))
    const card = await (known ?? drawInTurn(id))
    return card ? sendEncoded(request, reply, card) : sendProblem(reply, new Problem('not-found'))
  })

  /** Draws a card after those that wait. Neither an error nor the absence of a product is cached. */
  function drawInTurn(id: string): Promise<EncodedResponse | null> {
    const current = cards
    waiting += 1
    const making = drawing.then(() => makeCard(id, parts)).finally(() => (waiting -= 1))
    drawing = making.catch(() => undefined)
    const forget = () => current.delete(id)
    current.set(id, making)
    making.then((card) => card ?? forget(), forget)
    return making
  }
}

/** Returns the card of a brand or of a packet, or null if it is not on sale. */
async function makeCard(id: string, { catalogue, profiles, store }: Parts): Promise<EncodedResponse | null> {
  const shown = await readShown(id, catalogue)
  if (!shown) return null
  const [{ profile }, picture] = await Promise.all([profiles.current(), readPicture(shown.img, store)])
  const { name: shopName, accent } = profile
  const card = await drawCard({ shopName, accent, name: shown.name, price: shown.price, picture })
  return new EncodedResponse(card, { type: 'image/jpeg', cacheControl: 'public, max-age=86400' })
}

/** What a card shows of a brand or of a packet. `price` is the lowest price of a brand's coffees, formatted. */
type Shown = { name: string; img: string; price: string }

async function readShown(id: string, catalogue: Parts['catalogue']): Promise<Shown | null> {
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
 * Returns a picture that the shop stores, or null for any other one, because the server requests no URLs of other sites.
 */
async function readPicture(address: string, store: Parts['store']): Promise<Buffer | null> {
  const image = parseImageAddress(address)
  const file = image && (await store.find(`${image.id}-800.webp`))
  return file && buffer(file.read())
}
