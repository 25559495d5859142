import '#test/cheap-passwords.ts'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { pageTable } from '#contract/values/page-table.ts'
import type { PacketRow } from '#server/tables.ts'
import { shopOrigin } from '#test/calls.ts'
import { archive, changeCatalogue } from '#test/catalogue.ts'
import { forEveryone, forSignedIn, saveOpening } from '#test/selling/opening.ts'
import { givenShop } from '#test/shop.ts'
import { stores } from '#test/stores.ts'
import { MAX_IN_PART, sitemapOfPages, sitemapOfProducts } from './sitemap.ts'

const closed = { isOpen: false, productsFor: 'everyone' } as const

describe.each(stores)('for search engines on $name', ({ fresh }) => {
  const shop = givenShop(fresh)
  beforeEach(() => saveOpening(shop.database, forEveryone))

  const read = async (path: string) => (await shop.app.inject(path)).body
  const urlsIn = (xml: string) => [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url = '']) => url)
  const changesIn = (xml: string) =>
    [...xml.matchAll(/<lastmod>(.*?)<\/lastmod>/g)].map(([, at = '']) => Date.parse(at))

  test('robots.txt allows product pages only if they are public, and nothing until the shop is open', async () => {
    expect(await read('/robots.txt')).toBe(
      `User-agent: *\n${['/api/', '/myCart', '/checkout', '/account', '/menu', '/dashboard']
        .map((path) => `Disallow: ${path}\n`)
        .join('')}\nSitemap: ${shopOrigin}/sitemap.xml\n`,
    )
    await saveOpening(shop.database, forSignedIn)
    for (const path of ['/coffeeDetails/', '/bagDetails/'])
      expect(await read('/robots.txt')).toContain(`Disallow: ${path}\n`)
    await saveOpening(shop.database, closed)
    expect(await read('/robots.txt')).toBe('User-agent: *\nDisallow: /\n')
  })

  test('the sitemap leads to every product on sale, at its canonical address', async () => {
    const { brand, bareBrand, packet } = shop.shelves
    const index = await shop.app.inject('/sitemap.xml')
    expect(index.headers['content-type']).toBe('application/xml; charset=utf-8')
    const parts = urlsIn(index.body)
    expect(parts).toEqual(['pages', 'coffees', 'bags'].map((name) => `${shopOrigin}/sitemap-${name}.xml`))
    const all = await Promise.all(parts.map(async (url) => urlsIn(await read(url.slice(shopOrigin.length)))))
    expect(all.flat()).toEqual(
      [
        '/',
        '/contact',
        `/coffeeDetails/${brand.id}/hill-farm`,
        `/coffeeDetails/${bareBrand.id}/empty-farm`,
        `/bagDetails/${packet.id}/house-blend`,
      ].map((path) => shopOrigin + path),
    )
    await archive(shop.database, packet)
    expect(urlsIn(await read('/sitemap-bags.xml'))).toEqual([])
    await archive(shop.database, packet, null)
  })

  test('every public page is in the sitemap, has a form, or asks not to be listed', async () => {
    const robotsOf = async (path: string) => (await shop.app.inject(path)).headers['x-robots-tag']
    const unlisted = ['/forgotPassword', '/resetPassword', '/confirmSignUp', '/invitation']
    for (const path of [...unlisted, '/resetPassword/', '/resetPassword?token=x'])
      expect([path, await robotsOf(path)]).toEqual([path, 'noindex'])
    const inSitemap = urlsIn(await read('/sitemap-pages.xml')).map((url) => url.slice(shopOrigin.length))
    const others = [...inSitemap, '/login', '/register']
    for (const path of others) expect([path, await robotsOf(path)]).toEqual([path, undefined])
    const isKnown = (path: string) => [...unlisted, ...others].includes(path) || path.startsWith('/legal/')
    const publicPages = Object.values(pageTable).filter(({ access }) => access === 'public')
    expect(publicPages.filter(({ path }) => !isKnown(path))).toEqual([])
    const robots = await read('/robots.txt')
    for (const path of unlisted) expect(robots).not.toContain(path)
  })

  test.each([forSignedIn, closed])('the sitemap has no products with the opening %j', async (opening) => {
    await saveOpening(shop.database, opening)
    expect(urlsIn(await read('/sitemap.xml'))).toEqual([`${shopOrigin}/sitemap-pages.xml`])
    for (const part of ['coffees', 'bags']) {
      const { statusCode, body } = await shop.app.inject(`/sitemap-${part}.xml`)
      expect([statusCode, body.includes(shop.shelves.packet.id)]).toEqual([404, false])
    }
  })

  test.each(['?after=a&after=b', '?after=%00', '?after=zzz'])(
    'a part with the odd query %s breaks nothing',
    async (query) => {
      const { statusCode, body } = await shop.app.inject(`/sitemap-bags.xml${query}`)
      expect(statusCode).toBeLessThan(500)
      expect(urlsIn(body)).toEqual([])
    },
  )

  test('a page has changed when an admin has changed it or, for a brand, one of its coffees', async () => {
    const { brand, espresso, packet } = shop.shelves
    const ada = await shop.admin('Ada')
    const change = (id: string, at: number) =>
      changeCatalogue(shop.database, (tx) =>
        tx.updateTable('products').set({ changed_at: at }).where('id', '=', id).execute(),
      )
    expect(changesIn(await read('/sitemap-bags.xml'))).toEqual([packet.created_at])
    const before = Date.now()
    const about = { name: 'House Blend', img: packet.img, price: '18.99', ratting: 4, about: 'A kilo' }
    const changed = await ada.send('PUT /addNewPacket/{id}', {
      params: { id: packet.id },
      body: { img: packet.cover_img, category_name: 'Bags', email: ada.email, about },
    })
    expect(changed.status).toBe(200)
    expect(changesIn(await read('/sitemap-bags.xml'))[0]).toBeGreaterThanOrEqual(before)
    await change(espresso.id, 4_000_000_000_000)
    const [ofBrand, ofBareBrand] = changesIn(await read('/sitemap-coffees.xml'))
    expect([ofBrand, ofBareBrand]).toEqual([4_000_000_000_000, shop.shelves.bareBrand.created_at])
    await archive(shop.database, espresso, 4_100_000_000_000)
    expect(changesIn(await read('/sitemap-coffees.xml'))[0]).toBe(4_100_000_000_000)
    await archive(shop.database, espresso, null)
    expect(brand.created_at).toBeLessThan(before)
  })
})

test('the legal pages that have a text are in the sitemap', () => {
  expect(sitemapOfPages('https://shop.example', ['imprint'])).toContain(
    '<loc>https://shop.example/legal/imprint</loc>',
  )
})

const PRODUCTS = 100_000

describe.each(stores.slice(0, 1))('a sitemap of 100,000 products', ({ fresh }) => {
  const shop = givenShop(fresh)
  beforeAll(async () => {
    await saveOpening(shop.database, forEveryone)
    await addPackets(shop.shelves.packet)
  })

  async function addPackets(packet: PacketRow): Promise<void> {
    await changeCatalogue(shop.database, async (tx) => {
      for (let at = 1; at < PRODUCTS; at += 1000) {
        const numbers = Array.from({ length: Math.min(1000, PRODUCTS - at) }, (_, index) => at + index)
        const rows = numbers.map((number) => ({
          ...packet,
          id: `p${String(number).padStart(6, '0')}`,
          name: `Bag ${number}`,
        }))
        await tx.insertInto('products').values(rows).execute()
      }
    })
  }

  test('has parts of 50,000, every product once, and is streamed in bounded memory', async () => {
    const start = performance.now()
    const index = (await shop.app.inject('/sitemap.xml')).body
    const parts = [...index.matchAll(/<loc>.*?sitemap-bags\.xml(?:\?after=(.*?))?<\/loc>/g)].map(
      ([, after = '']) => after,
    )
    expect(parts).toHaveLength(2)
    const seen = new Set<string>()
    let [largestChunk, mostInPart] = [0, 0]
    globalThis.gc?.()
    const memory = process.memoryUsage().heapUsed
    let mostMemory = 0
    for (const after of parts) {
      let inPart = 0
      for await (const chunk of sitemapOfProducts(shop.database.read, shopOrigin, {
        kind: 'packet',
        after,
      })) {
        const text = String(chunk)
        largestChunk = Math.max(largestChunk, text.length)
        for (const [, id = ''] of text.matchAll(/bagDetails\/([\w-]+)\//g)) {
          seen.add(id)
          inPart += 1
        }
        mostMemory = Math.max(mostMemory, process.memoryUsage().heapUsed - memory)
      }
      mostInPart = Math.max(mostInPart, inPart)
    }
    expect(seen.size).toBe(PRODUCTS)
    expect(mostInPart).toBe(MAX_IN_PART)
    const ms = performance.now() - start
    process.stdout.write(
      `100,000 products in ${Math.round(ms)} ms, at most ${Math.round(largestChunk / 1000)} kB at a time, heap at most ${Math.round(mostMemory / 1e6)} MB larger\n`,
    )
    expect(largestChunk).toBeLessThan(500_000)
    // The ids that this test remembers are a part of it.
    expect(mostMemory).toBeLessThan(150_000_000)
    expect(ms).toBeLessThan(20_000)
  })
})
