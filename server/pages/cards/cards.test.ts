import '#test/cheap-passwords.ts'
import { Readable } from 'node:stream'
import sharp from 'sharp'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { imageAddress } from '#contract/values/images.ts'
import type { ImageStore } from '#server/media/image-store.ts'
import { canDraw, fitText, widthOf } from '#server/shop/draw-text.ts'
import { archive, changeCatalogue, setPrice } from '#test/catalogue.ts'
import { plainPicture } from '#test/drawn-pictures.ts'
import { forEveryone, forSignedIn, saveOpening } from '#test/selling/opening.ts'
import { givenShop } from '#test/shop.ts'
import { stores } from '#test/stores.ts'
import { drawCard } from './draw-card.ts'

/** A picture that the store returns for every name. */
let picture: Buffer
const store: ImageStore = {
  origin: null,
  publicUrl: null,
  save: async ({ id }) => imageAddress(id),
  find: async () => ({ size: picture.length, read: () => Readable.from([picture]) }),
  delete: async () => undefined,
}
beforeAll(
  async () =>
    void (picture = await plainPicture({ width: 800, height: 800, colour: '#204080' }).webp().toBuffer()),
)

describe.each(stores.slice(0, 1))('preview cards', ({ fresh }) => {
  const shop = givenShop(fresh, { imageStore: store })
  beforeEach(() => saveOpening(shop.database, forEveryone))
  const get = (id: string) => shop.app.inject(`/cards/${id}.jpg`)

  test('show the picture beside the texts, in the size that other sites expect', async () => {
    for (const id of [shop.shelves.packet.id, shop.shelves.brand.id]) {
      const { statusCode, headers, rawPayload } = await get(id)
      expect([statusCode, headers['content-type']]).toEqual([200, 'image/jpeg'])
      expect(await sharp(rawPayload).metadata()).toMatchObject({ width: 1200, height: 630, format: 'jpeg' })
      expect(await colourAt(rawPayload, { left: 10, top: 10, width: 600, height: 600 })).toEqual('blue')
      expect(await inkIn(rawPayload, { left: 680, top: 160, width: 480, height: 300 })).toBe(true)
    }
  })

  test('change with the price, and are gone with the product', async () => {
    const { packet } = shop.shelves
    const before = await get(packet.id)
    expect((await get(packet.id)).rawPayload.equals(before.rawPayload)).toBe(true)
    await setPrice(shop.database, packet, 2099)
    expect((await get(packet.id)).rawPayload.equals(before.rawPayload)).toBe(false)
    await archive(shop.database, packet)
    expect((await get(packet.id)).statusCode).toBe(404)
    await archive(shop.database, packet, null)
    expect((await get('nothing')).statusCode).toBe(404)
  })

  test('are refused while too many wait to be drawn', async () => {
    await setPrice(shop.database, shop.shelves.packet, 2199)
    const responses = await Promise.all(Array.from({ length: 40 }, (_, at) => get(`no-such-product-${at}`)))
    const statuses = responses.map(({ statusCode }) => statusCode)
    expect([...new Set(statuses)].toSorted()).toEqual([404, 503])
    expect((await get(shop.shelves.packet.id)).statusCode).toBe(200)
  })

  test('are not shown to visitors who may not see the products', async () => {
    await saveOpening(shop.database, forSignedIn)
    expect((await get(shop.shelves.packet.id)).statusCode).toBe(401)
  })

  test('have only texts for a picture that another server stores', async () => {
    await changeCatalogue(shop.database, (tx) =>
      tx
        .updateTable('products')
        .set({ img: 'https://i.ibb.co/a.webp' })
        .where('id', '=', shop.shelves.packet.id)
        .execute(),
    )
    const { rawPayload } = await get(shop.shelves.packet.id)
    expect(await inkIn(rawPayload, { left: 60, top: 160, width: 600, height: 300 })).toBe(true)
  })
})

test.each(['云南咖啡', 'Ελληνικός', '☕️'])(
  'the name %s is left out, because there may be no font for it',
  async (name) => {
    const card = await drawCard({ shopName: 'Hill', name, price: '$1', picture: null, accent: '' })
    expect(await inkIn(card, { left: 60, top: 160, width: 1080, height: 300 })).toBe(false)
    expect(await inkIn(card, { left: 60, top: 40, width: 1080, height: 80 })).toBe(true)
  },
)

test('the name of the shop and the price have the accent colour of the shop', async () => {
  const isBlue = async (accent: string) => {
    const card = await drawCard({ shopName: 'Hill', name: 'Harar', price: '$12.50', picture: null, accent })
    const price = await sharp(card).extract({ left: 60, top: 500, width: 400, height: 90 }).png().toBuffer()
    const [red, , blue] = (await sharp(price).stats()).channels.map(({ min }) => min)
    return Number(blue) > Number(red)
  }
  expect(await isBlue('')).toBe(false)
  expect(await isBlue('#0000ff')).toBe(true)
})

test('a long name is broken into lines that fit, and a very long word is made smaller', () => {
  const { size, lines } = fitText('Ethiopia Yirgacheffe Konga Natural Lot 7', {
    width: 440,
    sizes: [76, 40],
    max: 4,
  })
  expect(lines.length).toBeGreaterThan(1)
  for (const line of lines) expect(widthOf(line, size)).toBeLessThanOrEqual(440)
  expect(fitText('Wolfsbohnenkaffee', { width: 440, sizes: [76, 40], max: 4 }).size).toBe(40)
})

test('the symbols of currencies can be drawn', () => {
  for (const price of ['$1,250.00', '€9.50', '£9', '¥1,250', '₹99', '₩1,000', 'KWD 1.250'])
    expect(canDraw(price), price).toBe(true)
})

type Area = { left: number; top: number; width: number; height: number }

async function colourAt(card: Buffer, area: Area): Promise<string> {
  const { dominant } = await sharp(await sharp(card).extract(area).png().toBuffer()).stats()
  return dominant.b > dominant.r ? 'blue' : 'other'
}

/** Returns whether anything is drawn on the paper in an area. */
async function inkIn(card: Buffer, area: Area): Promise<boolean> {
  const { channels } = await sharp(await sharp(card).extract(area).png().toBuffer()).stats()
  return (channels[0]?.stdev ?? 0) > 8
}
