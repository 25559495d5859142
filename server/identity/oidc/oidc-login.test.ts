import '#test/cheap-passwords.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { shopOrigin } from '#test/calls.ts'
import { issuerSettings } from '#test/oidc/issuer.ts'
import type { TestIssuer } from '#test/oidc/issuer.ts'
import { logInAtIssuer } from '#test/oidc/log-in.ts'
import { OidcBrowser } from '#test/oidc/oidc-browser.ts'
import { openShopWithIssuer } from '#test/oidc/shop-with-issuer.ts'
import { openTestShop } from '#test/shop.ts'
import type { TestShop } from '#test/shop.ts'
import { stores } from '#test/stores.ts'
import type { Store } from '#test/stores.ts'
import { eraseExpired } from '../erase-expired.ts'

describe.each(stores)('signing in with OpenID Connect on $name', ({ fresh, once }) => {
  let issuer: TestIssuer
  let shop: TestShop
  let store: Store
  let close: () => Promise<void>
  let count = 0
  let email: string
  beforeAll(async () => {
    ;({ issuer, shop, store, close } = await openShopWithIssuer(fresh))
  })
  afterAll(() => close())
  beforeEach(() => {
    count += 1
    email = `nia.${count}@people.example`
    issuer.people.set('nia', { sub: `nia ${count}`, name: 'Nia Cole', email, email_verified: true })
    issuer.replace.clear()
  })

  const userRows = (address = email) =>
    shop.database.read.selectFrom('users').selectAll().where('email', '=', address).execute()
  const confirm = (address: string) =>
    shop.database.write(({ tx }) =>
      tx.updateTable('accounts').set({ confirmed: 1 }).where('email', '=', address).execute(),
    )

  once('creates an account with name and address, and opens a session like one with a password', async () => {
    const browser = new OidcBrowser(shop)
    const { outcome, status, headers } = await browser.logIn('nia')
    expect([status, outcome]).toEqual([303, 'done'])
    const person = { email, name: 'Nia Cole' }
    expect(await browser.person()).toEqual(person)
    const recorded = await browser.sender.call('POST /users', { body: person })
    const { accessToken } = (await browser.sender.call('GET /jwt', { query: { email } })).answer
    const carts = await browser.sender.send('GET /myCarts', {
      query: { email },
      headers: { authorization: `Bearer ${accessToken}` },
    })
    expect([recorded.status, carts.status]).toEqual([200, 200])
    expect(await userRows()).toMatchObject([{ name: 'Nia Cole', role: null }])

    const signUp = { name: 'Cora', email: `cora.${count}@people.example`, password: 'coffee123' }
    const other = await new OidcBrowser(shop).sender.call('POST /auth/sign-up', { body: signUp })
    expect(sessionCookie(headers)).toBe(sessionCookie(other.headers))
    const sessions = await shop.database.read.selectFrom('sessions').selectAll().execute()
    const [, token = ''] = /crema\.session_token=(\w+)/.exec(browser.cookie) ?? []
    expect([token.length, JSON.stringify(sessions).includes(token)]).toEqual([64, false])
  })

  once('finds the account again, also if the issuer has a new address for it', async () => {
    await new OidcBrowser(shop).logIn('nia')
    issuer.people.set('nia', { sub: `nia ${count}`, name: 'Nia', email: 'new@people.example' })
    const browser = new OidcBrowser(shop)
    expect((await browser.logIn('nia')).outcome).toBe('done')
    expect(await browser.person()).toEqual({ email, name: 'Nia Cole' })
  })

  test('creates one account if the person logs in twice at the same moment', async () => {
    const browsers = [new OidcBrowser(shop), new OidcBrowser(shop)]
    const returned = await Promise.all(browsers.map((browser) => browser.logIn('nia')))
    expect(returned.map(({ outcome }) => outcome)).toEqual(['done', 'done'])
  })

  once('opens the account with a password that has confirmed the same address', async () => {
    const cora = await shop.person(`Cora ${count}`)
    await confirm(cora.email)
    issuer.people.set('cora', { sub: `cora ${count}`, email: cora.email.toUpperCase(), email_verified: true })
    const browser = new OidcBrowser(shop)
    expect((await browser.logIn('cora')).outcome).toBe('done')
    await browser.sender.call('POST /users', { body: { name: cora.name, email: cora.email } })
    expect(await userRows(cora.email)).toMatchObject([{ id: cora.userId, name: cora.name }])

    // The issuer has given the address to another person.
    issuer.people.set('cora', { sub: `another ${count}`, email: cora.email, email_verified: true })
    expect((await new OidcBrowser(shop).logIn('cora')).outcome).toBe('taken')
  })

  once('refuses an account of the shop whose address is not confirmed', async () => {
    const cora = await shop.person(`Cora ${count}`)
    issuer.people.set('cora', { sub: `cora ${count}`, email: cora.email, email_verified: true })
    const browser = new OidcBrowser(shop)
    expect((await browser.logIn('cora')).outcome).toBe('unconfirmed-here')
    expect(await browser.person()).toBeNull()
  })

  once('refuses an address that the issuer has not confirmed, and a person without an address', async () => {
    const cora = await shop.person(`Cora ${count}`)
    await confirm(cora.email)
    for (const [claims, refusal] of [
      [{ email: cora.email, email_verified: false }, 'unconfirmed-there'],
      [{ email: cora.email }, 'unconfirmed-there'],
      [{ email, email_verified: false }, 'unconfirmed-there'],
      [{ email_verified: true }, 'no-email'],
      [{ email: 'no address', email_verified: true }, 'no-email'],
      [{ email: 'v1,eve@people.example', email_verified: true }, 'no-email'],
    ] as const) {
      issuer.people.set('eve', { sub: `eve ${count}`, ...claims })
      const browser = new OidcBrowser(shop)
      expect((await browser.logIn('eve')).outcome, JSON.stringify(claims)).toBe(refusal)
      expect(await browser.person()).toBeNull()
    }
    expect(await userRows()).toEqual([])
  })

  once('refuses the address of a user who has no account', async () => {
    const cora = await shop.person(`Cora ${count}`)
    await shop.database.write(({ tx }) => tx.deleteFrom('accounts').where('email', '=', cora.email).execute())
    issuer.people.set('cora', { sub: `cora ${count}`, email: cora.email, email_verified: true })
    expect((await new OidcBrowser(shop).logIn('cora')).outcome).toBe('taken')
  })

  once('makes an ordinary account, which an admin can make an admin', async () => {
    const browser = new OidcBrowser(shop)
    await browser.logIn('nia')
    const { insertedId } = (await browser.sender.call('POST /users', { body: { email, name: 'Nia Cole' } }))
      .answer
    const ada = await shop.admin(`Ada ${count}`)
    await ada.call('PUT /makeAdmin/{id}', { params: { id: String(insertedId) } })
    const { accessToken } = (await browser.sender.call('GET /jwt', { query: { email } })).answer
    const authorization = `Bearer ${accessToken}`
    expect((await browser.sender.send('GET /allUser', { headers: { authorization } })).status).toBe(200)
  })

  once('can be completed at another instance of the server than it was started at', async () => {
    const other = await openTestShop(store, { env: issuerSettings(issuer.url) })
    const browser = new OidcBrowser(shop)
    const callback = await logInAtIssuer(await browser.start(), 'nia')
    browser.moveTo(other)
    expect((await browser.open(callback)).outcome).toBe('done')
    expect(await browser.person()).toMatchObject({ email })
    await other.close()
  })

  once(
    'returns to the login page with the path that required the login, and never to another site',
    async () => {
      const browser = new OidcBrowser(shop)
      const { location, headers } = await browser.open(
        await logInAtIssuer(await browser.start('/myCart?from=mail'), 'nia'),
      )
      expect(headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
      expect(location).toBe('/login?outcome=done&from=%2FmyCart%3Ffrom%3Dmail')
      for (const from of [
        '//evil.example',
        '/\\evil.example',
        '/\t/evil.example',
        'https://evil.example',
        'javascript:alert(1)',
        '',
      ]) {
        const reply = await browser.sender.send('POST /auth/oidc/start', { body: { from } })
        expect([from, reply.status]).toEqual([from, 422])
      }
    },
  )

  once('leaves no way to open a session without a login', async () => {
    const payload = { userId: 'unknown' }
    for (const url of ['/api/auth/open-session', '/open-session'])
      expect((await shop.app.inject({ method: 'POST', url, payload })).statusCode).toBe(404)
  })

  once('reads the ID token alone if the address is in it', async () => {
    issuer.forge = async ({ claims, sign }) => sign({ ...claims, email, email_verified: 'true' })
    const before = issuer.requests.length
    expect((await new OidcBrowser(shop).logIn('nia')).outcome).toBe('done')
    issuer.forge = null
    expect(issuer.requests.slice(before)).not.toContain('/me')
    expect(await userRows()).toEqual([])
  })

  once('says that the person has cancelled it, and logs no failure', async () => {
    const browser = new OidcBrowser(shop)
    const state = new URL(await browser.start()).searchParams.get('state')
    const answer = new URLSearchParams({ error: 'access_denied', state: String(state), iss: issuer.url })
    const logged = shop.log.length
    expect((await browser.open(`${shopOrigin}/api/auth/oidc/callback?${answer}`)).outcome).toBe('cancelled')
    expect(shop.log.slice(logged).join('')).not.toContain('login failed')
  })

  once('keeps the code, the tokens and the client secret out of the log', async () => {
    const browser = new OidcBrowser(shop)
    const callback = await logInAtIssuer(await browser.start(), 'nia')
    issuer.forge = async ({ claims, sign }) => sign({ ...claims, nonce: 'another' })
    expect((await browser.open(callback)).outcome).toBe('invalid')
    issuer.forge = null
    const log = shop.log.join('')
    expect(log).toContain('OpenID Connect login failed: invalid')
    const secrets = [
      new URL(callback).searchParams.get('code'),
      issuerSettings('')['OIDC_CLIENT_SECRET'],
      'eyJ',
    ]
    for (const secret of secrets) expect(log).not.toContain(secret)
  })

  once('expires after ten minutes, and is then erased', async () => {
    const browser = new OidcBrowser(shop)
    const callback = await logInAtIssuer(await browser.start(), 'nia')
    const rows = () =>
      shop.database.read.selectFrom('tokens').selectAll().where('kind', '=', 'oidc').execute()
    expect(await rows()).not.toEqual([])
    await shop.database.write(({ tx }) =>
      tx
        .updateTable('tokens')
        .set({ expires_at: Date.now() - 1000 })
        .execute(),
    )
    expect((await browser.open(callback)).outcome).toBe('expired')
    await eraseExpired(shop.database)
    expect(await rows()).toEqual([])
  })
})

/** Returns the session cookie of a response without its value. */
function sessionCookie(headers: { 'set-cookie'?: string | string[] | undefined }): string {
  const cookies = [headers['set-cookie'] ?? []].flat()
  return String(cookies.find((cookie) => cookie.startsWith('crema.session_token='))).replace(/=[^;]+/, '=…')
}
