import { createServer } from 'node:http'
import type { RequestListener, Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startS3Server } from '#test/s3/s3-server.ts'
import type { S3Server } from '#test/s3/s3-server.ts'
import { StoreRefused, StoreUnavailable } from '../image-store.ts'
import { S3Client } from './s3-client.ts'
import type { S3Settings } from './s3-client.ts'

/** Short pauses, so that a test of failures does not take long. `HASTY` also has a short time-out. */
const PATIENT = { attempts: 3, attemptMs: 10_000, pauseMs: 10 }
const HASTY = { ...PATIENT, attemptMs: 300 }

describe('a bucket', () => {
  let server: S3Server
  let client: S3Client
  beforeAll(async () => {
    server = await startS3Server()
    client = new S3Client(server.settings, PATIENT)
  })
  afterAll(() => server.dispose())

  test.each([
    'images/0123456789abcdef-aabbcc-800.webp',
    'odd/with space+plus%percent.webp',
    "odd/it's (a) *star*!~.webp",
    'odd/é 漢字 😀.webp',
    'odd/?query=1&b=2#part=a:b;c,d@e',
  ])('returns the object with the key %s, and deletes it', async (key) => {
    await client.put(key, Buffer.from(key), { 'content-type': 'image/webp' })
    expect(String(await client.get(key))).toBe(key)
    await client.delete(key)
    await client.delete(key)
    expect(await client.get(key)).toBeNull()
  })

  test('is not asked for a key that a URL would resolve to another one', async () => {
    await expect(client.get('images/../secrets.json')).rejects.toThrow('cannot be in a URL')
  })

  test.each([
    ['a wrong secret', { secretAccessKey: 'wrong' }, /403 SignatureDoesNotMatch/],
    ['an unknown key', { accessKeyId: 'unknown' }, /403 InvalidAccessKeyId/],
    ['an unknown bucket', { bucket: 'elsewhere' }, /404 NoSuchBucket/],
  ])('refuses a client with %s, and is asked once', async (_what, wrong: Partial<S3Settings>, reason) => {
    await client.put('images/a.webp', Buffer.from('a'), {})
    const refused = new S3Client({ ...server.settings, ...wrong }, { ...PATIENT, pauseMs: 60_000 })
    const calls = [
      refused.get('images/a.webp'),
      refused.put('images/a.webp', Buffer.from('b'), {}),
      refused.delete('images/a.webp'),
    ]
    for (const call of await Promise.allSettled(calls))
      expect(call).toMatchObject({ status: 'rejected', reason: expect.any(StoreRefused) })
    await expect(calls[0]).rejects.toThrow(reason)
    await expect(calls[0]).rejects.not.toThrow(String(wrong.secretAccessKey))
    expect(String(await client.get('images/a.webp'))).toBe('a')
  })

  test('cannot be used while it is stopped, and is used again when it has started', async () => {
    await client.put('images/b.webp', Buffer.from('b'), {})
    await server.stop()
    await expect(client.get('images/b.webp')).rejects.toThrow(StoreUnavailable)
    await server.start()
    expect(String(await client.get('images/b.webp'))).toBe('b')
  })
})

describe('a store', () => {
  let stub: Server | null = null
  let requests = 0
  afterEach(() => {
    stub?.closeAllConnections()
    stub?.close()
    requests = 0
  })

  async function clientOf(handle: RequestListener, timeouts = PATIENT): Promise<S3Client> {
    stub = createServer((request, response) => {
      requests += 1
      request.resume()
      handle(request, response)
    })
    await new Promise<void>((resolve) => stub?.listen(0, '127.0.0.1', resolve))
    // The cast is safe: for a server that listens on a port, `address()` returns an `AddressInfo`.
    const { port } = stub.address() as AddressInfo
    const endpoint = `http://127.0.0.1:${port}`
    const key = { accessKeyId: 'id', secretAccessKey: 'a secret' }
    return new S3Client({ endpoint, region: 'auto', bucket: 'b', ...key }, timeouts)
  }

  test('is tried three times after errors of the server, and the third response counts', async () => {
    const client = await clientOf((_request, response) => {
      response.writeHead(requests < 3 ? 503 : 200).end('<Code>SlowDown</Code>')
    })
    expect(String(await client.get('a'))).toBe('<Code>SlowDown</Code>')
    await expect(
      (await clientOf((_request, response) => void response.writeHead(500).end())).get('a'),
    ).rejects.toThrow('it responded with 500')
  })

  test('is tried three times after broken connections', async () => {
    const client = await clientOf((request) => void request.socket.destroy())
    await expect(client.put('a', Buffer.from('a'), {})).rejects.toThrow(StoreUnavailable)
    expect(requests).toBe(3)
  })

  test.each([
    ['no response', () => undefined],
    ['half a response', (_request, response) => void response.writeHead(200).write('half')],
  ] satisfies [string, RequestListener][])(
    'is given up after three time-outs if it sends %s',
    async (_what, handle) => {
      const client = await clientOf(handle, HASTY)
      const started = performance.now()
      await expect(client.get('a')).rejects.toThrow(/time/)
      expect([requests, performance.now() - started < PATIENT.attemptMs]).toEqual([3, true])
    },
  )

  test('cannot fill the memory with its response', async () => {
    const client = await clientOf((_request, response) => {
      const chunk = Buffer.alloc(1024 * 1024)
      const write = () => void response.write(chunk, (error) => error ?? write())
      write()
    })
    await expect(client.get('a')).rejects.toThrow('more than 8388608 bytes')
  })

  test('cannot send the client to another address', async () => {
    const client = await clientOf((_request, response) => {
      response.writeHead(307, { location: 'http://127.0.0.1:1/' }).end()
    })
    await expect(client.get('a')).rejects.toThrow('refused a request with 307')
  })
})
