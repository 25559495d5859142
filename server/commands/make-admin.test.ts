import '#test/cheap-passwords.ts'
import { describe, expect, test } from 'vitest'
import { cookiesOf } from '#test/calls.ts'
import { runOwnersCommand, runOwnersCommandHere } from '#test/commands.ts'
import { givenShop } from '#test/shop.ts'
import { stores } from '#test/stores.ts'

describe.each(stores)('make-admin on $name', ({ fresh }) => {
  const shop = givenShop(fresh)

  test('makes somebody an administrator from the next log in on, while the shop runs', async () => {
    const { email, password, call } = await shop.person('Ada')
    expect((await call('GET /allUser', { query: {} })).status).toBe(403)
    expect(await runOwnersCommand('make-admin', shop.store, [email.toUpperCase()])).toEqual({
      code: 0,
      said: `${email} is an administrator from the next log in on.\n`,
      complained: '',
    })
    const cookie = cookiesOf(await shop.call('POST /auth/sign-in', { body: { email, password } }))
    const { accessToken } = (await shop.send('GET /jwt', { query: { email }, headers: { cookie } })).answer
    const audit = await shop.send('GET /audit', { headers: { authorization: `Bearer ${accessToken}` } })
    expect(audit.answer).toMatchObject([{ who: 'the command line', action: 'made admin', subject: email }])
  })

  test('says in one sentence that nobody has such an account, or that none was named', async () => {
    expect(await runOwnersCommandHere('make-admin', shop.store, ['nobody@people.example'])).toEqual({
      code: 1,
      said: '',
      complained: 'Nobody has signed up as nobody@people.example. Sign up in the shop first, then run this again.\n',
    })
    expect(await runOwnersCommandHere('make-admin', shop.store, [])).toMatchObject({ code: 1, complained: 'Say whom: npm run make-admin -- someone@example.com\n' })
  })

  test('does not make somebody an administrator who was deleted', async () => {
    const ada = await shop.admin('Ada Again')
    const { email, userId } = await shop.person('Gone')
    await ada.call('DELETE /userDelete/{id}', { params: { id: userId } })
    expect((await runOwnersCommandHere('make-admin', shop.store, [email])).code).toBe(1)
    const row = await shop.database.read.selectFrom('users').select('role').where('id', '=', userId).executeTakeFirst()
    expect(row).toEqual({ role: null })
  })
})
