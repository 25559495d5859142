import '#test/cheap-passwords.ts'
import { createServer } from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import type * as FileSystem from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { plainPicture } from '#test/drawn-pictures.ts'
import { addEntry, entryKinds } from '#test/entries.ts'
import { upload } from '#test/pictures.ts'
import { givenShop } from '#test/shop.ts'
import { stores } from '#test/stores.ts'
import { diskStore, imgbbStore } from './image-store.ts'
import type { RenderedPicture } from './render-picture.ts'

/** A disk that is full in the middle of a file. */
const disk = vi.hoisted(() => ({ isFull: false }))
vi.mock('node:fs/promises', async (original) => {
  const files = await original<typeof FileSystem>()
  const writeFile: typeof files.writeFile = async (path, bytes, options) => {
    if (!disk.isFull || !Buffer.isBuffer(bytes)) return files.writeFile(path, bytes, options)
    await files.writeFile(path, bytes.subarray(0, bytes.length / 2), options)
    throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
  }
  return { ...files, writeFile }
})

const KEY = 'k3y&of=the shop'
const rendered: RenderedPicture = {
  id: '0123456789abcdef-aabbcc',
  files: [240, 480, 800, 1200].flatMap((width) =>
    ['avif', 'webp'].map((kind) => ({
      name: `0123456789abcdef-aabbcc-${width}.${kind}`,
      bytes: Buffer.from(`${kind} ${width}`),
    })),
  ),
}

describe('pictures at imgBB', () => {
  let server: Server
  let endpoint: string
  let answer: (request: IncomingMessage, response: ServerResponse) => void
  const heard: { url: string; body: string }[] = []
  beforeAll(async () => {
    server = createServer((request, response) => {
      let body = ''
      request.on('data', (chunk: Buffer) => (body += chunk.toString('latin1')))
      request.on('end', () => {
        heard.push({ url: String(request.url), body })
        answer(request, response)
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    // A server that listens on a port has an address with one.
    endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/1/upload`
    answer = says(200, {})
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  afterEach(() => void heard.splice(0))

  const says = (status: number, body: unknown) => (_request: IncomingMessage, response: ServerResponse) => {
    response
      .writeHead(status, { 'content-type': 'application/json' })
      .end(typeof body === 'string' ? body : JSON.stringify(body))
  }
  const store = () => imgbbStore({ key: KEY, endpoint })
  const found = { status: 200, data: { url: 'https://i.ibb.co/abc/photo.webp' } }

  test('are handed on as the largest WebP, with the key, and have the address that comes back', async () => {
    answer = says(200, found)
    await expect(store().keep(rendered)).resolves.toBe('https://i.ibb.co/abc/photo.webp')
    expect(heard).toHaveLength(1)
    expect(new URL(String(heard[0]?.url), endpoint).searchParams.get('key')).toBe(KEY)
    expect(heard[0]?.body).toMatch(
      /name="image"; filename="0123456789abcdef-aabbcc\.webp"\r\nContent-Type: image\/webp\r\n\r\nwebp 1200\r\n/,
    )
  })

  test.each([
    ['a refusal', 400, { status_code: 400, error: { message: 'Invalid API v1 key.', code: 100 } }],
    ['a refusal that says 200', 200, { status: 400 }],
    ['no address', 200, { status: 200, data: {} }],
    ['an address that is a script', 200, { status: 200, data: { url: 'javascript:alert(1)' } }],
    ['an address without encryption', 200, { status: 200, data: { url: 'http://i.ibb.co/abc/photo.webp' } }],
    ['a page', 502, '<html>Bad Gateway</html>'],
  ])('are not kept when the answer is %s', async (_what, status, body) => {
    answer = says(status, body)
    await expect(store().keep(rendered)).rejects.toThrow(/imgBB|JSON/)
  })

  test('are not kept when the line breaks, or nothing comes for half a minute', async () => {
    answer = (request) => request.socket.destroy()
    await expect(store().keep(rendered)).rejects.toThrow('fetch failed')
    answer = () => undefined
    const timeout = vi
      .spyOn(AbortSignal, 'timeout')
      .mockReturnValue(AbortSignal.abort(new Error('waited long enough')))
    await expect(store().keep(rendered)).rejects.toThrow('waited long enough')
    expect(timeout).toHaveBeenCalledWith(30_000)
  })

  describe.each(stores.slice(0, 1))('a shop that keeps its there', ({ fresh }) => {
    const shop = givenShop(fresh, {
      imageStore: {
        origin: 'https://i.ibb.co',
        keep: (picture) => store().keep(picture),
        drop: async () => undefined,
      },
    })

    test('shows them and nobody else’s, keeps its key to itself, and says so when one was not taken', async () => {
      const ada = await shop.admin('Ada')
      const bytes = await plainPicture().jpeg().toBuffer()
      answer = says(400, { error: { message: `Invalid API v1 key ${KEY}` } })
      const failed = await upload(shop, ada, [{ bytes }])
      expect(failed.statusCode).toBeGreaterThanOrEqual(500)
      answer = says(200, found)
      const kept = await upload(shop, ada, [{ bytes }])
      expect(JSON.parse(kept.body)).toEqual(found)
      const [brand] = entryKinds
      expect(await addEntry(brand, ada, brand.body({ email: ada.email, img: found.data.url }))).not.toBe(
        'undefined',
      )
      const other = await ada.send(brand.add, {
        body: brand.body({ email: ada.email, img: 'https://i.ibb.co/abc/other.webp' }),
      })
      expect(other.problem.errors?.[0]?.field).toBe('img')
      const page = await shop.app.inject('/')
      expect(page.headers['content-security-policy']).toMatch(/img-src [^;]*https:\/\/i\.ibb\.co/)
      const told =
        [failed, kept, page].map(({ body, headers }) => body + JSON.stringify(headers)).join('') +
        shop.log.join('')
      for (const form of [KEY, encodeURIComponent(KEY), 'k3y']) expect(told).not.toContain(form)
      expect(existsSync(join(shop.store.dataDir, 'images'))).toBe(false)
    })

    test('takes a picture a second time, though it has another address there then', async () => {
      const zoe = await shop.admin('Zoe')
      const bytes = await plainPicture({ colour: '#336699' }).png().toBuffer()
      answer = says(200, { status: 200, data: { url: 'https://i.ibb.co/first/photo.webp' } })
      await upload(shop, zoe, [{ bytes }])
      answer = says(200, { status: 200, data: { url: 'https://i.ibb.co/second/photo.webp' } })
      const { url } = JSON.parse((await upload(shop, zoe, [{ bytes }])).body).data
      const [brand] = entryKinds
      expect((await zoe.send(brand.add, { body: brand.body({ email: zoe.email, img: url }) })).status).toBe(
        200,
      )
    })
  })
})

describe.each(stores.slice(0, 1))('pictures on the disk', ({ fresh }) => {
  const shop = givenShop(fresh)

  test('are never there in part: a disk that is full in the middle of a file leaves nothing under its name', async () => {
    const folder = join(shop.store.dataDir, 'full')
    disk.isFull = true
    await expect(diskStore(folder).keep(rendered)).rejects.toThrow('no space left')
    disk.isFull = false
    expect(readdirSync(folder).filter((name) => !name.endsWith('.new'))).toEqual([])
    await diskStore(folder).keep(rendered)
    expect(readdirSync(folder)).toHaveLength(8)
    expect(readFileSync(join(folder, '0123456789abcdef-aabbcc-480.avif'), 'utf8')).toBe('avif 480')
  })

  test('are whole files under their names, and go as a whole', async () => {
    const folder = join(shop.store.dataDir, 'images')
    const store = diskStore(folder)
    expect(await store.keep(rendered)).toBe('/images/0123456789abcdef-aabbcc-800.webp')
    await store.keep({
      id: 'fedcba9876543210-aabbcc',
      files: [{ name: 'fedcba9876543210-aabbcc-240.webp', bytes: Buffer.from('other') }],
    })
    expect(readdirSync(folder)).toHaveLength(9)
    expect(readFileSync(join(folder, '0123456789abcdef-aabbcc-480.avif'), 'utf8')).toBe('avif 480')
    await store.drop(rendered.id)
    await store.drop(rendered.id)
    expect(readdirSync(folder)).toEqual(['fedcba9876543210-aabbcc-240.webp'])
  })
})
