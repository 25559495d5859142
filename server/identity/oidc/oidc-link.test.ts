import '#test/cheap-passwords.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { TestIssuer } from '#test/oidc/issuer.ts'
import { logInAtIssuer } from '#test/oidc/log-in.ts'
import { OidcBrowser } from '#test/oidc/oidc-browser.ts'
import { openShopWithIssuer } from '#test/oidc/shop-with-issuer.ts'
import type { TestPerson, TestShop } from '#test/shop.ts'
import { anyStore } from '#test/stores.ts'

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
    browser = new OidcBrowser(shop)
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

  test('stays when the address of the account is no longer confirmed', async () => {
    expect((await browser.logIn('cora')).outcome).toBe('done')
    await setConfirmed(false)
    const other = new OidcBrowser(shop)
    expect((await other.logIn('cora')).outcome).toBe('done')
    expect(await other.person()).toEqual({ email: cora.email, name: cora.name })
  })

  test.each([
    ['succeeds if another tab does the same', 'cora', 'done'],
    ['is refused if another account of the issuer is being linked', 'other', 'taken'],
  ])('%s at the same moment', async (_what, subject, outcome) => {
    const { id } = await shop.database.read
      .selectFrom('accounts')
      .select('id')
      .where('email', '=', cora.email)
      .executeTakeFirstOrThrow()
    const callback = await logInAtIssuer(await browser.start(), 'cora')
    const provider = `oidc ${issuer.url}`
    const tab = await shop.database.write(async ({ tx }) => {
      const link = { provider, subject: `${subject} ${count}`, account: id }
      await tx.insertInto('links').values(link).execute()
      const opened = browser.open(callback)
      // On PostgreSQL, the tab now reads that there is no link, and its insert waits for the end of this transaction.
      await sleep(200)
      return { opened }
    })
    expect((await tab.opened).outcome).toBe(outcome)
  })

  test('is only possible from the pages of the shop', async () => {
    const headers = { origin: 'https://evil.example' }
    const reply = await browser.sender.send('POST /auth/oidc/start', { body: { from: '/' }, headers })
    expect(reply.problem.code).toBe('wrong-origin')
  })

  test('of a deleted user is deleted with the account', async () => {
    await browser.logIn('cora')
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
