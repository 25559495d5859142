import '#test/cheap-passwords.ts'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { cookiesOf, shopOrigin } from '#test/calls.ts'
import { lastToken } from '#test/mails/queued-mails.ts'
import { givenShop, mailSettings } from '#test/shop.ts'
import type { TestPerson } from '#test/shop.ts'
import { stores } from '#test/stores.ts'
import { betterAuthProvider } from './better-auth-provider.ts'

/** The error of each database when it cannot be used: the disk of SQLite is full, or PostgreSQL is not running. */
const outages = {
  sqlite: () => Object.assign(new Error('database is locked'), { errcode: 5 }),
  postgres: () => Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' }),
}

const SECRET = 'as good as any of thirty-two letters'

describe.each(stores.slice(0, 1))('the built-in provider', ({ fresh }) => {
  const shop = givenShop(fresh)

  test('is loaded by the next call if loading it failed', async () => {
    let tries = 0
    const provider = betterAuthProvider({
      database: shop.database,
      get publicUrl() {
        tries += 1
        if (tries === 1) throw new Error('no such file')
        return shopOrigin
      },
      readSecret: async () => ({ current: SECRET, accepted: [SECRET] }),
    })
    const account = { name: 'Eve', email: 'eve@people.example', password: 'secret of Eve' }
    await expect(provider.createAccount(account)).rejects.toThrow('no such file')
    expect(await provider.createAccount(account)).toEqual(expect.any(String))
    await expect(provider.createAccount({ ...account, email: 'eva@people.example' })).resolves.toEqual(
      expect.any(String),
    )
    expect(tries).toBe(2)
  })
})

describe.each(stores)('while the database cannot be used, on $name', ({ name, fresh }) => {
  const shop = givenShop(fresh)
  let cora: TestPerson
  beforeAll(async () => void (cora = await shop.person('Cora')))
  beforeEach(() => {
    vi.spyOn(shop.database, 'write').mockImplementation(() => Promise.reject(outages[name]()))
    vi.spyOn(shop.database.read, 'executeQuery').mockImplementation(() => Promise.reject(outages[name]()))
  })

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
})

describe.each(stores)('a confirmed sign-up on $name', ({ fresh }) => {
  const shop = givenShop(fresh, { env: mailSettings })

  test('marks the address as confirmed in the transaction that creates the account', async () => {
    const email = 'nia@people.example'
    const body = { name: 'Nia', email, password: 'two sugars' }
    const cookie = cookiesOf(await shop.call('POST /auth/sign-up', { body }))
    const token = await lastToken(shop.database, email)
    const account = () =>
      shop.database.read
        .selectFrom('identity_users')
        .select('email_verified')
        .where('email', '=', email)
        .executeTakeFirst()
    const write = shop.database.write.bind(shop.database)
    // From the moment at which the account exists, no write succeeds, as if the server had been killed.
    vi.spyOn(shop.database, 'write').mockImplementation(async (work) => {
      if (await account()) throw new Error('killed')
      return write(work)
    })
    await shop.send('POST /auth/confirm-sign-up', { body: { token }, headers: { cookie } })
    expect(Boolean((await account())?.email_verified)).toBe(true)
  })
})

describe.each(stores)('an unexpected error of the database on $name', ({ fresh }) => {
  const shop = givenShop(fresh)
  let cora: TestPerson
  beforeAll(async () => void (cora = await shop.person('Cora')))

  test('is reported as an internal error, not as signed out', async () => {
    vi.spyOn(shop.database.read, 'executeQuery').mockImplementation(() =>
      Promise.reject(new Error('no such table')),
    )
    expect((await cora.call('GET /auth/session', {})).problem.code).toBe('internal')
    expect((await cora.call('GET /jwt', { query: { email: cora.email } })).problem.code).toBe('internal')
  })
})
