import '#test/cheap-passwords.ts'
import { createServer } from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { plainPicture } from '#test/drawn-pictures.ts'
import { addEntry, entryKinds } from '#test/entries.ts'
import { upload } from '#test/pictures.ts'
import { renderedPicture } from '#test/stand-ins/rendered-picture.ts'
import { givenShop } from '#test/shop.ts'
import { anyStore } from '#test/stores.ts'
import { diskStore } from './disk-store.ts'
import { imgbbStore } from './imgbb-store.ts'

const KEY = 'k3y&of=the shop'
describe('pictures at imgBB', () => {
  let server: Server
  let folder: string
  let endpoint: string
  let answer: (request: IncomingMessage, response: ServerResponse) => void
  const received: { url: string; body: string }[] = []
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'crema-test-'))
    server = createServer((request, response) => {
      let body = ''
      request.on('data', (chunk: Buffer) => (body += chunk.toString('latin1')))
      request.on('end', () => {
        received.push({ url: String(request.url), body })
        answer(request, response)
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    // The cast is safe: for a server that listens on a port, `address()` returns an `AddressInfo`.
    endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/1/upload`
    answer = says(200, {})
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
    rmSync(folder, { recursive: true })
  })
  afterEach(() => void received.splice(0))

  const says = (status: number, body: unknown) => (_request: IncomingMessage, response: ServerResponse) => {
    response
      .writeHead(status, { 'content-type': 'application/json' })
      .end(typeof body === 'string' ? body : JSON.stringify(body))
  }
  const store = () => imgbbStore({ key: KEY, endpoint, local: diskStore(folder) })
  const found = { status: 200, data: { url: 'https://i.ibb.co/abc/photo.webp' } }

  test('are uploaded as the largest WebP with the key, and get the address of the response', async () => {
    answer = says(200, found)
    await expect(store().save(renderedPicture)).resolves.toBe('https://i.ibb.co/abc/photo.webp')
    expect(received).toHaveLength(1)
    expect(new URL(String(received[0]?.url), endpoint).searchParams.get('key')).toBe(KEY)
    expect(received[0]?.body).toMatch(
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
  ])('are not stored if the response is %s', async (_what, status, body) => {
    answer = says(status, body)
    await expect(store().save(renderedPicture)).rejects.toThrow(/imgBB|JSON/)
  })

  test('are not stored if the connection breaks, or no response comes within half a minute', async () => {
    answer = (request) => request.socket.destroy()
    await expect(store().save(renderedPicture)).rejects.toThrow('fetch failed')
    answer = () => undefined
    const timeout = vi
      .spyOn(AbortSignal, 'timeout')
      .mockReturnValue(AbortSignal.abort(new Error('waited long enough')))
    await expect(store().save(renderedPicture)).rejects.toThrow('waited long enough')
    expect(timeout).toHaveBeenCalledWith(30_000)
  })

  describe.each(anyStore)('a shop that stores its pictures there', ({ fresh }) => {
    const shop = givenShop(fresh, {
      imageStore: {
        origin: 'https://i.ibb.co',
        publicUrl: null,
        save: (picture) => store().save(picture),
        find: async () => null,
        delete: async () => undefined,
      },
    })

    test('shows them and no others, never shows its key, and reports a failed upload', async () => {
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

    test('accepts a picture again, although it has another address there then', async () => {
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
