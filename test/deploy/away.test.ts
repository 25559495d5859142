import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { afterEach, describe, expect, test } from 'vitest'
import { connectHttp2 } from './http2-client.ts'
import type { Http2Client } from './http2-client.ts'
import { freePort } from '../processes/free-port.ts'
import { proxies } from './start-proxy.ts'
import type { ProxyKind } from './start-proxy.ts'

const page = readFileSync(join(import.meta.dirname, '../../deploy/shop-away.html'), 'utf8')

/** What is closed after each test, the last one first. */
const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

type Handler = (request: IncomingMessage, response: ServerResponse) => void

/** Starts a server in the place of an instance of the shop. */
async function startInstance(port: number, handler: Handler): Promise<void> {
  const server = createServer((request, response) =>
    request.url === '/readyz' ? response.end() : handler(request, response),
  ).listen(port, '127.0.0.1')
  await once(server, 'listening')
  closing.push(() => {
    server.closeAllConnections()
    server.close()
  })
}

/** Starts the proxy before instances on these ports, and connects to it. */
async function startProxy(proxy: ProxyKind, instances: number[]): Promise<Http2Client> {
  const port = await freePort()
  const running = await proxy.start({ port, instances })
  closing.push(running.stop)
  const browser = await connectHttp2(port)
  closing.push(browser.close)
  return browser
}

/**
 * Returns a port that neither accepts nor refuses connections, as that of a machine that is switched off. A thread
 * listens on it and accepts nothing, and the connections that may wait there are used up.
 */
async function deadPort(): Promise<number> {
  const thread = new Worker(
    `const server = require('node:net').createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
      require('node:worker_threads').parentPort.postMessage(server.address().port)
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
    })`,
    { eval: true },
  )
  closing.push(() => thread.terminate())
  const [port]: number[] = await once(thread, 'message')
  for (let isFull = false; !isFull;) {
    const socket = connect(Number(port), '127.0.0.1').on('error', () => undefined)
    closing.push(() => socket.destroy())
    const connected = new Promise<boolean>((resolve) => socket.once('connect', () => resolve(true)))
    isFull = !(await Promise.race([connected, sleep(500, false)]))
  }
  return Number(port)
}

describe.each(proxies.filter(({ program }) => program))('without an instance, $name', (proxy) => {
  test('sends a page that says so, and passes requests on again as soon as an instance is back', async () => {
    const port = await freePort()
    const browser = await startProxy(proxy, [port, await freePort()])
    const replies = await Promise.all([
      browser.ask('/'),
      browser.ask('/bagDetails/1?a=b'),
      browser.ask('/api/orders', { method: 'POST', body: {} }),
    ])
    for (const { status, headers, body } of replies) {
      expect([502, 503]).toContain(status)
      expect(body).toBe(page)
      expect(headers).toMatchObject({
        'content-type': expect.stringMatching(/^text\/html/),
        'cache-control': 'no-store',
        'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
      })
    }
    await startInstance(port, (_, response) => void response.end('the shop'))
    // nginx asks the instances with each request, but Caddy only checks them once a second.
    await expect.poll(() => browser.ask('/'), { timeout: 5000 }).toMatchObject({ body: 'the shop' })
    for (let times = 0; times < 10; times++) expect((await browser.ask('/')).body).toBe('the shop')
  })

  test('passes on the errors of the shop with their own words', async () => {
    const port = await freePort()
    await startInstance(port, ({ url }, response) => {
      response.writeHead(Number(url?.slice(1))).end(`words of the shop, ${url}`)
    })
    const browser = await startProxy(proxy, [port])
    await expect.poll(async () => (await browser.ask('/200')).status).toBe(200)
    for (const status of [404, 500, 502, 503, 504])
      expect(await browser.ask(`/${status}`)).toMatchObject({
        status,
        body: `words of the shop, /${status}`,
      })
  })

  // Caddy 2.6 cannot send the body of a POST again after it could not connect.
  const methods = proxy.name === 'Caddy' ? ['GET', 'GET', 'GET', 'GET'] : ['GET', 'POST', 'GET', 'POST']

  test(`asks another instance if the machine of the first one is off: ${methods.join(', ')}`, async () => {
    const port = await freePort()
    const bodies: string[] = []
    await startInstance(port, async (request, response) => {
      bodies.push(String(request.method))
      response.end('the shop')
    })
    const browser = await startProxy(proxy, [await deadPort(), port])
    for (const method of methods) {
      const reply = await browser.ask('/api/orders', { method, ...(method === 'POST' && { body: {} }) })
      expect([reply.status, reply.body]).toEqual([200, 'the shop'])
    }
    expect(bodies).toEqual(methods)
  })

  test('sends a POST once whose instance ended without a response', async () => {
    const requests: string[] = []
    const ports = [await freePort(), await freePort()]
    for (const port of ports)
      await startInstance(port, (request) => {
        requests.push(String(request.method))
        request.socket.destroy()
      })
    const browser = await startProxy(proxy, ports)
    const reply = await browser.ask('/api/orders', { method: 'POST', body: {} })
    expect([reply.status, reply.body]).toEqual([502, page])
    expect(requests).toEqual(['POST'])
  })
})
