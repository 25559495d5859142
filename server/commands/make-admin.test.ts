import '#test/cheap-passwords.ts'
import { describe, expect, test } from 'vitest'
import { runOwnersCommand, runOwnersCommandHere } from '#test/commands.ts'
import { givenShop } from '#test/shop.ts'
import { stores } from '#test/stores.ts'

describe.each(stores)('make-admin on $name', ({ fresh }) => {
  const shop = givenShop(fresh)

  test('makes a user an admin at once, while the shop runs and the user is signed in', async () => {
    const { email, call } = await shop.person('Ada')
    expect((await call('GET /allUser', { query: {} })).status).toBe(403)
    expect(await runOwnersCommand('make-admin', shop.store, [email.toUpperCase()])).toEqual({
      code: 0,
      said: `${email} is an administrator now.\n`,
      complained: '',
    })
    expect((await call('GET /user/admin/{email}', { params: { email } })).answer).toEqual({ isAdmin: true })
    const audit = await call('GET /audit', { query: {} })
    expect(audit.answer).toMatchObject([{ who: 'the command line', action: 'made admin', subject: email }])
  })

  test('prints one sentence if no such user exists, or if no e-mail address is given', async () => {
    expect(await runOwnersCommandHere('make-admin', shop.store, ['nobody@people.example'])).toEqual({
      code: 1,
      said: '',
      complained:
        'Nobody has signed up as nobody@people.example. Sign up in the shop first, then run this again.\n',
    })
    expect(await runOwnersCommandHere('make-admin', shop.store, [])).toMatchObject({
      code: 1,
      complained: 'Say whom: npm run make-admin -- someone@example.com\n',
    })
  })

  test('does not make a deleted user an admin', async () => {
    const ada = await shop.admin('Ada Again')
    const { email, userId } = await shop.person('Gone')
    await ada.call('DELETE /userDelete/{id}', { params: { id: userId } })
    expect((await runOwnersCommandHere('make-admin', shop.store, [email])).code).toBe(1)
    const row = await shop.database.read
      .selectFrom('users')
      .select('role')
      .where('id', '=', userId)
      .executeTakeFirst()
    expect(row).toEqual({ role: null })
  })
})
