import '#test/cheap-passwords.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import type { PageState } from '#contract/pages.ts'
import { DEFAULT_PROFILE, DEMO_OPENING, pageShopOf } from '#contract/shop/profile.ts'
import { EncodedResponse } from '#server/platform/http/response-cache.ts'
import { setPrice } from '#test/catalogue.ts'
import { givenShop } from '#test/shop.ts'
import type { TestPerson } from '#test/shop.ts'
import { anyStore } from '#test/stores.ts'
import type { PageSource } from './built-pages.ts'

const rendered: string[] = []

const pathsKnown: Record<string, string> = { '/': '/', '//': '/', '/contact': '/contact' }

/** A stub of the built client, with two pages. One of them has two paths. */
const source: PageSource = {
  renderer: async () => ({
    renderMail: () => ({ text: '', html: '' }),
    pageKey: (path) => pathsKnown[path] ?? 'unknown',
    renderPage: (path, { signedIn, coffees }) => {
      rendered.push(path)
      const status = pathsKnown[path] ? 200 : 404
      return {
        status,
        title: 'Crema',
        description: 'Coffee',
        html: `<p>${signedIn ? 'member' : 'visitor'} ${coffees?.length ?? 'no'} coffees ${'.'.repeat(300)}</p>`,
      }
    },
  }),
  head: '<style>a{}</style>',
  ownStyles: { subscriptions: '', account: '' },
  demoIcon: '<svg/>',
  policy: { style: ["'sha256-of-the-style'"] },
  steady: true,
  scripts: '',
  asset: async (name) =>
    name === 'boot.js'
      ? new EncodedResponse('let a', {
          type: 'text/javascript',
          cacheControl: 'public, max-age=31536000, immutable',
        })
      : null,
}

const env = {
  TOKEN_SYNC_URL: 'https://sync.example/tokens?x',
  EMAILJS_PUBLIC_KEY: 'k',
  EMAILJS_SERVICE_ID: 's',
  EMAILJS_TEMPLATE_ID: 't',
}

describe.each(anyStore)('pages', ({ fresh }) => {
  const shop = givenShop(fresh, { source, env })
  let cora: TestPerson
  beforeAll(async () => void (cora = await shop.person('Cora')))

  const get = (url: string, headers: Record<string, string> = {}) => shop.app.inject({ url, headers })

  function stateIn(html: string): PageState {
    const [, json = ''] = /id="page-state">(.*?)<\/script>/.exec(html) ?? []
    return JSON.parse(json)
  }

  test('are sent rendered, the home page with its lists', async () => {
    const home = await get('/')
    expect([home.statusCode, home.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(home.body).toContain('visitor 2 coffees')
    const { coffees, bags, settings, signedIn } = stateIn(home.body)
    expect(signedIn).toBe(false)
    expect(coffees?.map(({ category_name }) => category_name)).toEqual(['Hill Farm', 'Empty Farm'])
    expect(bags, 'the home page of a new shop has no section with bags').toBeUndefined()
    expect(settings).toEqual({
      demo: false,
      paysAtOnce: true,
      mail: { origin: 'https://api.emailjs.com', publicKey: 'k', serviceId: 's', templateId: 't' },
      tokenSyncUrl: 'https://sync.example/tokens?x',
      pictureBase: '',
      sendsMail: false,
      oidcName: null,
      delivers: false,
      hasWithdrawal: false,
      hasGrinds: true,
      currency: 'USD',
      timeZone: 'UTC',
      shop: pageShopOf(DEFAULT_PROFILE, DEMO_OPENING),
    })
  })

  test('other than the home page contain no lists', async () => {
    expect(stateIn((await get('/contact')).body)).not.toHaveProperty('coffees')
  })

  test('at unknown paths have status 404', async () => {
    const answer = await get('/no/such/page')
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
    const again = await get('/no/such/page', { 'if-none-match': String(answer.headers['etag']) })
    expect(again.statusCode).toBe(404)
  })

  test.each([
    '//',
    '//evil.example',
    '//[',
    '/%',
    '/%E0%A4%A',
    '/..//..',
    '/a?b=//',
    '/?q=<script>',
    '/\\evil',
    '/contact/../x',
  ])('at the odd address %s break nothing', async (url) => {
    const { statusCode, headers } = await get(url)
    expect(statusCode).toBeLessThan(500)
    expect(headers).not.toHaveProperty('location')
  })

  test('at a path that resembles the home page’s are not the home page', async () => {
    expect((await get('//evil.example')).statusCode).toBe(404)
    expect((await get('/?utm=1')).statusCode).toBe(200)
  })

  test('are the same whichever of their paths was requested first', async () => {
    await setPrice(shop.database, shop.shelves.espresso, 255)
    const odd = await get('//')
    expect(odd.statusCode).toBe(200)
    for (const { body } of [odd, await get('/')]) expect(stateIn(body).coffees).toHaveLength(2)
  })

  test('are rendered for signed-in users if there is a session cookie, and vary by cookie', async () => {
    const member = await get('/', { cookie: cora.cookie })
    expect(member.body).toContain('member 2 coffees')
    expect(stateIn(member.body).signedIn).toBe(true)
    const visitor = await get('/')
    expect(visitor.headers['etag']).not.toBe(member.headers['etag'])
    for (const { headers } of [member, visitor])
      expect(headers).toMatchObject({
        'vary': 'accept-encoding, cookie',
        'cache-control': 'private, no-cache',
      })
  })

  test('have status 304 if the browser’s copy is current', async () => {
    const { headers } = await get('/contact')
    const again = await get('/contact', { 'if-none-match': String(headers['etag']) })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  })

  test('are rendered once, and again after a change of the catalogue', async () => {
    await get('/')
    rendered.length = 0
    await get('/')
    await get('/no/such/page')
    await get('/another/unknown/page')
    expect(rendered.length).toBeLessThanOrEqual(1)
    await setPrice(shop.database, shop.shelves.espresso, 260)
    rendered.length = 0
    await get('/')
    expect(rendered).toEqual(['/'])
  })

  test('have a policy that allows their style by its hash, the configured origins, and only our own scripts', async () => {
    const policy = String((await get('/')).headers['content-security-policy'])
    const rules = Object.fromEntries(policy.split('; ').map((rule) => [rule.split(' ')[0], rule]))
    expect(rules).toMatchObject({
      'script-src': "script-src 'self'",
      'style-src': "style-src 'self' 'sha256-of-the-style'",
      'connect-src': "connect-src 'self' https://api.emailjs.com https://sync.example",
      'default-src': "default-src 'self'",
      'form-action': "form-action 'self'",
    })
  })

  test('have the security headers of every other response', async () => {
    for (const url of [
      '/',
      '/no/such/page',
      '/assets/boot.js',
      '/api/allCoffee',
      '/api/nothing',
      '/healthz',
    ]) {
      expect((await get(url)).headers, url).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
      })
    }
  })

  test('have no body in the response to a HEAD request', async () => {
    for (const [url, status] of [
      ['/', 200],
      ['/contact', 200],
      ['/no/such/page', 404],
    ] as const) {
      const answer = await shop.app.inject({ method: 'HEAD', url })
      expect([answer.statusCode, answer.body]).toEqual([status, ''])
    }
  })

  test('refer to files that a browser may cache for ever', async () => {
    const file = await get('/assets/boot.js')
    expect([file.statusCode, file.headers['cache-control']]).toEqual([
      200,
      'public, max-age=31536000, immutable',
    ])
    expect((await get('/assets/none.js')).statusCode).toBe(404)
    expect((await get('/assets/..%2f..%2fpackage.json')).statusCode).toBe(404)
  })

  test('are not sent for an unknown call, picture or method', async () => {
    const unknown = await Promise.all([
      get('/api/nothing'),
      get('/images/nothing.webp'),
      shop.app.inject({ method: 'POST', url: '/contact' }),
    ])
    for (const { statusCode, headers } of unknown) {
      expect([statusCode, headers['content-type']]).toEqual([404, 'application/problem+json; charset=utf-8'])
    }
  })

  test('do not replace /healthz', async () => {
    const health = await get('/healthz')
    expect([health.statusCode, health.json(), health.headers['cache-control']]).toEqual([
      200,
      { status: 'ok' },
      'no-store',
    ])
  })
})
