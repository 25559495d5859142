import '#test/cheap-passwords.ts'
import { describe, expect, test, vi } from 'vitest'
import { cookiesOf, senderFor } from '#test/calls.ts'
import { givenShop } from '#test/shop.ts'
import type { TestPerson } from '#test/shop.ts'
import { resetToken } from '#test/mails/reset-token.ts'
import { anyStore } from '#test/stores.ts'
import { resetPassword } from './links/reset-password.ts'

describe.each(anyStore)('changing the password on $name', ({ fresh }) => {
  const shop = givenShop(fresh)
  const change = (person: TestPerson, current: string, password: string) =>
    person.call('PUT /auth/password', { body: { current, password } })
  const signIn = ({ email }: TestPerson, password: string) =>
    shop.call('POST /auth/sign-in', { body: { email, password } })
  const listCart = (person: TestPerson) => person.call('GET /myCarts', { query: { email: person.email } })

  test('keeps this session, ends all others and their access tokens, and leaves others alone', async () => {
    const [cora, dora] = [await shop.person('Cora'), await shop.person('Dora')]
    const elsewhere = await signIn(cora, cora.password)
    const cookie = cookiesOf(elsewhere)
    const other = senderFor(shop.app, () => ({ cookie }))
    const query = { email: cora.email }
    const { accessToken } = (await other.call('GET /jwt', { query })).answer
    const withToken = senderFor(shop.app, () => ({ authorization: `Bearer ${accessToken}` }))
    expect((await withToken.call('GET /myCarts', { query })).status).toBe(200)
    expect((await change(cora, cora.password, 'a better one')).answer).toEqual({ acknowledged: true })
    expect((await withToken.call('GET /myCarts', { query })).status).toBe(401)
    expect((await other.call('GET /auth/session', {})).answer).toEqual({ user: null })
    expect((await cora.call('GET /auth/session', {})).answer.user).toMatchObject({ email: cora.email })
    expect((await listCart(cora)).status).toBe(200)
    expect((await listCart(dora)).status).toBe(200)
    expect((await signIn(cora, cora.password)).status).toBe(401)
    expect((await signIn(cora, 'a better one')).status).toBe(200)
    expect((await signIn(dora, dora.password)).status).toBe(200)
  })

  test('is refused if a link has replaced the password since the current one was checked', async () => {
    const rosa = await shop.person('Rosa')
    const token = await resetToken(shop.database, rosa.email)
    const { write } = shop.database
    // On SQLite, the first write of the request is the one that replaces the password.
    vi.spyOn(shop.database, 'write').mockImplementationOnce(async (work) => {
      const chosen = { token, password: 'chosen by Rosa', ip: '127.0.0.1' }
      expect(await resetPassword(shop.database, chosen)).toBe(true)
      return write(work)
    })
    const { problem } = await change(rosa, rosa.password, 'chosen by a thief')
    // On PostgreSQL, the first write is that of a rate limit, and the reset ends the session before the check.
    expect(['wrong-current-password', 'not-signed-in']).toContain(problem?.code)
    vi.restoreAllMocks()
    expect((await signIn(rosa, 'chosen by a thief')).status).toBe(401)
    expect((await signIn(rosa, 'chosen by Rosa')).status).toBe(200)
  })

  test('is refused with a wrong current password, a short new one, or without a session', async () => {
    const eve = await shop.person('Eve')
    const wrong = await change(eve, 'not this one', 'a better one')
    expect([wrong.status, wrong.problem.code]).toEqual([422, 'wrong-current-password'])
    expect((await change(eve, eve.password, 'short')).problem.errors).toMatchObject([{ field: 'password' }])
    const stranger = await shop.call('PUT /auth/password', {
      body: { current: eve.password, password: 'long enough' },
    })
    expect(stranger.status).toBe(401)
    expect((await signIn(eve, eve.password)).status).toBe(200)
  })

  test('cannot be used to guess the password', async () => {
    const fay = await shop.person('Fay')
    const codes: string[] = []
    for (let times = 0; times < 12; times++)
      codes.push((await change(fay, `guess ${times}`, 'a better one')).problem.code)
    expect(codes).toEqual([
      ...Array.from({ length: 10 }, () => 'wrong-current-password'),
      'too-many-requests',
      'too-many-requests',
    ])
    expect((await change(fay, fay.password, 'a better one')).status).toBe(429)
  })
})
