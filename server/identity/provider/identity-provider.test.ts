import '#test/cheap-passwords.ts'
import Fastify from 'fastify'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { Problem } from '#contract/errors.ts'
import { openShopDatabase } from '#server/shop-database.ts'
import type { ShopDatabase } from '#server/shop-database.ts'
import { identityProviders } from '#test/conformance/identity-providers.ts'
import type { ProviderUnderTest } from '#test/conformance/identity-providers.ts'
import { stores } from '#test/stores.ts'
import type { Store } from '#test/stores.ts'
import { hashPassword } from '../passwords.ts'
import { FRESH_SESSION_MS } from './identity-provider.ts'
import type { Http, IdentityProvider, OwnSession } from './identity-provider.ts'

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0'

const implementations = identityProviders.flatMap((kind) =>
  (kind.usesDatabase ? stores : stores.slice(0, 1)).map(({ name, fresh }) => ({
    name: kind.usesDatabase ? `${kind.name} on ${name}` : kind.name,
    kind,
    fresh,
  })),
)

describe.each(implementations)('the identity provider $name', ({ fresh, kind }) => {
  let store: Store | undefined
  let database: ShopDatabase
  let tested: ProviderUnderTest
  let provider: IdentityProvider
  let app: FastifyInstance
  let count = 0
  let account: { name: string; email: string; password: string }
  beforeAll(async () => {
    store = await fresh()
    database = await openShopDatabase(store)
    tested = await kind.open(database, store)
    provider = tested.provider
  })
  afterAll(async () => {
    await tested.close()
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
    const { cookies } = await one.inject({ url: '/', headers: { cookie, 'user-agent': FIREFOX } })
    await one.close()
    const jar = cookies.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`).join('; ')
    return { result: await served.promise, cookie: jar || cookie }
  }

  const signUp = () => browse((http) => provider.signUp(http, account))
  const signIn = () => browse((http) => provider.signIn(http, account))

  /** Creates the account and opens a session, in the way of this kind of provider. Returns the cookies. */
  const open = async () => (await tested.logIn?.(account, FIREFOX)) ?? (await signUp()).cookie
  /** Opens another session of the account, with a browser that has no cookies yet. Returns the cookies. */
  const openAgain = async () => (await tested.logIn?.(account, FIREFOX)) ?? (await signIn()).cookie
  const sessionOf = async (cookie: string) => (await browse((http) => provider.session(http), cookie)).result

  test.runIf(kind.hasPasswords)('signs up with a new address, and opens a session', async () => {
    const { result, cookie } = await signUp()
    expect(result).toEqual({ email: account.email, name: 'Cora' })
    expect(await sessionOf(cookie)).toMatchObject({ email: account.email, name: 'Cora' })
  })

  test('refuses to sign up with an address that has an account, and opens no session', async () => {
    await open()
    const { result, cookie } = await signUp()
    expect(result).toEqual(new Problem('email-already-in-use'))
    expect(cookie).toBe('')
  })

  test.runIf(kind.hasPasswords)(
    'creates one account if two browsers sign up with one address at the same time',
    async () => {
      const results = (await Promise.all([signUp(), signUp()])).map(({ result }) => result)
      expect(results.filter((result) => result instanceof Problem)).toEqual([
        new Problem('email-already-in-use'),
      ])
    },
  )

  test.runIf(kind.hasPasswords)('signs in with the password', async () => {
    await signUp()
    expect((await signIn()).result).toEqual({ email: account.email, name: 'Cora' })
  })

  test('opens a session of its own for each browser, with the same subject', async () => {
    const sessions = [await sessionOf(await open()), await sessionOf(await openAgain())]
    const [first, second] = sessions
    const { email, name } = account
    for (const session of sessions) {
      expect(session).toEqual({ subject: first?.subject, sessionId: expect.any(String), email, name })
      expect(await provider.isLiveSession(String(session?.sessionId))).toBe(true)
    }
    expect(second?.sessionId).not.toBe(first?.sessionId)
  })

  test.runIf(kind.hasPasswords)(
    'refuses a wrong password and an unknown address in the same way',
    async () => {
      await signUp()
      const wrong = await browse((http) => provider.signIn(http, { ...account, password: 'not this one' }))
      const unknown = await browse((http) =>
        provider.signIn(http, { ...account, email: 'no@people.example' }),
      )
      for (const { result, cookie } of [wrong, unknown])
        expect([result, cookie]).toEqual([new Problem('wrong-password'), ''])
    },
  )

  test.runIf(kind.hasPasswords)(
    'creates an account that can be signed in to, and returns its subject',
    async () => {
      const subject = await provider.createAccount(account)
      const { cookie } = await signIn()
      expect((await sessionOf(cookie))?.subject).toBe(subject)
    },
  )

  test('renames the person of the session, and refuses without a session', async () => {
    const cookie = await open()
    expect((await browse((http) => provider.rename(http, 'Carla'), cookie)).result).toBe(true)
    expect((await sessionOf(cookie))?.name).toBe('Carla')
    const stranger = await browse((http) => provider.rename(http, 'Eve'))
    expect(stranger.result).toEqual(new Problem('not-signed-in'))
  })

  test('ends the session that signs out, and no other one', async () => {
    const first = await open()
    const second = await openAgain()
    const sessionId = String((await sessionOf(first))?.sessionId)
    await browse((http) => provider.signOut(http), first)
    expect([await sessionOf(first), await provider.isLiveSession(sessionId)]).toEqual([null, false])
    expect(await sessionOf(second)).toMatchObject({ email: account.email })
  })

  test('returns no session without a cookie, or with a forged one', async () => {
    expect(await sessionOf('')).toBeNull()
    expect(await sessionOf('crema.session_token=made-up')).toBeNull()
    expect(await provider.isLiveSession('made-up')).toBe(false)
    await browse((http) => provider.signOut(http))
  })

  test.runIf(kind.hasPasswords)(
    'changes the password of the session with the current one, and ends all other sessions',
    async () => {
      const { cookie } = await signUp()
      const other = await signIn()
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
    },
  )

  test('replaces the password with a token once, and ends all sessions', async () => {
    const cookie = await open()
    const subject = (await sessionOf(cookie))?.subject
    const issued = { name: 'Cora', token: expect.any(String), expiresAt: expect.any(Number) }
    const returned = provider.isHosted ? null : issued
    expect(await provider.createResetToken(account.email)).toEqual(returned)
    const token = String(await tested.mailResetToken(account.email))
    expect(await provider.resetPassword(token, 'another one')).toBe(subject)
    expect(await sessionOf(cookie)).toBeNull()
    expect((await signIn()).result).toEqual(new Problem('wrong-password'))
    const changed = { ...account, password: 'another one' }
    expect((await browse((http) => provider.signIn(http, changed))).result).toMatchObject({ name: 'Cora' })
    expect(await provider.resetPassword(token, 'a third one')).toEqual(new Problem('reset-link-used'))
  })

  test.runIf(kind.hasPasswords)('lets one of two simultaneous requests use a token', async () => {
    await signUp()
    const token = String(await tested.mailResetToken(account.email))
    const results = await Promise.all(
      ['first password', 'second password'].map((password) => provider.resetPassword(token, password)),
    )
    expect(results.filter((result) => result instanceof Problem)).toEqual([new Problem('reset-link-used')])
  })

  test.runIf(kind.hasPasswords)('accepts no token that is too old, or that it did not issue', async () => {
    await signUp()
    vi.useFakeTimers({ toFake: ['Date'] })
    const token = String(await tested.mailResetToken(account.email))
    vi.setSystemTime(Date.now() + tested.resetTokenMs + 1)
    expect(await provider.resetPassword(token, 'another one')).toEqual(new Problem('reset-link-used'))
    vi.useRealTimers()
    expect(await provider.resetPassword('made-up', 'another one')).toEqual(new Problem('reset-link-used'))
    expect(await tested.mailResetToken('no@people.example')).toBeNull()
  })

  test.runIf(kind.hasPasswords)(
    'signs up with a confirmed address and the hash of a password, and refuses a taken address',
    async () => {
      const { name, email } = account
      const hash = await hashPassword(account.password)
      const { confirmedSignUps } = provider
      if (!confirmedSignUps) return
      const confirmed = () => browse(async (http) => confirmedSignUps.signUp(http, { name, email, hash }))
      expect(await confirmedSignUps.hasAccount(email)).toBe(false)
      const { result, cookie } = await confirmed()
      expect([result, await confirmedSignUps.hasAccount(email)]).toEqual([{ email, name }, true])
      const subject = String((await sessionOf(cookie))?.subject)
      expect(await provider.account(subject)).toEqual({ hasPassword: true, emailVerified: true })
      expect((await signIn()).result).toEqual({ email, name })
      expect(await confirmed()).toEqual({ result: new Problem('email-already-in-use'), cookie: '' })
    },
  )

  test.runIf(kind.hasPasswords)(
    'counts the address of an account as confirmed after a reset by mail, and not before',
    async () => {
      const subject = await provider.createAccount(account)
      expect(await provider.account(subject)).toEqual({ hasPassword: true, emailVerified: false })
      const token = String(await tested.mailResetToken(account.email))
      await provider.resetPassword(token, 'another one')
      expect(await provider.account(subject)).toEqual({ hasPassword: true, emailVerified: true })
      expect(await provider.account('unknown')).toBeNull()
    },
  )

  test.runIf(kind.hasPasswords)('confirms a person by the password', async () => {
    const { cookie } = await signUp()
    const confirm = async (password: string | null, from = cookie) =>
      (await browse((http) => provider.confirm(http, password), from)).result
    expect(await confirm(account.password)).toBe(true)
    for (const wrong of ['not this one', '', null])
      expect(await confirm(wrong)).toEqual(new Problem('wrong-current-password'))
    expect(await confirm(account.password, '')).toEqual(new Problem('not-signed-in'))
  })

  test.skipIf(kind.hasPasswords)('has an account that no password opens or changes', async () => {
    const cookie = await open()
    const { subject = '' } = (await sessionOf(cookie)) ?? {}
    expect(await provider.account(subject)).toEqual({ hasPassword: false, emailVerified: true })
    for (const password of [account.password, '']) {
      const signedIn = await browse((http) => provider.signIn(http, { ...account, password }))
      expect([signedIn.result, signedIn.cookie]).toEqual([new Problem('wrong-password'), ''])
      const change = { current: password, password: 'another one' }
      const changed = await browse((http) => provider.changePassword(http, change), cookie)
      expect(changed.result).toEqual(new Problem('wrong-current-password'))
    }
    expect(await provider.account(subject)).toMatchObject({ hasPassword: false })
  })

  test.runIf(kind.removePassword || !kind.hasPasswords)(
    'confirms a person without a password by a session that is younger than ten minutes',
    async () => {
      const cookie = await open()
      const { subject = '' } = (await sessionOf(cookie)) ?? {}
      await kind.removePassword?.({ provider, database }, subject)
      expect((await provider.account(subject))?.hasPassword).toBe(false)
      const confirm = async () => (await browse((http) => provider.confirm(http, null), cookie)).result
      expect(await confirm()).toBe(true)
      vi.useFakeTimers({ toFake: ['Date'] })
      vi.setSystemTime(Date.now() + FRESH_SESSION_MS + 1)
      expect(await confirm()).toEqual(new Problem('sign-in-again'))
    },
  )

  test('lists the sessions of a person with their browsers, and ends one of them', async () => {
    const before = Date.now()
    const cookie = await open()
    const other = await openAgain()
    const list = async () => (await browse((http) => provider.sessions(http), cookie)).result
    const session = { id: expect.any(String), browser: 'Firefox on Linux', createdAt: expect.any(Number) }
    const listed = await list()
    expect(listed).toEqual([
      { ...session, isThis: false },
      { ...session, isThis: true },
    ])
    const [{ id, createdAt }] = listed as [OwnSession]
    expect([createdAt >= before, createdAt <= Date.now()]).toEqual([true, true])
    const end = (from: string) => browse((http) => provider.endSession(http, id), from)
    expect((await end(cookie)).result).toBe(true)
    expect([await sessionOf(other), await provider.isLiveSession(id)]).toEqual([null, false])
    expect(await list()).toEqual([{ ...session, isThis: true }])
    expect((await end(cookie)).result).toEqual(new Problem('not-found'))
  })

  test("neither shows nor ends another person's session", async () => {
    const cookie = await open()
    const { sessionId = '' } = (await sessionOf(cookie)) ?? {}
    account.email = `eve-${account.email}`
    const eve = await open()
    expect((await browse((http) => provider.sessions(http), eve)).result).toHaveLength(1)
    const ended = await browse((http) => provider.endSession(http, sessionId), eve)
    expect(ended.result).toEqual(new Problem('not-found'))
    await browse((http) => provider.endOtherSessions(http), eve)
    expect(await provider.isLiveSession(sessionId)).toBe(true)
    const refused = await Promise.all([
      browse<unknown>((http) => provider.sessions(http)),
      browse<unknown>((http) => provider.endSession(http, sessionId)),
      browse<unknown>((http) => provider.endOtherSessions(http)),
    ])
    for (const { result } of refused) expect(result).toEqual(new Problem('not-signed-in'))
  })

  test('ends all sessions but this one', async () => {
    const cookie = await open()
    const others = await Promise.all([openAgain(), openAgain()])
    expect((await browse((http) => provider.endOtherSessions(http), cookie)).result).toBe(true)
    for (const other of others) expect(await sessionOf(other)).toBeNull()
    expect(await sessionOf(cookie)).toMatchObject({ email: account.email })
  })

  test('changes the address of an account, which keeps its sessions', async () => {
    const cookie = await open()
    const { subject = '' } = (await sessionOf(cookie)) ?? {}
    const taken = { ...account, email: `taken-${account.email}` }
    await provider.createAccount(taken)
    expect(await provider.changeEmail(subject, taken.email)).toEqual(new Problem('email-already-in-use'))
    const email = `new-${account.email}`
    expect(await provider.changeEmail(subject, email)).toBe(true)
    expect(await sessionOf(cookie)).toMatchObject({ subject, email })
    expect(await provider.account(subject)).toMatchObject({ emailVerified: true })
    expect(await provider.changeEmail('unknown', 'no@people.example')).toEqual(new Problem('not-found'))
  })

  test.runIf(kind.hasPasswords)(
    'signs in with the password at a changed address, and not at the former one',
    async () => {
      const { subject = '' } = (await sessionOf(await open())) ?? {}
      const email = `new-${account.email}`
      expect(await provider.changeEmail(subject, email)).toBe(true)
      expect((await signIn()).result).toEqual(new Problem('wrong-password'))
      account.email = email
      expect((await signIn()).result).toEqual({ email, name: 'Cora' })
    },
  )

  test.skipIf(kind.hasPasswords)(
    'opens the same account by a login after its address was changed',
    async () => {
      const { subject = '' } = (await sessionOf(await open())) ?? {}
      const email = `new-${account.email}`
      expect(await provider.changeEmail(subject, email)).toBe(true)
      expect(await sessionOf(await openAgain())).toMatchObject({ subject, email })
    },
  )

  test.runIf(kind.keepsTokens && kind.hasPasswords)(
    'accepts no reset token after the password or the address was changed',
    async () => {
      const { cookie } = await signUp()
      const { subject = '' } = (await sessionOf(cookie)) ?? {}
      const issue = async (email: string) => String(await tested.mailResetToken(email))
      const refuses = async (token: string) =>
        expect(await provider.resetPassword(token, 'a third one')).toEqual(new Problem('reset-link-used'))
      const before = await issue(account.email)
      const change = { current: account.password, password: 'another one' }
      await browse((http) => provider.changePassword(http, change), cookie)
      await refuses(before)
      const between = await issue(account.email)
      await provider.changeEmail(subject, `new-${account.email}`)
      await refuses(between)
    },
  )

  test('deletes an account with its sessions and tokens, and frees its address', async () => {
    const cookie = await open()
    const { subject = '', sessionId = '' } = (await sessionOf(cookie)) ?? {}
    const token = String(await tested.mailResetToken(account.email))
    await provider.deleteAccount(subject)
    await provider.deleteAccount(subject)
    expect([await sessionOf(cookie), await provider.isLiveSession(sessionId)]).toEqual([null, false])
    expect(await provider.account(subject)).toBeNull()
    expect(await provider.resetPassword(token, 'another one')).toEqual(new Problem('reset-link-used'))
    expect((await signIn()).result).toEqual(new Problem('wrong-password'))
    const created = await sessionOf(await open())
    expect(created).toMatchObject({ email: account.email, name: 'Cora' })
    expect(created?.subject).not.toBe(subject)
  })
})
