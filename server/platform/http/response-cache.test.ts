import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { ResponseCache, EncodedResponse, JSON_KIND, sendEncoded } from './response-cache.ts'

const long = JSON.stringify(
  Array.from({ length: 500 }, (_, index) => ({ bean: `number ${index}`, weight: (index * 7919) % 1013 })),
)

describe('an encoded response', () => {
  const app = Fastify()
  const finished = new EncodedResponse(long, JSON_KIND)
  const picture = new EncodedResponse(Buffer.alloc(1000, 1), { type: 'image/webp', cacheControl: 'public' })
  const missing = new EncodedResponse(long, {
    type: 'text/html',
    cacheControl: 'no-cache',
    status: 404,
    headers: { 'vary': 'cookie', 'x-more': '1' },
  })
  beforeAll(() => {
    app.get('/long', (request, reply) => sendEncoded(request, reply, finished))
    app.get('/small', (request, reply) => sendEncoded(request, reply, new EncodedResponse('[]', JSON_KIND)))
    app.get('/picture', (request, reply) => sendEncoded(request, reply, picture))
    app.get('/missing', (request, reply) => sendEncoded(request, reply, missing))
  })
  afterAll(() => app.close())

  const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })

  test('is sent in the best encoding that the browser accepts', async () => {
    const [plain, gzip, brotli] = await Promise.all(
      ['', 'gzip, deflate', 'gzip, deflate, br'].map((accepted) =>
        get('/long', { 'accept-encoding': accepted }),
      ),
    )
    expect(plain?.headers['content-encoding']).toBeUndefined()
    expect(plain?.body).toBe(long)
    expect(gzip?.headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(gzip?.rawPayload ?? '').toString()).toBe(long)
    expect(brotli?.headers['content-encoding']).toBe('br')
    expect(brotliDecompressSync(brotli?.rawPayload ?? '').toString()).toBe(long)
    expect(plain?.headers).toMatchObject({
      'vary': 'accept-encoding',
      'cache-control': 'no-cache',
      'content-type': 'application/json; charset=utf-8',
    })
  })

  test.each([
    ['br;q=0', undefined],
    ['br;q=0, gzip', 'gzip'],
    ['br; q=0.0, gzip;q=0.000', undefined],
    ['gzip;q=1, BR', 'br'],
    ['br;q=0.5', 'br'],
    ['brotli, x-gzip', undefined],
  ])('is sent to a browser that accepts %j with the encoding %j', async (accepted, expected) => {
    const { headers } = await get('/long', { 'accept-encoding': accepted })
    expect(headers['content-encoding']).toBe(expected)
  })

  test('is not compressed if it is small or a picture', async () => {
    const answers = await Promise.all(
      ['/small', '/picture'].map((url) => get(url, { 'accept-encoding': 'gzip, br' })),
    )
    expect(answers.map(({ headers }) => headers['content-encoding'])).toEqual([undefined, undefined])
  })

  test('is compressed once in each encoding', () => {
    for (const encoding of ['br', 'gzip'] as const)
      expect(finished.bytes(encoding)).toBe(finished.bytes(encoding))
  })

  test('has status 304 for a browser that has it, and status 200 for one that has another version', async () => {
    const { headers } = await get('/long')
    const same = await get('/long', { 'if-none-match': String(headers['etag']) })
    expect([same.statusCode, same.body, same.headers['etag']]).toEqual([304, '', headers['etag']])
    expect((await get('/long', { 'if-none-match': 'W/"other"' })).statusCode).toBe(200)
  })

  test('has an ETag that depends on its content', () => {
    const tags = [long, long, `${long} `].map((body) => new EncodedResponse(body, JSON_KIND).etag)
    expect(tags[0]).toBe(tags[1])
    expect(tags[0]).not.toBe(tags[2])
  })

  test('keeps its own status and headers, also for a browser that has it', async () => {
    const again = await get('/missing', { 'if-none-match': missing.etag })
    expect([again.statusCode, again.headers['vary'], again.headers['x-more']]).toEqual([404, 'cookie', '1'])
  })
})

describe('cached responses', () => {
  const made = (text: string) => async () => new EncodedResponse(text, JSON_KIND)
  const textOf = async (answer: Promise<EncodedResponse>) => (await answer).plain.toString()

  test('are created once, also for several requests at the same time', async () => {
    const cache = new ResponseCache()
    const make = vi.fn(made('[1]'))
    const answers = await Promise.all([cache.get('a', make), cache.get('a', make), cache.get('a', make)])
    await cache.get('a', make)
    expect(make).toHaveBeenCalledTimes(1)
    expect(new Set(answers).size).toBe(1)
  })

  test('are created again after an invalidation', async () => {
    const cache = new ResponseCache()
    await cache.get('a', made('old'))
    cache.invalidateAll()
    expect(await textOf(cache.get('a', made('new')))).toBe('new')
  })

  test('are not cached if they are invalidated while they are created', async () => {
    const cache = new ResponseCache()
    const { promise, resolve } = Promise.withResolvers<EncodedResponse>()
    const old = cache.get('a', () => promise)
    cache.invalidateAll()
    const fresh = cache.get('a', made('new'))
    resolve(new EncodedResponse('old', JSON_KIND))
    expect(await textOf(old)).toBe('old')
    expect(await textOf(fresh)).toBe('new')
    expect(await textOf(cache.get('a', made('newer')))).toBe('new')
  })

  test('are not cached if creating them fails, and the failure does not remove a newer entry', async () => {
    const cache = new ResponseCache()
    const fail = () => Promise.reject(new Error('no beans'))
    await expect(cache.get('a', fail)).rejects.toThrow('no beans')
    expect(await textOf(cache.get('a', made('well')))).toBe('well')
    const { promise, reject } = Promise.withResolvers<EncodedResponse>()
    const late = cache.get('b', () => promise)
    cache.invalidateAll()
    await cache.get('b', made('since'))
    reject(new Error('too late'))
    await expect(late).rejects.toThrow('too late')
    expect(await textOf(cache.get('b', made('again')))).toBe('since')
  })
})
