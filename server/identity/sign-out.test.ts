import '#test/cheap-passwords.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { cookiesOf } from '#test/calls.ts'
import { givenShop } from '#test/shop.ts'
import type { TestPerson } from '#test/shop.ts'
import { anyStore } from '#test/stores.ts'

describe.each(anyStore)('signing out on $name', ({ fresh }) => {
  const shop = givenShop(fresh)
  let count = 0
  let cora: TestPerson
  beforeEach(async () => void (cora = await shop.person(`Cora ${(count += 1)}`)))

  const cart = (token: string) =>
    shop.send('GET /myCarts', { query: { email: cora.email }, headers: { authorization: `Bearer ${token}` } })

  test('ends the session and deletes its cookie', async () => {
    const done = await cora.call('POST /auth/sign-out', {})
    expect(done.answer).toEqual({ acknowledged: true })
    expect(String(done.headers['set-cookie'])).toMatch(/crema\.session_token=;.*Max-Age=0/)
    expect((await cora.call('GET /auth/session', {})).answer).toEqual({ user: null })
    expect((await cora.call('GET /jwt', { query: { email: cora.email } })).status).toBe(401)
  })

  test('ends the access token at once, also one that has just been used', async () => {
    expect((await cart(cora.token)).status).toBe(200)
    await cora.call('POST /auth/sign-out', {})
    expect((await cart(cora.token)).status).toBe(401)
  })

  test('leaves other browsers of the same person signed in', async () => {
    const { email, password } = cora
    const cookie = cookiesOf(await shop.call('POST /auth/sign-in', { body: { email, password } }))
    const other = (await shop.send('GET /jwt', { query: { email }, headers: { cookie } })).answer.accessToken
    await cora.call('POST /auth/sign-out', {})
    expect((await cart(other)).status).toBe(200)
    expect((await cart(cora.token)).status).toBe(401)
  })

  test('succeeds without a session', async () => {
    expect((await shop.call('POST /auth/sign-out', {})).answer).toEqual({ acknowledged: true })
  })
})
