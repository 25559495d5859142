import '#test/cheap-passwords.ts'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { cookiesOf, senderFor } from '#test/calls.ts'
import { resetToken } from '#test/mails/reset-token.ts'
import { givenShop } from '#test/shop.ts'
import type { TestPerson } from '#test/shop.ts'
import { stores } from '#test/stores.ts'
import { isPassword } from '../passwords.ts'
import { resetPassword } from '../links/reset-password.ts'

const DAY_MS = 24 * 60 * 60_000

describe.each(stores)('a session on $name', ({ fresh }) => {
  const shop = givenShop(fresh)
  let count = 0
  let cora: TestPerson
  beforeEach(async () => void (cora = await shop.person(`Cora ${(count += 1)}`)))
  afterEach(() => {
    vi.useRealTimers()
    vi.restoreAllMocks()
  })

  const signIn = ({ email, password }: TestPerson) =>
    shop.call('POST /auth/sign-in', { body: { email, password } })
  const session = () => cora.call('GET /auth/session', {})

  test('is one of its own for each browser, and signing out ends no other one', async () => {
    const cookie = cookiesOf(await signIn(cora))
    const other = senderFor(shop.app, () => ({ cookie }))
    expect((await cora.call('GET /account/sessions', {})).answer).toHaveLength(2)
    await other.call('POST /auth/sign-out', {})
    expect((await other.call('GET /auth/session', {})).answer.user).toBeNull()
    expect((await session()).answer.user).toMatchObject({ email: cora.email })
  })

  test('is not read from a cookie whose name only ends like that of the session', async () => {
    for (const cookie of [`other-${cora.cookie}`, `a=b; x${cora.cookie}`]) {
      const { answer } = await shop.call('GET /auth/session', { headers: { cookie } })
      expect([cookie, answer.user]).toEqual([cookie, null])
    }
    const cookie = `other-crema.session_token=forged.forged; ${cora.cookie}`
    const { answer } = await shop.call('GET /auth/session', { headers: { cookie } })
    expect(answer.user?.email).toBe(cora.email)
  })

  test('is renewed once a day, and ends after 30 days without use', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    expect((await session()).headers['set-cookie']).toBeUndefined()
    vi.setSystemTime(Date.now() + DAY_MS + 1)
    expect(String((await session()).headers['set-cookie'])).toMatch(
      /^crema\.session_token=\w+\.[\w%]+; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax$/,
    )
    expect((await session()).headers['set-cookie']).toBeUndefined()
    vi.setSystemTime(Date.now() + 29.5 * DAY_MS)
    expect((await session()).answer.user).not.toBeNull()
    vi.setSystemTime(Date.now() + 30 * DAY_MS + 1)
    expect((await session()).answer.user).toBeNull()
  })

  test('is not opened with a password that was replaced after it was checked', async () => {
    const token = await resetToken(shop.database, cora.email)
    vi.mocked(isPassword).mockImplementationOnce(async () => {
      await resetPassword(shop.database, { token, password: 'chosen by Cora', ip: '127.0.0.1' })
      return true
    })
    const refused = await signIn(cora)
    expect([refused.problem.code, refused.headers['set-cookie']]).toEqual(['wrong-password', undefined])
  })

  test('is opened at an address with a comma, as accounts of earlier versions may have', async () => {
    const email = `v1,${cora.email}`
    await shop.database.write(async ({ tx }) => {
      await tx.updateTable('accounts').set({ email }).where('email', '=', cora.email).execute()
    })
    const { password } = cora
    expect((await shop.call('POST /auth/sign-in', { body: { email, password } })).answer.user?.email).toBe(
      email,
    )
  })

  test('of an account without a password is opened by no password, and confirms who the person is for ten minutes', async () => {
    await shop.database.write(async ({ tx }) => {
      await tx.updateTable('accounts').set({ password: null }).where('email', '=', cora.email).execute()
    })
    expect((await signIn(cora)).problem.code).toBe('wrong-password')
    const change = { current: cora.password, password: 'another one' }
    const changed = await cora.call('PUT /auth/password', { body: change })
    expect(changed.problem.code).toBe('wrong-current-password')
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 10 * 60_000 + 1 })
    const remove = () => cora.call('POST /account/deletion', { body: {} })
    expect((await remove()).problem.code).toBe('sign-in-again')
    vi.useRealTimers()
    expect((await remove()).status).toBe(200)
  })
})

/** The error of each database when it cannot be used: the disk of SQLite is full, or PostgreSQL is not running. */
const outages = {
  sqlite: () => Object.assign(new Error('database is locked'), { errcode: 5 }),
  postgres: () => Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' }),
}

describe.each(stores)('while the database cannot be used, on $name', ({ name, fresh }) => {
  const shop = givenShop(fresh)
  let cora: TestPerson
  beforeAll(async () => void (cora = await shop.person('Cora')))
  beforeEach(() => {
    vi.spyOn(shop.database, 'write').mockImplementation(() => Promise.reject(outages[name]()))
    vi.spyOn(shop.database.read, 'executeQuery').mockImplementation(() => Promise.reject(outages[name]()))
  })
  afterEach(() => vi.restoreAllMocks())

  test('a call with a session fails, instead of reporting that there is no session', async () => {
    expect((await cora.call('GET /auth/session', {})).status).toBe(503)
    expect((await cora.call('GET /jwt', { query: { email: cora.email } })).status).toBe(503)
  })

  test('signing out fails, and the session stays for the next try', async () => {
    const answer = await cora.call('POST /auth/sign-out', {})
    expect([answer.status, answer.headers['set-cookie']]).toEqual([503, undefined])
    vi.restoreAllMocks()
    expect((await cora.call('GET /auth/session', {})).answer.user?.email).toBe(cora.email)
  })

  test('signing in and signing up fail as busy, not as refused', async () => {
    const { email, password } = cora
    expect((await shop.call('POST /auth/sign-in', { body: { email, password } })).problem.code).toBe('busy')
    const body = { name: 'Dora', email: 'dora@people.example', password: 'secret of Dora' }
    expect((await shop.call('POST /auth/sign-up', { body })).problem.code).toBe('busy')
  })

  test('an unexpected error is reported as an internal error, not as signed out', async () => {
    vi.spyOn(shop.database.read, 'executeQuery').mockImplementation(() =>
      Promise.reject(new Error('no such table')),
    )
    expect((await cora.call('GET /auth/session', {})).problem.code).toBe('internal')
    expect((await cora.call('GET /jwt', { query: { email: cora.email } })).problem.code).toBe('internal')
  })
})
