import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { runOwnersCommand, settingsOf } from '#test/processes/run-command.ts'
import { freePort } from '#test/processes/free-port.ts'
import { startShopProcess } from '#test/shop-process.ts'
import type { ShopProcess } from '#test/shop-process.ts'
import { stores } from '#test/stores.ts'
import type { Store } from '#test/stores.ts'

const server = stores.find(({ name }) => name === 'postgres')
const cora = { name: 'Cora', email: 'cora@people.example', password: 'coffee123' }
const login = { email: cora.email, password: cora.password }

describe.runIf(server)('two shop processes on one database', { timeout: 120_000 }, () => {
  let store: Store
  const running: ShopProcess[] = []
  beforeEach(async () => {
    if (!server) throw new Error('There is no server.')
    store = await server.empty()
  })
  afterEach(async () => {
    await Promise.all(running.splice(0).map((shop) => shop.kill()))
    await store.dispose()
  })

  async function start(settings: Record<string, string> = {}): Promise<ShopProcess> {
    const shop = await startShopProcess(store, settings)
    running.push(shop)
    return shop
  }
  const statusOf = (shop: ShopProcess, path: string) =>
    fetch(`${shop.url}${path}`, { headers: { connection: 'close' } }).then(({ status }) => status)

  test('migrate an empty database once, serve the same people, and let commands run beside them', async () => {
    const [one, other] = await Promise.all([start(), start()])
    await one.ask('POST /api/auth/sign-up', { body: cora })
    const signedIn = await other.ask('POST /api/auth/sign-in', { body: login })
    expect(signedIn.status).toBe(200)
    expect((await runOwnersCommand('backup', settingsOf(store), [`${store.dataDir}/made.db`])).code).toBe(0)
    await one.kill()
    expect(await statusOf(other, '/readyz')).toBe(200)
    const again = await start()
    expect((await again.ask('POST /api/auth/sign-in', { body: login })).status).toBe(200)
  })

  test('refuse connections until they are ready, so that a load balancer uses another one', async () => {
    const PORT = String(await freePort())
    const opening = start({ PORT, DEMO: '1' })
    const statuses = new Set<number>()
    const tryOnce = () => fetch(`http://127.0.0.1:${PORT}/api/allCoffee`).catch(() => null)
    for (let open = false; !open; open = statuses.size > 0) {
      const response = await tryOnce()
      if (response) statuses.add(response.status)
      await pause(5)
    }
    await opening
    expect([...statuses]).toEqual([200])
  })

  test('can be restarted one after the other: on SIGTERM one is not ready, but serves for a while', async () => {
    const shop = await start({ DRAIN_SECONDS: '1' })
    expect(await statusOf(shop, '/readyz')).toBe(200)
    const began = performance.now()
    const ended = shop.end()
    await expect.poll(() => statusOf(shop, '/readyz'), { interval: 20 }).toBe(503)
    expect(performance.now() - began).toBeLessThan(700)
    await pause(300)
    const served = await fetch(`${shop.url}/api/allCoffee`)
    expect([served.status, served.headers.get('connection')]).toEqual([200, 'close'])
    expect(await statusOf(shop, '/healthz')).toBe(200)
    expect(await ended).toBe(0)
    expect(performance.now() - began).toBeGreaterThan(1000)
    await expect(fetch(`${shop.url}/healthz`)).rejects.toThrow('fetch failed')
  })
})
