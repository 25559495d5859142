import '#test/cheap-passwords.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { TestIssuer } from '#test/oidc/issuer.ts'
import { logInAtIssuer } from '#test/oidc/log-in.ts'
import { OidcBrowser } from '#test/oidc/oidc-browser.ts'
import { openShopWithIssuer } from '#test/oidc/shop-with-issuer.ts'
import type { TestPerson, TestShop } from '#test/shop.ts'
import { anyStore } from '#test/stores.ts'
import { linkAccount } from './link-account.ts'
import { insertLink } from '../queries.ts'

describe.each(anyStore)('linking an account with an issuer on $name', ({ fresh }) => {
  let issuer: TestIssuer
  let shop: TestShop
  let close: () => Promise<void>
  let cora: TestPerson
  let browser: OidcBrowser
  let count = 0
  beforeAll(async () => {
    ;({ issuer, shop, close } = await openShopWithIssuer(fresh))
  })
  afterAll(() => close())
  beforeEach(async () => {
    count += 1
    cora = await shop.person(`Cora ${count}`)
    browser = new OidcBrowser(shop, cora.cookie)
    issuer.people.set('cora', { sub: `cora ${count}`, email: cora.email, email_verified: true })
    await setConfirmed(true)
  })

  const setConfirmed = (isConfirmed: boolean) =>
    shop.database.write(({ tx }) =>
      tx
        .updateTable('accounts')
        .set({ confirmed: isConfirmed ? 1 : 0 })
        .where('email', '=', cora.email)
        .execute(),
    )
  const link = async () => (await browser.sender.call('GET /auth/oidc/link', {})).answer
  const unlinked = { isLinked: false, canUnlink: false }

  test('lets the person sign in with both, until it is unlinked', async () => {
    expect(await link()).toEqual(unlinked)
    const { outcome, location } = await browser.link('cora')
    expect([outcome, location]).toEqual(['done', '/account/profile?outcome=done'])
    expect(await link()).toEqual({ isLinked: true, canUnlink: true })
    await setConfirmed(false)
    const other = new OidcBrowser(shop)
    expect((await other.logIn('cora')).outcome).toBe('done')
    expect(await other.person()).toEqual({ email: cora.email, name: cora.name })
    expect((await browser.link('cora')).outcome).toBe('done')

    expect((await browser.sender.call('DELETE /auth/oidc/link', {})).status).toBe(200)
    expect(await link()).toEqual(unlinked)
    expect((await new OidcBrowser(shop).logIn('cora')).outcome).toBe('unconfirmed-here')
    const { email, password } = cora
    expect((await browser.sender.call('POST /auth/sign-in', { body: { email, password } })).status).toBe(200)
  })

  test('is refused unless both sides have confirmed the same address', async () => {
    await setConfirmed(false)
    expect((await browser.link('cora')).outcome).toBe('unconfirmed-here')
    await setConfirmed(true)
    for (const [claims, refusal] of [
      [{ email: cora.email, email_verified: false }, 'unconfirmed-there'],
      [{ email: 'other@people.example', email_verified: true }, 'other-email'],
      [{}, 'no-email'],
    ] as const) {
      issuer.people.set('cora', { sub: `cora ${count}`, ...claims })
      expect((await browser.link('cora')).outcome).toBe(refusal)
    }
    expect(await link()).toEqual(unlinked)
  })

  test('is refused for an account of the issuer that another account is linked with', async () => {
    await browser.link('cora')
    const eve = await shop.person(`Eve ${count}`)
    expect((await new OidcBrowser(shop, eve.cookie).link('cora')).outcome).toBe('linked-elsewhere')
    issuer.people.set('second', { sub: `second ${count}`, email: cora.email, email_verified: true })
    expect((await browser.link('second')).outcome).toBe('taken')
  })

  test.each([
    ['succeeds if another tab does the same', 'own', 'done'],
    ['is refused if another account of the issuer is being linked', 'other', 'taken'],
  ])('%s at the same moment', async (_what, subject, outcome) => {
    const { id } = await shop.database.read
      .selectFrom('accounts')
      .select('id')
      .where('email', '=', cora.email)
      .executeTakeFirstOrThrow()
    const provider = 'an issuer'
    const claims = { subject: `own ${count}`, email: cora.email, isConfirmed: true, name: null }
    let tab: ReturnType<typeof linkAccount> | null = null
    await shop.database.write(async ({ tx }) => {
      await insertLink(tx, { provider, subject: `${subject} ${count}`, account: id })
      tab = linkAccount(shop.database, { provider, claims, signedIn: id })
      // On PostgreSQL, the tab now reads that there is no link, and its insert waits for the end of this transaction.
      await sleep(200)
    })
    // cast: it was set above
    const linked = await (tab as ReturnType<typeof linkAccount> | null)
    expect(typeof linked === 'string' ? linked : linked?.id).toBe(outcome === 'done' ? id : outcome)
  })

  test('is refused if the person is not signed in any more, or another one is', async () => {
    const callback = await logInAtIssuer(await browser.startLink(), 'cora')
    await browser.sender.call('POST /auth/sign-out', {})
    expect((await browser.open(callback)).outcome).toBe('signed-out')
    expect(await browser.person()).toBeNull()

    const again = new OidcBrowser(shop)
    const { email, password } = cora
    await again.signIn({ email, password })
    const second = await logInAtIssuer(await again.startLink(), 'cora')
    const eve = await shop.person(`Eve ${count}`)
    await again.signIn(eve)
    expect((await again.open(second)).outcome).toBe('signed-out')
  })

  test('cannot be undone if it is the only way to sign in', async () => {
    issuer.people.set('nia', {
      sub: `nia ${count}`,
      email: `nia.${count}@people.example`,
      email_verified: true,
    })
    const nia = new OidcBrowser(shop)
    await nia.logIn('nia')
    const state = await nia.sender.call('GET /auth/oidc/link', {})
    expect(state.answer).toEqual({ isLinked: true, canUnlink: false })
    const { status, problem } = await nia.sender.send('DELETE /auth/oidc/link', {})
    expect([status, problem.code]).toEqual([409, 'only-sign-in'])
    expect((await new OidcBrowser(shop).logIn('nia')).outcome).toBe('done')
  })

  test('is only possible from the pages of the shop', async () => {
    for (const name of ['POST /auth/oidc/link', 'DELETE /auth/oidc/link', 'POST /auth/oidc/start'] as const) {
      const reply = await browser.sender.send(name, {
        ...(name.endsWith('start') && { body: { from: '/' } }),
        headers: { origin: 'https://evil.example' },
      })
      expect([name, reply.problem.code]).toEqual([name, 'wrong-origin'])
    }
  })

  test('of a deleted user is deleted with the account', async () => {
    await browser.link('cora')
    const ada = await shop.admin(`Ada ${count}`)
    await ada.call('DELETE /userDelete/{id}', { params: { id: cora.userId } })
    const again = new OidcBrowser(shop)
    expect((await again.logIn('cora')).outcome).toBe('done')
    const rows = await shop.database.read
      .selectFrom('links')
      .select('account')
      .where('subject', '=', `cora ${count}`)
      .execute()
    expect(rows).toHaveLength(1)
  })
})
