import '#test/cheap-passwords.ts'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { pageTable } from '#contract/values/page-table.ts'
import type { PacketRow } from '#server/tables/product-rows.ts'
import { shopOrigin } from '#test/calls.ts'
import { archive, changeCatalogue } from '#test/catalogue.ts'
import { forEveryone, forSignedIn, saveOpening } from '#test/selling/opening.ts'
import { givenShop } from '#test/shop.ts'
import { anyStore } from '#test/stores.ts'
import { MAX_ADDRESSES, sitemap } from './sitemap.ts'

const closed = { isOpen: false, productsFor: 'everyone' } as const

describe.each(anyStore)('for search engines on $name', ({ fresh }) => {
  const shop = givenShop(fresh)
  beforeEach(() => saveOpening(shop.database, forEveryone))

  const read = async (path: string) => (await shop.app.inject(path)).body
  const urlsIn = (xml: string) => [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url = '']) => url)
  const changesIn = (xml: string) =>
    [...xml.matchAll(/<lastmod>(.*?)<\/lastmod>/g)].map(([, at = '']) => Date.parse(at))

  test('robots.txt allows product pages only if they are public, and nothing until the shop is open', async () => {
    expect(await read('/robots.txt')).toBe(
      `User-agent: *\n${['/api/', '/myCart', '/checkout', '/gift/new/', '/account', '/menu', '/dashboard']
        .map((path) => `Disallow: ${path}\n`)
        .join('')}\nSitemap: ${shopOrigin}/sitemap.xml\n`,
    )
    await saveOpening(shop.database, forSignedIn)
    for (const path of ['/coffeeDetails/', '/bagDetails/', '/coffee/', '/coffees'])
      expect(await read('/robots.txt')).toContain(`Disallow: ${path}\n`)
    await saveOpening(shop.database, closed)
    expect(await read('/robots.txt')).toBe('User-agent: *\nDisallow: /\n')
  })

  test('the sitemap leads to every product on sale, at its canonical address', async () => {
    const { brand, bareBrand, espresso, lungo, packet } = shop.shelves
    const { headers, body } = await shop.app.inject('/sitemap.xml')
    expect(headers['content-type']).toBe('application/xml; charset=utf-8')
    expect(urlsIn(body)).toEqual(
      [
        '/',
        '/coffees',
        '/contact',
        `/coffeeDetails/${brand.id}/hill-farm`,
        `/coffeeDetails/${bareBrand.id}/empty-farm`,
        `/coffee/${espresso.id}/espresso`,
        `/coffee/${lungo.id}/lungo`,
        `/bagDetails/${packet.id}/house-blend`,
      ].map((path) => shopOrigin + path),
    )
    await archive(shop.database, packet)
    expect(await read('/sitemap.xml')).not.toContain('/bagDetails/')
    await archive(shop.database, packet, null)
    const sizeOf = (coffee_id: string | null) =>
      changeCatalogue(shop.database, (tx) =>
        tx.updateTable('products').set({ coffee_id }).where('id', '=', packet.id).execute(),
      )
    await sizeOf(espresso.id)
    expect(await read('/sitemap.xml')).not.toContain('/bagDetails/')
    await archive(shop.database, espresso)
    expect(await read('/sitemap.xml')).toContain('/bagDetails/')
    await archive(shop.database, espresso, null)
    await sizeOf(null)
  })

  test('every public page is in the sitemap, has a form, or asks not to be listed', async () => {
    const robotsOf = async (path: string) => (await shop.app.inject(path)).headers['x-robots-tag']
    const unlisted = [
      '/forgotPassword',
      '/resetPassword',
      '/confirmSignUp',
      '/invitation',
      '/withdraw',
      '/subscriptions',
      '/cancel',
      '/gift',
    ]
    for (const path of [...unlisted, '/resetPassword/', '/resetPassword?token=x'])
      expect([path, await robotsOf(path)]).toEqual([path, 'noindex'])
    await saveOpening(shop.database, forSignedIn)
    const inSitemap = urlsIn(await read('/sitemap.xml')).map((url) => url.slice(shopOrigin.length))
    const others = [...inSitemap, '/login', '/register']
    for (const path of others) expect([path, await robotsOf(path)]).toEqual([path, undefined])
    const isKnown = (path: string) => [...unlisted, ...others].includes(path) || path.startsWith('/legal/')
    const publicPages = Object.values(pageTable).filter(({ access }) => access === 'public')
    expect(publicPages.filter(({ path }) => !isKnown(path))).toEqual([])
    const robots = await read('/robots.txt')
    for (const path of unlisted) expect(robots).not.toContain(`${path}\n`)
  })

  test.each([forSignedIn, closed])('the sitemap has no products with the opening %j', async (opening) => {
    await saveOpening(shop.database, opening)
    expect(urlsIn(await read('/sitemap.xml'))).toEqual([`${shopOrigin}/`, `${shopOrigin}/contact`])
  })

  test('a page has changed when an admin has changed it or, for a brand, one of its coffees', async () => {
    const { brand, espresso, packet } = shop.shelves
    const ada = await shop.admin('Ada')
    const changes = async () => changesIn(await read('/sitemap.xml'))
    const change = (id: string, at: number) =>
      changeCatalogue(shop.database, (tx) =>
        tx.updateTable('products').set({ changed_at: at }).where('id', '=', id).execute(),
      )
    expect((await changes()).at(-1)).toBe(packet.created_at)
    const before = Date.now()
    const about = { name: 'House Blend', img: packet.img, price: '18.99', ratting: 4, about: 'A kilo' }
    const changed = await ada.send('PUT /addNewPacket/{id}', {
      params: { id: packet.id },
      body: { img: packet.cover_img, category_name: 'Bags', email: ada.email, about },
    })
    expect(changed.status).toBe(200)
    expect((await changes()).at(-1)).toBeGreaterThanOrEqual(before)
    await change(espresso.id, 4_000_000_000_000)
    const [ofBrand, ofBareBrand] = await changes()
    expect([ofBrand, ofBareBrand]).toEqual([4_000_000_000_000, shop.shelves.bareBrand.created_at])
    await archive(shop.database, espresso, 4_100_000_000_000)
    expect((await changes())[0]).toBe(4_100_000_000_000)
    await archive(shop.database, espresso, null)
    expect(brand.created_at).toBeLessThan(before)
  })
})

const PRODUCTS = 51_000

describe.each(anyStore)('a sitemap of more products than it may have', ({ fresh }) => {
  const shop = givenShop(fresh)
  beforeAll(async () => {
    await saveOpening(shop.database, forEveryone)
    await addPackets(shop.shelves.packet)
  })

  async function addPackets(packet: PacketRow): Promise<void> {
    await changeCatalogue(shop.database, async (tx) => {
      for (let at = 0; at < PRODUCTS; at += 1000) {
        const rows = Array.from({ length: 1000 }, (_, index) => ({
          ...packet,
          id: `p${String(at + index).padStart(6, '0')}`,
          name: `Bag ${at + index}`,
        }))
        await tx.insertInto('products').values(rows).execute()
      }
    })
  }

  test('has the legal pages with a text and the first products, each once, and is sent in small pieces', async () => {
    const seen = new Set<string>()
    let [addresses, largestPiece] = [0, 0]
    const listed = { publicUrl: shopOrigin, legalPages: ['imprint' as const], kinds: ['packet' as const] }
    for await (const piece of sitemap(shop.database.read, listed)) {
      largestPiece = Math.max(largestPiece, piece.length)
      for (const [, address = ''] of piece.matchAll(/<loc>(.*?)<\/loc>/g)) {
        seen.add(address)
        addresses += 1
      }
    }
    expect([addresses, seen.size]).toEqual([MAX_ADDRESSES, MAX_ADDRESSES])
    expect(seen).toContain(`${shopOrigin}/legal/imprint`)
    expect(largestPiece).toBeLessThan(500_000)
  })
})
