import '#test/cheap-passwords.ts'
import Fastify from 'fastify'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { Problem } from '#contract/errors.ts'
import { openShopDatabase } from '#server/shop-database.ts'
import type { ShopDatabase } from '#server/shop-database.ts'
import { shopOrigin } from '#test/calls.ts'
import { MemoryIdentityProvider } from '#test/stand-ins/memory-identity-provider.ts'
import { stores } from '#test/stores.ts'
import type { Store } from '#test/stores.ts'
import { betterAuthProvider } from './better-auth-provider.ts'
import { RESET_TOKEN_MS } from './identity-provider.ts'
import type { Http, IdentityProvider } from './identity-provider.ts'

const VALUE = 'as good as any of thirty-two letters'
const SECRET = { current: VALUE, accepted: [VALUE] }
let store: Store | undefined
let database: ShopDatabase

const implementations: [string, () => IdentityProvider, (typeof stores)[number]][] = stores.flatMap(
  (place) =>
    [
      [
        `better-auth on ${place.name}`,
        () => betterAuthProvider({ database, publicUrl: shopOrigin, readSecret: async () => SECRET }),
        place,
      ],
      ...(place.name === 'sqlite'
        ? [['the memory provider of the tests', () => new MemoryIdentityProvider(), place]]
        : []),
    ] as never,
)

describe.each(implementations)('the identity provider %s', (_name, open, { fresh }) => {
  let provider: IdentityProvider
  let app: FastifyInstance
  let count = 0
  let account: { name: string; email: string; password: string }
  beforeAll(async () => {
    store = await fresh()
    database = await openShopDatabase(store)
    provider = open()
  })
  afterAll(async () => {
    await database.close()
    await store?.dispose()
  })
  beforeEach(() => {
    app = Fastify()
    account = { name: 'Cora', email: `cora-${(count += 1)}@people.example`, password: 'coffee123' }
  })
  afterEach(async () => {
    vi.useRealTimers()
    await app.close()
  })

  /**
   * Runs `act` with a request that has these cookies, as if a browser had sent it. Returns the result of `act`, and
   * the cookies that the browser has afterwards.
   */
  async function browse<T>(
    act: (http: Http) => Promise<T>,
    cookie = '',
  ): Promise<{ result: T; cookie: string }> {
    const served = Promise.withResolvers<T>()
    const one = Fastify()
    one.get('/', (request: FastifyRequest, reply: FastifyReply) =>
      act({ request, reply })
        .then(served.resolve, served.reject)
        .then(() => reply.send('')),
    )
    const { cookies } = await one.inject({ url: '/', headers: { cookie } })
    await one.close()
    const jar = cookies.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`).join('; ')
    return { result: await served.promise, cookie: jar || cookie }
  }

  const signUp = () => browse((http) => provider.signUp(http, account))
  const sessionOf = async (cookie: string) => (await browse((http) => provider.session(http), cookie)).result

  test('signs up with a new address, and opens a session', async () => {
    const { result, cookie } = await signUp()
    expect(result).toEqual({ email: account.email, name: 'Cora' })
    const session = await sessionOf(cookie)
    expect(session).toEqual({
      subject: expect.any(String),
      sessionId: expect.any(String),
      email: account.email,
      name: 'Cora',
    })
    expect(await provider.isLiveSession(String(session?.sessionId))).toBe(true)
  })

  test('refuses to sign up with an address that has an account, and opens no session', async () => {
    await signUp()
    const { result, cookie } = await signUp()
    expect(result).toEqual(new Problem('email-already-in-use'))
    expect(cookie).toBe('')
  })

  test('creates one account if two browsers sign up with one address at the same time', async () => {
    const results = (await Promise.all([signUp(), signUp()])).map(({ result }) => result)
    expect(results.filter((result) => result instanceof Problem)).toEqual([
      new Problem('email-already-in-use'),
    ])
  })

  test('signs in with the password, in a session of its own for the same subject', async () => {
    const first = await signUp()
    const second = await browse((http) => provider.signIn(http, account))
    expect(second.result).toEqual({ email: account.email, name: 'Cora' })
    const sessions = [await sessionOf(first.cookie), await sessionOf(second.cookie)]
    expect(sessions[0]?.subject).toBe(sessions[1]?.subject)
    expect(sessions[0]?.sessionId).not.toBe(sessions[1]?.sessionId)
  })

  test('refuses a wrong password and an unknown address in the same way', async () => {
    await signUp()
    const wrong = await browse((http) => provider.signIn(http, { ...account, password: 'not this one' }))
    const unknown = await browse((http) => provider.signIn(http, { ...account, email: 'no@people.example' }))
    for (const { result, cookie } of [wrong, unknown])
      expect([result, cookie]).toEqual([new Problem('wrong-password'), ''])
  })

  test('creates an account that can be signed in to, and returns its subject', async () => {
    const subject = await provider.createAccount(account)
    const { cookie } = await browse((http) => provider.signIn(http, account))
    expect((await sessionOf(cookie))?.subject).toBe(subject)
  })

  test('renames the person of the session, and refuses without a session', async () => {
    const { cookie } = await signUp()
    expect((await browse((http) => provider.rename(http, 'Carla'), cookie)).result).toBe(true)
    expect((await sessionOf(cookie))?.name).toBe('Carla')
    const stranger = await browse((http) => provider.rename(http, 'Eve'))
    expect(stranger.result).toEqual(new Problem('not-signed-in'))
  })

  test('ends the session that signs out, and no other one', async () => {
    const first = await signUp()
    const second = await browse((http) => provider.signIn(http, account))
    const sessionId = String((await sessionOf(first.cookie))?.sessionId)
    await browse((http) => provider.signOut(http), first.cookie)
    expect([await sessionOf(first.cookie), await provider.isLiveSession(sessionId)]).toEqual([null, false])
    expect(await sessionOf(second.cookie)).toMatchObject({ email: account.email })
  })

  test('returns no session without a cookie, or with a forged one', async () => {
    expect(await sessionOf('')).toBeNull()
    expect(await sessionOf('crema.session_token=made-up')).toBeNull()
    expect(await provider.isLiveSession('made-up')).toBe(false)
    await browse((http) => provider.signOut(http))
  })

  test('changes the password of the session with the current one, and ends all other sessions', async () => {
    const { cookie } = await signUp()
    const other = await browse((http) => provider.signIn(http, account))
    const change = (current: string, from = cookie) =>
      browse((http) => provider.changePassword(http, { current, password: 'another one' }), from)
    expect((await change('not this one')).result).toEqual(new Problem('wrong-current-password'))
    expect((await change(account.password, '')).result).toEqual(new Problem('not-signed-in'))
    expect(await sessionOf(other.cookie)).toMatchObject({ name: 'Cora' })
    expect((await change(account.password)).result).toBe(true)
    expect(await sessionOf(cookie)).toMatchObject({ name: 'Cora' })
    expect(await sessionOf(other.cookie)).toBeNull()
    const changed = { ...account, password: 'another one' }
    expect((await browse((http) => provider.signIn(http, changed))).result).toMatchObject({ name: 'Cora' })
    expect((await change(account.password)).result).toEqual(new Problem('wrong-current-password'))
  })

  test('replaces the password with a token once, and ends all sessions', async () => {
    const { cookie } = await signUp()
    const subject = (await sessionOf(cookie))?.subject
    const issued = await provider.createResetToken(account.email)
    expect(issued).toMatchObject({ name: 'Cora', token: expect.any(String) })
    const token = String(issued?.token)
    expect(await provider.resetPassword(token, 'another one')).toBe(subject)
    expect(await sessionOf(cookie)).toBeNull()
    const old = await browse((http) => provider.signIn(http, account))
    expect(old.result).toEqual(new Problem('wrong-password'))
    const changed = { ...account, password: 'another one' }
    expect((await browse((http) => provider.signIn(http, changed))).result).toMatchObject({ name: 'Cora' })
    expect(await provider.resetPassword(token, 'a third one')).toEqual(new Problem('reset-link-used'))
  })

  test('lets one of two simultaneous requests use a token', async () => {
    await signUp()
    const token = String((await provider.createResetToken(account.email))?.token)
    const results = await Promise.all(
      ['first password', 'second password'].map((password) => provider.resetPassword(token, password)),
    )
    expect(results.filter((result) => result instanceof Problem)).toEqual([new Problem('reset-link-used')])
  })

  test('accepts no token that is older than half an hour, or that it did not issue', async () => {
    await signUp()
    vi.useFakeTimers({ toFake: ['Date'] })
    const token = String((await provider.createResetToken(account.email))?.token)
    vi.setSystemTime(Date.now() + RESET_TOKEN_MS + 1)
    expect(await provider.resetPassword(token, 'another one')).toEqual(new Problem('reset-link-used'))
    vi.useRealTimers()
    expect(await provider.resetPassword('made-up', 'another one')).toEqual(new Problem('reset-link-used'))
    expect(await provider.createResetToken('no@people.example')).toBeNull()
  })
})
