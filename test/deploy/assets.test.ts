import { createServer } from 'node:http'
import type { Server } from 'node:http'
import { describe, expect, test } from 'vitest'
import { connectHttp2 } from './http2-client.ts'
import { freePort, listen } from '../processes/free-port.ts'
import { proxies } from './start-proxy.ts'
import type { ProxyKind } from './start-proxy.ts'

/** Starts a server that has only these assets, as an instance of one version of the shop has. */
async function startInstance(names: string[]): Promise<{ server: Server; port: number }> {
  const has = (url = '') => url === '/readyz' || names.some((name) => url === `/assets/${name}`)
  const server = createServer(({ url }, response) => {
    response.writeHead(has(url) ? 200 : 404).end(has(url) ? url : 'not here')
  })
  return { server, port: await listen(server) }
}

/**
 * The files of the version before may have been copied to the new one. Caddy needs that, because it cannot try another
 * instance after a 404.
 */
const casesOf = ({ name }: ProxyKind) => [
  { name: 'the files of both in the new one', copied: ['old.js'] },
  ...(name === 'nginx' ? [{ name: 'the files of one version in each', copied: [] }] : []),
]

describe.each(proxies.filter(({ program }) => program))('instances of two versions behind $name', (proxy) => {
  test.each(casesOf(proxy))('serve a page of either version its scripts, with $name', async ({ copied }) => {
    const instances = [
      await startInstance(['new.js', ...copied]),
      await startInstance(['old.js']),
      await startInstance(['old.js']),
    ]
    const port = await freePort()
    const running = await proxy.start({ port, instances: instances.map((instance) => instance.port) })
    const browser = await connectHttp2(port)
    try {
      await expect.poll(async () => (await browser.ask('/assets/new.js')).status).toBe(200)
      const asked = Array.from({ length: 30 }, (_, at) => `/assets/${at % 2 ? 'new' : 'old'}.js`)
      const replies = await Promise.all(asked.map((path) => browser.ask(path)))
      expect(replies.map(({ status, body }) => `${status} ${body}`)).toEqual(
        asked.map((path) => `200 ${path}`),
      )
      const missing = await browser.ask('/assets/none.js')
      expect([missing.status, missing.body]).toEqual([404, 'not here'])
      // A 404 does not count as a failure, after which nginx would avoid the instance.
      expect((await browser.ask('/assets/new.js')).status).toBe(200)
    } finally {
      browser.close()
      await running.stop()
      for (const { server } of instances) {
        server.closeAllConnections()
        server.close()
      }
    }
  })
})
