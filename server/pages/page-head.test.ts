import '#test/cheap-passwords.ts'
import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { PageState } from '#contract/pages.ts'
import { DEFAULT_PROFILE } from '#contract/shop/profile.ts'
import { plainPages } from '#test/plain-pages.ts'
import { givenShop } from '#test/shop.ts'
import { hillRoasters } from '#test/shop/hill-roasters.ts'
import { publishProfile } from '#test/shop/publish-profile.ts'
import { anyStore } from '#test/stores.ts'

/** Pages whose policy already allows one style, as that of the built client does. */
const source = { ...plainPages, policy: { style: ["'sha256-of-the-sheet'"] } }

describe.each(anyStore)('a page', ({ fresh }) => {
  const shop = givenShop(fresh, { source, env: { PUBLIC_URL: 'https://hill.example' } })

  async function get(url: string) {
    const { body, headers, statusCode } = await shop.app.inject({ url })
    const policy = String(headers['content-security-policy'])
    const [, styles = ''] = /style-src ([^;]*)/.exec(policy) ?? []
    return { body, statusCode, styles, etag: headers['etag'] }
  }

  test('has the accent colour as a style, which its policy allows by the hash', async () => {
    await publishProfile(shop.database, hillRoasters)
    const { body, styles } = await get('/contact')
    const [, css = ''] = /<style>(.*?)<\/style>/.exec(body) ?? []
    expect(css).toContain('--color-primary:#1a5c4a')
    const hash = createHash('sha256').update(css).digest('base64')
    expect(styles).toBe(`'self' 'sha256-of-the-sheet' 'sha256-${hash}'`)
  })

  test('has another style and another hash when the accent colour changes, and none without one', async () => {
    await publishProfile(shop.database, hillRoasters)
    const green = await get('/contact')
    await publishProfile(shop.database, { ...hillRoasters, accent: '#6d2a8f' }, 2)
    const violet = await get('/contact')
    expect(violet.body).toContain('--color-primary:#6d2a8f')
    expect(violet.styles).not.toBe(green.styles)
    expect(violet.etag).not.toBe(green.etag)
    await publishProfile(shop.database, { ...hillRoasters, accent: '' }, 3)
    const plain = await get('/contact')
    expect(plain.body).not.toContain('<style>')
    expect(plain.styles).toBe("'self' 'sha256-of-the-sheet'")
  })

  test('refers to the icons and the manifest of this version of the profile', async () => {
    await publishProfile(shop.database, hillRoasters, 7)
    const { body } = await get('/contact')
    for (const file of ['favicon.ico', 'favicon.svg', 'apple-touch-icon.png', 'manifest.webmanifest'])
      expect(body).toContain(`href="/${file}?v=7"`)
  })

  test('has the data of the shop for search engines only if it is the home page', async () => {
    await publishProfile(shop.database, hillRoasters)
    const [, json = ''] =
      /<script type="application\/ld\+json">(.*?)<\/script>/.exec((await get('/')).body) ?? []
    expect(JSON.parse(json)).toMatchObject({ '@type': 'CafeOrCoffeeShop', 'url': 'https://hill.example/' })
    expect((await get('/contact')).body).not.toContain('ld+json')
  })

  test('with a legal text contains it as data, and the next request gets the same bytes', async () => {
    await publishProfile(shop.database, hillRoasters)
    const imprint = await get('/legal/imprint')
    expect(legalIn(imprint.body)).toMatchObject({ page: 'imprint', html: expect.stringContaining('<h2>') })
    expect((await get('/legal/imprint')).etag).toBe(imprint.etag)
    expect(legalIn((await get('/legal/terms')).body)).toMatchObject({ page: 'terms' })
    await publishProfile(shop.database, { ...hillRoasters, legal: DEFAULT_PROFILE.legal }, 2)
    expect(legalIn((await get('/legal/imprint')).body)).toBeUndefined()
  })
})

describe.each(anyStore)('a page in development', ({ fresh }) => {
  const policy = { style: ["'unsafe-inline'"] }
  const shop = givenShop(fresh, { source: { ...plainPages, policy } })

  test('has no hash in its policy, which would forbid the styles of the development server', async () => {
    await publishProfile(shop.database, hillRoasters)
    const { headers, body } = await shop.app.inject({ url: '/contact' })
    expect(headers['content-security-policy']).toContain("style-src 'self' 'unsafe-inline';")
    expect(body).toContain('--color-primary:#1a5c4a')
  })
})

function legalIn(html: string): PageState['legal'] {
  const [, json = '{}'] = /id="page-state">(.*?)<\/script>/.exec(html) ?? []
  const state: PageState = JSON.parse(json)
  return state.legal
}
