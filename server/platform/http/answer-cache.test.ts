import { randomBytes } from 'node:crypto'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { AnswerCache, Finished, finishedElsewhere, JSON_KIND, sendFinished } from './answer-cache.ts'

/** Other threads take long on a busy machine. */
const PATIENT = { timeout: 20_000, interval: 5 }

const long = JSON.stringify(
  Array.from({ length: 500 }, (_, index) => ({ bean: `number ${index}`, weight: (index * 7919) % 1013 })),
)

describe('a finished answer', () => {
  const app = Fastify()
  const finished = new Finished(long, JSON_KIND)
  const picture = new Finished(Buffer.alloc(1000, 1), { type: 'image/webp', cacheControl: 'public' })
  const missing = new Finished(long, {
    type: 'text/html',
    cacheControl: 'no-cache',
    status: 404,
    headers: { 'vary': 'cookie', 'x-more': '1' },
  })
  beforeAll(() => {
    app.get('/long', (request, reply) => sendFinished(request, reply, finished))
    app.get('/small', (request, reply) => sendFinished(request, reply, new Finished('[]', JSON_KIND)))
    app.get('/picture', (request, reply) => sendFinished(request, reply, picture))
    app.get('/missing', (request, reply) => sendFinished(request, reply, missing))
  })
  afterAll(() => app.close())

  const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })

  test('goes out in the best encoding that the browser takes', async () => {
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

  test('becomes smaller still when another thread has had time for it', async () => {
    const fresh = new Finished(long, JSON_KIND)
    const quick = fresh.brotli
    await vi.waitFor(() => expect(fresh.brotli).not.toBe(quick), PATIENT)
    expect(fresh.brotli?.length).toBeLessThan(quick?.length ?? 0)
    expect(brotliDecompressSync(fresh.brotli ?? '').toString()).toBe(long)
  })

  test('becomes smaller still in its turn: one at a time', async () => {
    const [large, small] = [
      new Finished(randomBytes(200_000).toString('hex'), JSON_KIND),
      new Finished(long, JSON_KIND),
    ]
    const [largeAtFirst, smallAtFirst] = [large.brotli, small.brotli]
    await vi.waitFor(() => expect(small.brotli).not.toBe(smallAtFirst), PATIENT)
    expect(large.brotli).not.toBe(largeAtFirst)
  })

  test('stays as it is when many newer ones wait to become smaller', async () => {
    const before = new Finished(long, JSON_KIND)
    const quick = before.brotli
    await vi.waitFor(() => expect(before.brotli).not.toBe(quick), PATIENT)
    const busy = new Finished(randomBytes(100_000).toString('hex'), JSON_KIND)
    const answers = Array.from(
      { length: 60 },
      (_, index) => new Finished(`${index} ${'beans '.repeat(50)}`, JSON_KIND),
    )
    const atFirst = answers.map(({ brotli }) => brotli)
    expect(busy.brotli).not.toBeNull()
    await vi.waitFor(() => expect(answers.at(-1)?.brotli).not.toBe(atFirst.at(-1)), PATIENT)
    expect(answers.map(({ brotli }, index) => brotli === atFirst[index])).toEqual(
      answers.map((_, index) => index < 10),
    )
  })

  test('of a large file is compressed while the event loop turns', async () => {
    let turns = 0
    const turning = setInterval(() => (turns += 1), 0)
    const large = Buffer.from(long.repeat(30))
    const made = await finishedElsewhere(large, JSON_KIND)
    clearInterval(turning)
    expect(turns).toBeGreaterThan(0)
    expect([
      gunzipSync(made.bytes('gzip')).equals(large),
      brotliDecompressSync(made.bytes('br')).equals(large),
    ]).toEqual([true, true])
    expect(
      (await finishedElsewhere(Buffer.alloc(1000, 1), { type: 'image/webp', cacheControl: 'public' })).gzip,
    ).toBeNull()
  })

  test('is not compressed when it is small or a picture', async () => {
    const answers = await Promise.all(
      ['/small', '/picture'].map((url) => get(url, { 'accept-encoding': 'gzip, br' })),
    )
    expect(answers.map(({ headers }) => headers['content-encoding'])).toEqual([undefined, undefined])
  })

  test('is 304 to a browser that has it, and whole to one that has another', async () => {
    const { headers } = await get('/long')
    const same = await get('/long', { 'if-none-match': String(headers['etag']) })
    expect([same.statusCode, same.body, same.headers['etag']]).toEqual([304, '', headers['etag']])
    expect((await get('/long', { 'if-none-match': 'W/"other"' })).statusCode).toBe(200)
  })

  test('has a tag that tells its content', () => {
    const tags = [long, long, `${long} `].map((body) => new Finished(body, JSON_KIND).etag)
    expect(tags[0]).toBe(tags[1])
    expect(tags[0]).not.toBe(tags[2])
  })

  test('keeps a status and headers of its own, also for a browser that has it', async () => {
    const again = await get('/missing', { 'if-none-match': missing.etag })
    expect([again.statusCode, again.headers['vary'], again.headers['x-more']]).toEqual([404, 'cookie', '1'])
  })
})

describe('kept answers', () => {
  const made = (text: string) => async () => new Finished(text, JSON_KIND)
  const textOf = async (answer: Promise<Finished>) => (await answer).plain.toString()

  test('are made once, also when many ask at once', async () => {
    const cache = new AnswerCache()
    const make = vi.fn(made('[1]'))
    const answers = await Promise.all([cache.get('a', make), cache.get('a', make), cache.get('a', make)])
    await cache.get('a', make)
    expect(make).toHaveBeenCalledTimes(1)
    expect(new Set(answers).size).toBe(1)
  })

  test('are made again after they were dropped', async () => {
    const cache = new AnswerCache()
    await cache.get('a', made('old'))
    cache.drop()
    expect(await textOf(cache.get('a', made('new')))).toBe('new')
  })

  test('do not come back when they were dropped while they were being made', async () => {
    const cache = new AnswerCache()
    const { promise, resolve } = Promise.withResolvers<Finished>()
    const old = cache.get('a', () => promise)
    cache.drop()
    const fresh = cache.get('a', made('new'))
    resolve(new Finished('old', JSON_KIND))
    expect(await textOf(old)).toBe('old')
    expect(await textOf(fresh)).toBe('new')
    expect(await textOf(cache.get('a', made('newer')))).toBe('new')
  })

  test('that could not be made are not kept, and do not throw away what was made since', async () => {
    const cache = new AnswerCache()
    const fail = () => Promise.reject(new Error('no beans'))
    await expect(cache.get('a', fail)).rejects.toThrow('no beans')
    expect(await textOf(cache.get('a', made('well')))).toBe('well')
    const { promise, reject } = Promise.withResolvers<Finished>()
    const late = cache.get('b', () => promise)
    cache.drop()
    await cache.get('b', made('since'))
    reject(new Error('too late'))
    await expect(late).rejects.toThrow('too late')
    expect(await textOf(cache.get('b', made('again')))).toBe('since')
  })
})
