import '#test/cheap-passwords.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { shopOrigin } from '#test/calls.ts'
import { runOwnersCommandHere } from '#test/commands.ts'
import type { TestIssuer } from '#test/oidc/issuer.ts'
import { OidcBrowser } from '#test/oidc/oidc-browser.ts'
import { openShopWithIssuer } from '#test/oidc/shop-with-issuer.ts'
import type { TestShop } from '#test/shop.ts'
import { anyStore } from '#test/stores.ts'
import type { Store } from '#test/stores.ts'

describe.each(anyStore)('a first login with OpenID Connect at an invited address on $name', ({ fresh }) => {
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
  beforeEach(async () => {
    email = `owner.${(count += 1)}@people.example`
    const place = { ...store, env: { PUBLIC_URL: shopOrigin } }
    await runOwnersCommandHere('make-admin', place, [email])
  })

  const knows = (email_verified: boolean) =>
    issuer.people.set('owner', { sub: `owner ${count}`, name: 'Olive', email, email_verified })
  const invitations = () =>
    shop.database.read.selectFrom('invitations').select('email').where('email', '=', email).execute()

  /** Gets an access token as a page does after a login. Returns the status of a call for admins with this token. */
  async function listUsers({ sender }: OidcBrowser): Promise<number> {
    const { accessToken } = (await sender.call('GET /jwt', { query: { email } })).answer
    const headers = { authorization: `Bearer ${accessToken}` }
    return (await sender.send('GET /allUser', { headers })).status
  }

  test('makes the person an admin and ends the invitation, if the issuer has confirmed the address', async () => {
    knows(true)
    const browser = new OidcBrowser(shop)
    expect((await browser.logIn('owner')).outcome).toBe('done')
    expect(await listUsers(browser)).toBe(200)
    expect(await invitations()).toEqual([])
    const audit = await shop.database.read
      .selectFrom('audit')
      .selectAll()
      .where('subject', '=', email)
      .where('action', '=', 'made admin')
      .execute()
    expect(audit).toMatchObject([{ detail: 'by the invitation of make-admin' }])
  })

  test('leaves the invitation as it is, if the issuer has not confirmed the address', async () => {
    knows(false)
    const browser = new OidcBrowser(shop)
    expect((await browser.logIn('owner')).outcome).toBe('unconfirmed-there')
    expect([await browser.person(), await invitations()]).toEqual([null, [{ email }]])
    knows(true)
    await browser.logIn('owner')
    expect(await listUsers(browser)).toBe(200)
  })

  test('makes the person no admin after 7 days', async () => {
    expect(await invitations()).toEqual([{ email }])
    await shop.database.write(({ tx }) =>
      tx.updateTable('invitations').set({ expires_at: Date.now() }).where('email', '=', email).execute(),
    )
    knows(true)
    const browser = new OidcBrowser(shop)
    expect((await browser.logIn('owner')).outcome).toBe('done')
    expect(await listUsers(browser)).toBe(403)
  })
})
