import '#test/cheap-passwords.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createKey, issuerSettings } from '#test/oidc/issuer.ts'
import type { IdToken, TestIssuer } from '#test/oidc/issuer.ts'
import { logInAtIssuer } from '#test/oidc/log-in.ts'
import { OidcBrowser } from '#test/oidc/oidc-browser.ts'
import { openShopWithIssuer } from '#test/oidc/shop-with-issuer.ts'
import { openTestShop } from '#test/shop.ts'
import type { TestShop } from '#test/shop.ts'
import { anyStore } from '#test/stores.ts'
import type { Store } from '#test/stores.ts'

const MINUTE_S = 60
/** An ID token with these claims is not compared with the response of the UserInfo endpoint. */
const whole = { email: 'eve@people.example', email_verified: true }

describe.each(anyStore)('a forged login with OpenID Connect on $name', ({ fresh }) => {
  let issuer: TestIssuer
  let shop: TestShop
  let store: Store
  let close: () => Promise<void>
  let browser: OidcBrowser
  beforeAll(async () => {
    ;({ issuer, shop, store, close } = await openShopWithIssuer(fresh))
    issuer.people.set('nia', { sub: 'nia', email: 'nia@people.example', email_verified: true })
  })
  afterAll(() => close())
  beforeEach(() => {
    browser = new OidcBrowser(shop)
  })
  afterEach(() => {
    issuer.forge = null
    issuer.replace.clear()
    vi.useRealTimers()
  })

  async function expectRefused(outcome: string | null, expected: string): Promise<void> {
    expect(outcome).toBe(expected)
    expect(await browser.person()).toBeNull()
  }

  test('succeeds if nothing is forged', async () => {
    issuer.forge = ({ claims, sign }) => sign(claims)
    expect((await browser.logIn('nia')).outcome).toBe('done')
  })

  test('succeeds if the clock of the issuer is half a minute fast', async () => {
    issuer.forge = ({ claims, sign }) => sign({ ...claims, ...issuedIn(MINUTE_S / 2) })
    expect((await browser.logIn('nia')).outcome).toBe('done')
  })

  test('is refused if the callback was used before', async () => {
    const callback = await logInAtIssuer(await browser.start(), 'nia')
    const cookie = browser.cookie
    expect((await browser.open(callback)).outcome).toBe('done')
    browser = new OidcBrowser(shop, cookie)
    await expectRefused((await browser.open(callback)).outcome, 'expired')
  })

  test('is refused if another browser started it', async () => {
    const callback = await logInAtIssuer(await new OidcBrowser(shop).start(), 'nia')
    await expectRefused((await browser.open(callback)).outcome, 'expired')
    await browser.start()
    await expectRefused((await browser.open(callback)).outcome, 'expired')
  })

  test('is refused with the state of another login', async () => {
    const callback = new URL(await logInAtIssuer(await browser.start(), 'nia'))
    callback.searchParams.set('state', 'made-up')
    await expectRefused((await browser.open(callback.href)).outcome, 'expired')
    callback.searchParams.delete('state')
    await expectRefused((await browser.open(callback.href)).outcome, 'expired')
    // The browser has started two logins. The code belongs to the first one.
    const second = new URL(await browser.start()).searchParams.get('state')
    callback.searchParams.set('state', String(second))
    await expectRefused((await browser.open(callback.href)).outcome, 'invalid')
  })

  test('is refused if the response is from another issuer, or does not say from which', async () => {
    for (const iss of ['https://other.example', null]) {
      const callback = new URL(await logInAtIssuer(await browser.start(), 'nia'))
      if (iss) callback.searchParams.set('iss', iss)
      else callback.searchParams.delete('iss')
      await expectRefused((await browser.open(callback.href)).outcome, 'invalid')
    }
  })

  const forgeries: [string, (token: IdToken) => Promise<string | undefined>][] = [
    ['has another nonce', ({ claims, sign }) => sign({ ...claims, nonce: 'another' })],
    ['has no nonce', ({ claims, sign }) => sign(without(claims, 'nonce'))],
    ['is from another issuer', ({ claims, sign }) => sign({ ...claims, iss: 'https://other.example' })],
    ['is for another client', ({ claims, sign }) => sign({ ...claims, aud: 'another' })],
    ['is for another client, too', ({ claims, sign }) => sign({ ...claims, aud: ['crema', 'another'] })],
    [
      'has expired',
      ({ claims, sign }) => sign({ ...claims, exp: Math.floor(Date.now() / 1000) - 2 * MINUTE_S }),
    ],
    ['has no time of expiry', ({ claims, sign }) => sign(without(claims, 'exp'))],
    ['is from the future', ({ claims, sign }) => sign({ ...claims, ...issuedIn(2 * MINUTE_S) })],
    ['is from a future without an end', ({ claims, sign }) => sign({ ...claims, ...issuedIn(1e300) })],
    ['has an empty subject', ({ claims, sign }) => sign({ ...claims, ...whole, sub: '' })],
    [
      'has a subject that is too long',
      ({ claims, sign }) => sign({ ...claims, ...whole, sub: 'n'.repeat(256) }),
    ],
    ['has a subject with a NUL', ({ claims, sign }) => sign({ ...claims, ...whole, sub: 'n\0' })],
    ['is missing', async () => undefined],
    [
      'is signed with another key',
      async ({ header, claims, sign }) => {
        const { privateKey: key } = await createKey('first')
        return sign(claims, { header, key })
      },
    ],
    [
      'is signed with an unknown key',
      async ({ header, claims, sign }) => {
        const { privateKey: key } = await createKey('second')
        return sign(claims, { header: { ...header, kid: 'second' }, key })
      },
    ],
    [
      'has a signature that was changed',
      async ({ claims, sign }) => {
        const [header, , signature] = (await sign(claims)).split('.')
        return `${header}.${encode({ ...claims, sub: 'eve' })}.${signature}`
      },
    ],
    ['is not signed', async ({ claims }) => `${encode({ alg: 'none' })}.${encode(claims)}.`],
    [
      'is not signed, and says nothing about it',
      async ({ header, claims }) => `${encode(header)}.${encode(claims)}.`,
    ],
    [
      'is signed with the client secret',
      async ({ claims, sign }) => {
        const secret = new TextEncoder().encode(issuerSettings('')['OIDC_CLIENT_SECRET'])
        const hmac = { name: 'HMAC', hash: 'SHA-256' }
        const key = await crypto.subtle.importKey('raw', secret, hmac, false, ['sign'])
        return sign(claims, { header: { alg: 'HS256' }, key })
      },
    ],
  ]

  test.each(forgeries)('is refused if the ID token %s', async (_name, forge) => {
    issuer.forge = forge
    await expectRefused((await browser.logIn('nia')).outcome, 'invalid')
  })

  test('is refused if the issuer announces that its ID tokens need no signature', async () => {
    issuer.replace.set('/.well-known/openid-configuration', (body) => ({
      ...body,
      id_token_signing_alg_values_supported: ['none', 'HS256', 'ES256'],
    }))
    const other = await openTestShop(store, { env: issuerSettings(issuer.url) })
    browser = new OidcBrowser(other)
    for (const forge of [forgeries.at(-3), forgeries.at(-1)]) {
      issuer.forge = forge?.[1] ?? null
      await expectRefused((await browser.logIn('nia')).outcome, 'invalid')
    }
    await other.close()
  })

  test('is refused if the issuer sends the claims of another person', async () => {
    issuer.replace.set('/me', (body) => ({ ...body, sub: 'eve' }))
    await expectRefused((await browser.logIn('nia')).outcome, 'invalid')
  })

  test('is refused if the code was requested with another verifier', async () => {
    const callback = await logInAtIssuer(await browser.start(), 'nia')
    await shop.database.write(async ({ tx }) => {
      const [row] = await tx
        .selectFrom('tokens')
        .selectAll()
        .where('kind', '=', 'oidc')
        .orderBy('expires_at', 'desc')
        .execute()
      const data = String(row?.data).replace(/"verifier":"[^"]+"/, `"verifier":"${'v'.repeat(43)}"`)
      await tx.updateTable('tokens').set({ data }).where('hash', '=', String(row?.hash)).execute()
    })
    await expectRefused((await browser.open(callback)).outcome, 'invalid')
  })

  test('is no matter if the issuer signs with a new key, which is fetched', async () => {
    await browser.logIn('nia')
    const { privateKey: key, publicJwk } = await createKey('third')
    issuer.replace.set('/jwks', () => ({ keys: [publicJwk] }))
    issuer.forge = ({ header, claims, sign }) => sign(claims, { header: { ...header, kid: 'third' }, key })
    // The library fetches the keys at most once a minute.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61 * 1000 })
    browser = new OidcBrowser(shop)
    expect((await browser.logIn('nia')).outcome).toBe('done')
  })
})

/** Returns the times of an ID token that is issued this many seconds from now. */
function issuedIn(seconds: number): { iat: number; exp: number } {
  const iat = Math.floor(Date.now() / 1000) + seconds
  return { iat, exp: iat + 3600 }
}

function without(claims: IdToken['claims'], name: string): IdToken['claims'] {
  return Object.fromEntries(Object.entries(claims).filter(([claim]) => claim !== name))
}

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url')
}
