import '#test/cheap-passwords.ts'
import { describe, expect, test } from 'vitest'
import { runOwnersCommandHere } from '#test/commands.ts'
import { runOwnersCommand, settingsOf } from '#test/processes/run-command.ts'
import { givenShop } from '#test/shop.ts'
import type { TestPerson } from '#test/shop.ts'
import { stores } from '#test/stores.ts'

describe.each(stores)('make-admin on $name', ({ fresh }) => {
  const shop = givenShop(fresh)

  test('makes a user an admin at once, while the shop runs and the user is signed in', async () => {
    const { email, call } = await shop.person('Ada')
    expect((await call('GET /allUser', { query: {} })).status).toBe(403)
    expect(await runOwnersCommand('make-admin', settingsOf(shop.store), [email.toUpperCase()])).toEqual({
      code: 0,
      said: `${email} is an administrator now.\n`,
      complained: '',
    })
    expect((await call('GET /user/admin/{email}', { params: { email } })).answer).toEqual({ isAdmin: true })
    const audit = await call('GET /audit', { query: {} })
    expect(audit.answer).toMatchObject([{ who: 'the command line', action: 'made admin', subject: email }])
  })

  test('prints one sentence if it is given no email address', async () => {
    for (const [args, complained] of [
      [[], 'An email address is missing. Example: npm run make-admin -- someone@example.com\n'],
      [['someone'], '"someone" is not an email address.\n'],
    ] as const)
      expect(await runOwnersCommandHere('make-admin', shop.store, [...args])).toEqual({
        code: 1,
        said: '',
        complained,
      })
  })

  const invite = async (email: string) => {
    const place = { ...shop.store, env: { PUBLIC_URL: 'https://hill.example' } }
    const { said } = await runOwnersCommandHere('make-admin', place, [email])
    return /^https:\/\/hill\.example\/invitation#(.+)$/m.exec(said)?.[1] ?? ''
  }
  const take = async ({ send }: TestPerson, code: string) =>
    (await send('POST /invitation', { body: { code } })).status

  test('before the sign-up prints a link, which makes the user of that address an admin once', async () => {
    const code = await invite('New.Owner@People.example')
    expect(code).toMatch(/^[\w-]{32}$/)
    const [other, owner] = [await shop.person('Eve'), await shop.person('New Owner')]
    expect((await owner.call('GET /user/admin/{email}', { params: owner })).answer).toEqual({
      isAdmin: false,
    })
    expect([await take(other, code), await take(owner, `${code}x`)]).toEqual([422, 422])
    expect([await take(owner, code), await take(owner, code)]).toEqual([200, 200])
    expect((await owner.call('GET /user/admin/{email}', { params: owner })).answer).toEqual({ isAdmin: true })
    const { answer: audit } = await owner.call('GET /audit', { query: {} })
    expect(audit.slice(0, 2)).toMatchObject([
      {
        who: owner.email,
        action: 'made admin',
        subject: owner.email,
        detail: 'by the invitation of make-admin',
      },
      { who: 'the command line', action: 'invited admin', subject: owner.email },
    ])
    await shop.database.write(({ tx }) =>
      tx.updateTable('users').set({ role: null }).where('id', '=', owner.userId).execute(),
    )
    expect(await take(owner, code)).toBe(422)
  })

  test('ends the earlier invitation of the address, and every invitation after 7 days', async () => {
    const [first, second] = [await invite('late@people.example'), await invite('late@people.example')]
    const late = await shop.person('Late')
    expect(await take(late, first)).toBe(422)
    const expire = (expires_at: number) =>
      shop.database.write(({ tx }) => tx.updateTable('invitations').set({ expires_at }).execute())
    await expire(Date.now())
    expect(await take(late, second)).toBe(422)
    await expire(Date.now() + 60_000)
    expect(await take(late, second)).toBe(200)
  })

  test('invites no one into a demo shop', async () => {
    const { code, complained } = await runOwnersCommandHere('make-admin', shop.store, ['x@people.example'])
    expect([code, complained]).toEqual([
      1,
      expect.stringContaining('Set the same PUBLIC_URL as for npm start'),
    ])
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
