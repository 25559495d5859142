import '#test/cheap-passwords.ts'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { shopOrigin } from '#test/calls.ts'
import { createKey, issuerSettings, startIssuer } from '#test/oidc/issuer.ts'
import type { TestIssuer } from '#test/oidc/issuer.ts'
import { OidcBrowser } from '#test/oidc/oidc-browser.ts'
import { migrateStore } from '#test/postgres/global-setup.ts'
import { openTestShop } from '#test/shop.ts'
import type { TestShop } from '#test/shop.ts'
import { anyStore, stores } from '#test/stores.ts'
import type { Store } from '#test/stores.ts'
import { freePort } from '#test/processes/free-port.ts'

const SECOND_MS = 1000
const PAUSE_MS = 5 * SECOND_MS
const HOUR_MS = 3600 * SECOND_MS
const CONFIGURATION = '/.well-known/openid-configuration'

describe.each(anyStore)('the issuer', ({ fresh }) => {
  let store: Store
  let shop: TestShop
  let port: number
  let issuer: TestIssuer | null = null
  beforeEach(async () => {
    port = await freePort()
    store = await fresh()
    await migrateStore(store)
    shop = await openTestShop(store, { env: issuerSettings(`http://localhost:${port}`) })
    vi.useFakeTimers({ toFake: ['Date'] })
  })
  afterEach(async () => {
    vi.useRealTimers()
    await shop.close()
    await store.dispose()
    await issuer?.close()
    issuer = null
  })

  async function openIssuer(): Promise<TestIssuer> {
    issuer = await startIssuer({ origin: shopOrigin, port })
    issuer.people.set('nia', { sub: 'nia', email: 'nia@people.example', email_verified: true })
    return issuer
  }
  const start = () => new OidcBrowser(shop).sender.send('POST /auth/oidc/start', { body: { from: '/' } })
  const pass = (ms: number) => vi.setSystemTime(Date.now() + ms)

  test('is not asked before a login, and its configuration is read once', async () => {
    const { requests } = await openIssuer()
    expect((await shop.app.inject('/login')).statusCode).toBe(200)
    expect(requests).toEqual([])
    await Promise.all([start(), start()])
    await start()
    expect(requests).toEqual(['/.well-known/openid-configuration'])
  })

  test('is asked again after a pause, and found when it is there', async () => {
    expect(await start()).toMatchObject({ status: 503, problem: { code: 'issuer-unreachable' } })
    expect(shop.log.join('')).toContain('OpenID Connect issuer cannot be reached')
    expect((await shop.app.inject('/login')).statusCode).toBe(200)
    await openIssuer()
    expect((await start()).status).toBe(503)
    expect(issuer?.requests).toEqual([])
    pass(PAUSE_MS)
    expect((await start()).status).toBe(200)
    expect((await new OidcBrowser(shop).logIn('nia')).outcome).toBe('done')
  })

  test('that stays down is asked at most every five seconds', async () => {
    let asked = 0
    const server = createServer((_, response) => {
      asked += 1
      response.writeHead(500).end()
    }).listen(port, 'localhost')
    await once(server, 'listening')
    expect((server.address() as AddressInfo).port).toBe(port) // cast: it listens on a TCP port
    for (let second = 0; second < 21; second++) {
      expect((await start()).status).toBe(503)
      pass(SECOND_MS)
    }
    server.close()
    // After 0, 5, 10, 15 and 20 seconds.
    expect(asked).toBe(5)
  })

  test('is not used if its configuration does not end, of which little is read', async () => {
    let sent = 0
    function* spaces() {
      for (;;) {
        sent += 64_000
        yield Buffer.alloc(64_000, ' ')
      }
    }
    const server = createServer((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      Readable.from(spaces()).pipe(response)
    }).listen(port, 'localhost')
    await once(server, 'listening')
    expect((await start()).problem.code).toBe('issuer-unreachable')
    server.closeAllConnections()
    server.close()
    expect(sent).toBeLessThan(20_000_000)
  })

  test('is not used if its configuration is that of another issuer, until that is mended', async () => {
    const { replace } = await openIssuer()
    replace.set('/.well-known/openid-configuration', (body) => ({ ...body, issuer: 'https://other.example' }))
    expect((await start()).problem.code).toBe('issuer-unreachable')
    replace.clear()
    pass(PAUSE_MS)
    expect((await start()).status).toBe(200)
  })

  test.each([
    ['authorization_endpoint', undefined],
    ['authorization_endpoint', 'javascript:alert(1)'],
    ['authorization_endpoint', 5],
    ['token_endpoint', 'no address'],
    ['token_endpoint', undefined],
    ['jwks_uri', 'ftp://localhost/keys'],
    ['jwks_uri', null],
  ])('is not used if its %s is %j, and asked again soon', async (name, value) => {
    const { replace } = await openIssuer()
    replace.set(CONFIGURATION, (body) => ({ ...body, [name]: value }))
    expect(await start()).toMatchObject({ status: 503, problem: { code: 'issuer-unreachable' } })
    replace.clear()
    pass(PAUSE_MS)
    expect((await start()).status).toBe(200)
  })

  test('is asked again after a minute if a login with its configuration was not valid', async () => {
    const { replace, requests } = await openIssuer()
    const { publicJwk } = await createKey('of another')
    const keys = createServer((_, response) => void response.end(JSON.stringify({ keys: [publicJwk] })))
    await once(keys.listen(0, 'localhost'), 'listening')
    const { port: other } = keys.address() as AddressInfo // cast: it listens on a TCP port
    replace.set(CONFIGURATION, (body) => ({ ...body, jwks_uri: `http://localhost:${other}/` }))
    expect((await new OidcBrowser(shop).logIn('nia')).outcome).toBe('invalid')
    replace.clear()
    pass(60 * SECOND_MS - 1)
    await start()
    expect(requests.filter((path) => path === CONFIGURATION)).toHaveLength(1)
    pass(1)
    expect((await new OidcBrowser(shop).logIn('nia')).outcome).toBe('done')
    keys.close()
  })

  test('is asked for its configuration again after six hours', async () => {
    const { requests } = await openIssuer()
    await start()
    pass(6 * HOUR_MS - 1)
    await start()
    expect(requests).toEqual([CONFIGURATION])
    pass(1)
    await Promise.all([start(), start()])
    expect(requests).toEqual([CONFIGURATION, CONFIGURATION])
  })

  test.each([404, 500])('is asked again if its token endpoint responds with %s', async (status) => {
    const { replace } = await openIssuer()
    const elsewhere = createServer((_, response) => void response.writeHead(status).end('Gone.'))
    await once(elsewhere.listen(0, 'localhost'), 'listening')
    const { port: other } = elsewhere.address() as AddressInfo // cast: it listens on a TCP port
    for (const endpoint of [`http://localhost:${other}/token`, `http://localhost:${port}/moved`]) {
      replace.set(CONFIGURATION, (body) => ({ ...body, token_endpoint: endpoint }))
      pass(6 * HOUR_MS)
      expect([endpoint, (await new OidcBrowser(shop).logIn('nia')).outcome]).toEqual([
        endpoint,
        'unreachable',
      ])
      replace.clear()
      expect((await new OidcBrowser(shop).logIn('nia')).outcome).toBe('done')
    }
    elsewhere.close()
  })

  test('that goes down during a login opens no session, and is asked again afterwards', async () => {
    const { close } = await openIssuer()
    const browser = new OidcBrowser(shop)
    const state = String(new URL(await browser.start()).searchParams.get('state'))
    await close()
    const iss = `http://localhost:${port}`
    const query = new URLSearchParams({ code: 'code', state, iss })
    const returned = await browser.open(`${shopOrigin}/api/auth/oidc/callback?${query}`)
    expect([returned.outcome, await browser.person()]).toEqual(['unreachable', null])
    const { requests } = await openIssuer()
    expect((await start()).status).toBe(200)
    expect(requests).toEqual(['/.well-known/openid-configuration'])
  })
})

test('a shop without an issuer has no such login', async () => {
  const store = await stores[0]?.fresh()
  if (!store) throw new Error('There is no store.')
  await migrateStore(store)
  const shop = await openTestShop(store)
  const cora = await shop.person('Cora')
  const { status } = await cora.send('POST /auth/oidc/start', { body: { from: '/' } })
  const callback = await shop.app.inject('/api/auth/oidc/callback?state=x')
  expect([status, callback.statusCode]).toEqual([404, 404])
  await shop.close()
  await store.dispose()
})
