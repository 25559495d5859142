import '#test/cheap-passwords.ts'
import { Readable } from 'node:stream'
import sharp from 'sharp'
import { describe, expect, test, vi } from 'vitest'
import { StoreUnavailable } from '#server/media/image-store.ts'
import type { ImageStore } from '#server/media/image-store.ts'
import { plainPicture } from '#test/drawn-pictures.ts'
import { givenShop } from '#test/shop.ts'
import { hillRoasters } from '#test/shop/hill-roasters.ts'
import { publishProfile } from '#test/shop/publish-profile.ts'
import { anyStore } from '#test/stores.ts'
import { ShopProfiles } from './shop-profiles.ts'

const stored = '0123456789abcdef-884422'
let isDown = false

/** A picture store that contains one red square, and that can be down. */
const imageStore: ImageStore = {
  origin: null,
  publicUrl: null,
  save: async () => '',
  find: async (name) => {
    if (isDown) throw new StoreUnavailable('down')
    if (!name.startsWith(stored)) return null
    const bytes = await plainPicture({ width: 300, height: 300, colour: '#ff0000' }).webp().toBuffer()
    return { size: bytes.length, read: () => Readable.from(bytes) }
  },
  delete: async () => undefined,
}

describe.each(anyStore)('what browsers load of the profile', ({ fresh }) => {
  const shop = givenShop(fresh, { imageStore })
  const get = (url: string) => shop.app.inject({ url })

  async function colourOf(png: Buffer, { x, y }: { x: number; y: number }): Promise<string> {
    const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true })
    const at = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * info.channels
    return `#${data.subarray(at, at + 3).toString('hex')}`
  }

  test.each([
    ['/apple-touch-icon.png', 180],
    ['/icon-192.png', 192],
    ['/icon-512.png', 512],
  ])('%s without a logo is the first letter on the accent colour', async (url, size) => {
    await publishProfile(shop.database, hillRoasters)
    const { statusCode, headers, rawPayload } = await get(url)
    expect([statusCode, headers['content-type']]).toEqual([200, 'image/png'])
    expect(await sharp(rawPayload).metadata()).toMatchObject({ format: 'png', width: size, height: size })
    expect(await colourOf(rawPayload, { x: 0.02, y: 0.02 })).toBe('#1a5c4a')
    // The left stem of the letter H, and the space above its bar.
    expect(await colourOf(rawPayload, { x: 0.32, y: 0.6 })).toBe('#fff8ee')
    expect(await colourOf(rawPayload, { x: 0.5, y: 0.3 })).toBe('#1a5c4a')
  })

  test('the SVG icon has the letter, and another one when the name changes', async () => {
    await publishProfile(shop.database, hillRoasters)
    const hill = await get('/favicon.svg')
    expect(hill.headers['content-type']).toBe('image/svg+xml')
    await publishProfile(shop.database, { ...hillRoasters, name: 'Öl & Bohne' }, 2)
    const oil = (await get('/favicon.svg')).body
    expect(oil).not.toBe(hill.body)
    await publishProfile(shop.database, { ...hillRoasters, name: 'Old Oak' }, 3)
    expect((await get('/favicon.svg')).body).toBe(oil)
    await publishProfile(shop.database, { ...hillRoasters, name: '珈琲' }, 4)
    expect((await get('/favicon.svg')).body).toContain('<path d="M-44 0')
  })

  test('icons are made from the logo in the picture store', async () => {
    await publishProfile(shop.database, { ...hillRoasters, logo: `/images/${stored}-800.webp` })
    const { rawPayload } = await get('/icon-192.png')
    expect(await colourOf(rawPayload, { x: 0.5, y: 0.5 })).toMatch(/^#f[ef]0[01]0[01]$/)
    expect((await get('/favicon.svg')).body).toContain('href="data:image/png;base64,')
  })

  test.each(['https://i.ibb.co/logo.webp', '/images/ffffffffffffffff-884422-800.webp', 'site:hero'])(
    'the logo %s is not loaded from elsewhere: the icon is the letter',
    async (logo) => {
      await publishProfile(shop.database, hillRoasters)
      const letter = (await get('/favicon.svg')).body
      await publishProfile(shop.database, { ...hillRoasters, logo }, 2)
      expect((await get('/favicon.svg')).body).toBe(letter)
    },
  )

  test('while the picture store is down, the response is 503 and is not kept', async () => {
    await publishProfile(shop.database, { ...hillRoasters, logo: `/images/${stored}-800.webp` }, 5)
    isDown = true
    expect((await get('/icon-512.png')).statusCode).toBe(503)
    isDown = false
    expect((await get('/icon-512.png')).statusCode).toBe(200)
  })

  test('favicon.ico is a PNG picture', async () => {
    await publishProfile(shop.database, hillRoasters)
    const { headers, rawPayload } = await get('/favicon.ico')
    expect(headers['content-type']).toBe('image/png')
    expect(await sharp(rawPayload).metadata()).toMatchObject({ format: 'png', width: 48, height: 48 })
  })

  test('the manifest has the name and the icons of this version', async () => {
    await publishProfile(shop.database, hillRoasters, 7)
    const { headers, body } = await get('/manifest.webmanifest?v=7')
    expect(headers).toMatchObject({ 'content-type': 'application/manifest+json; charset=utf-8' })
    expect(JSON.parse(body)).toMatchObject({
      name: 'Hill Roasters',
      description: hillRoasters.tagline,
      start_url: '/',
      icons: [{ src: '/icon-192.png?v=7', sizes: '192x192' }, { src: '/icon-512.png?v=7' }],
    })
  })

  test('a browser may keep a file of the current version for ever, and must ask again for any other', async () => {
    await publishProfile(shop.database, hillRoasters, 8)
    const kept = 'public, max-age=31536000, immutable'
    expect((await get('/favicon.svg?v=8')).headers['cache-control']).toBe(kept)
    for (const url of ['/favicon.svg', '/favicon.svg?v=7', '/favicon.svg?v=9', '/favicon.svg?v=8&v=9'])
      expect([url, (await get(url)).headers['cache-control']]).toEqual([url, 'no-cache'])
  })

  test('a legal text is sent as HTML, until it changes', async () => {
    await publishProfile(shop.database, hillRoasters)
    const { answer } = await shop.call('GET /legal/{page}', { params: { page: 'imprint' } })
    expect(answer.page).toBe('imprint')
    expect(answer.html).toContain('<h2>Who we are</h2>')
    const legal = { ...hillRoasters.legal, imprint: 'Moved.' }
    await publishProfile(shop.database, { ...hillRoasters, legal }, 2)
    const { answer: moved } = await shop.call('GET /legal/{page}', { params: { page: 'imprint' } })
    expect(moved.html).toBe('<p>Moved.</p>\n')
  })

  test.each(['/favicon.svg', '/manifest.webmanifest', '/api/legal/imprint'])(
    'what was read of %s before a change is not sent after it',
    async (url) => {
      await publishProfile(shop.database, hillRoasters)
      const legal = { ...hillRoasters.legal, imprint: 'Moved.' }
      const { current } = ShopProfiles.prototype
      const spy = vi.spyOn(ShopProfiles.prototype, 'current').mockImplementation(async function (
        this: ShopProfiles,
      ) {
        const before = await current.call(this)
        spy.mockRestore()
        await publishProfile(shop.database, { ...hillRoasters, name: 'Old Oak', legal }, 2)
        return before
      })
      const { body: before } = await get(url)
      const { body: after } = await get(url)
      await publishProfile(shop.database, hillRoasters)
      expect([(await get(url)).body, before === after]).toEqual([before, false])
    },
  )

  test('a legal page that is empty or unknown is not found', async () => {
    const legal = { ...hillRoasters.legal, terms: ' \n' }
    await publishProfile(shop.database, { ...hillRoasters, legal })
    for (const page of ['terms', 'returns', 'toString', '__proto__'])
      expect((await get(`/api/legal/${page}`)).statusCode).toBe(404)
  })
})

describe.each(anyStore)('the icons of the demo shop', ({ fresh }) => {
  const shop = givenShop(fresh, { env: { DEMO: '1' } })

  test('are its own, until an admin uploads a logo or leaves the demo', async () => {
    expect((await shop.app.inject({ url: '/favicon.svg' })).body).toContain('<path d="M0 0h1v1H0z"/>')
  })
})
