import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { firebaseEnv, startFirebase } from '#test/firebase/firebase.ts'
import type { FakeFirebase } from '#test/firebase/firebase.ts'
import type { FakeAccount } from '#test/firebase/accounts.ts'
import { signToken } from '#test/firebase/signing-keys.ts'
import { passTime } from '#test/postgres/pass-time.ts'
import { givenShop } from '#test/shop.ts'
import type { TestPerson } from '#test/shop.ts'
import { stores } from '#test/stores.ts'
import { CHECK_MS } from './check-session.ts'

const DAY_MS = 24 * 60 * 60_000

describe.each(stores)('a session of Firebase on $name', ({ fresh }) => {
  let firebase: FakeFirebase
  beforeAll(async () => {
    firebase = await startFirebase()
    vi.useFakeTimers({ toFake: ['Date'] })
  })
  const shop = givenShop(fresh, {
    get env() {
      return firebaseEnv(firebase)
    },
  })
  let count = 0
  let cora: TestPerson
  let account: FakeAccount
  beforeEach(async () => {
    cora = await shop.person(`Cora ${(count += 1)}`)
    const found = [...firebase.accounts.byUid.values()].find(({ email }) => email === cora.email)
    if (!found) throw new Error('Firebase has no account.')
    account = found
    firebase.calls.length = 0
  })
  afterEach(async () => {
    firebase.fault = () => null
    firebase.keys.forge = signToken
    await passTime(shop.database, 600_000)
  })
  afterAll(async () => {
    vi.useRealTimers()
    await firebase.close()
  })

  const user = async (person = cora) => (await person.call('GET /auth/session', {})).answer.user
  const hasToken = async (person = cora) =>
    (await person.send('GET /myCarts', { query: { email: person.email } })).status === 200

  test('is checked at Firebase at most once in five minutes, also by simultaneous requests', async () => {
    await user()
    expect(firebase.calls).toEqual([])
    vi.setSystemTime(Date.now() + CHECK_MS)
    await Promise.all([user(), user(), user()])
    await user()
    expect(firebase.calls).toEqual(['token'])
  })

  const ends: [string, () => void][] = [
    ['the account is disabled', () => (account.disabled = true)],
    ['its tokens are revoked', () => firebase.accounts.revoke(account.uid)],
    ['the account is deleted', () => firebase.accounts.remove(account.uid)],
  ]
  test.each(ends)('ends with its access token if %s at Firebase', async (_when, end) => {
    const other = await shop.person(`Dora ${(count += 1)}`)
    end()
    expect([await user(), await hasToken()]).toEqual([expect.anything(), true])
    vi.setSystemTime(Date.now() + CHECK_MS)
    expect((await cora.send('GET /jwt', { query: { email: cora.email } })).status).toBe(401)
    expect([await user(), await hasToken()]).toEqual([null, false])
    expect(await user(other)).toMatchObject({ email: other.email })
  })

  const outages = ['down', 'error', 'garbled', 'API key not valid.', 'QUOTA_EXCEEDED : Exceeded quota.']
  test.each(outages)('goes on while Firebase says %s, and is then checked again', async (fault) => {
    account.disabled = true
    firebase.fault = () => fault
    vi.setSystemTime(Date.now() + CHECK_MS)
    expect([await user(), await user()]).toEqual([expect.anything(), expect.anything()])
    expect(firebase.calls).toEqual(['token'])
    firebase.fault = () => null
    vi.setSystemTime(Date.now() + 30_000)
    expect(await user()).toBeNull()
  })

  test('goes on, and is not checked, if the new ID token is of another account or forged', async () => {
    firebase.keys.forge = (parts) => signToken({ ...parts, claims: { ...parts.claims, aud: 'other' } })
    vi.setSystemTime(Date.now() + CHECK_MS)
    expect(await user()).toMatchObject({ email: cora.email })
    firebase.keys.forge = (parts) => signToken({ ...parts, claims: { ...parts.claims, sub: 'another' } })
    vi.setSystemTime(Date.now() + CHECK_MS)
    expect(await user()).toBeNull()
  })

  test.each([
    ['has no email address', { email: undefined }, null],
    ['is of another project', { aud: 'other' }, expect.anything()],
  ])('of another account is still checked if an ID token %s', async (_reason, claims, left) => {
    const dora = await shop.person(`Dora ${(count += 1)}`)
    firebase.keys.forge = (parts) =>
      signToken(
        parts.claims['sub'] === account.uid ? { ...parts, claims: { ...parts.claims, ...claims } } : parts,
      )
    firebase.calls.length = 0
    vi.setSystemTime(Date.now() + CHECK_MS)
    expect([await user(), await user()]).toEqual([left, left])
    expect(firebase.calls.filter((call) => call === 'token')).toHaveLength(1)
    const doras = [...firebase.accounts.byUid.values()].find(({ email }) => email === dora.email)
    firebase.accounts.remove(String(doras?.uid))
    expect(await user(dora)).toBeNull()
  })

  test('cannot be used again after signing out, with its cookie, its access token or its ID token', async () => {
    const idTokens: string[] = []
    firebase.keys.forge = async (parts) => {
      idTokens.push(await signToken(parts))
      return String(idTokens.at(-1))
    }
    vi.setSystemTime(Date.now() + CHECK_MS)
    expect(await user()).not.toBeNull()
    const [idToken = ''] = idTokens
    expect(idToken).toMatch(/^eyJ/)
    expect(await hasToken()).toBe(true)
    const signedOut = await cora.call('POST /auth/sign-out', {})
    expect(String(signedOut.headers['set-cookie'])).toMatch(/crema\.session_token=; Max-Age=0/)
    expect([await user(), await hasToken()]).toEqual([null, false])
    const asBearer = { headers: { authorization: `Bearer ${idToken}` }, query: { email: cora.email } }
    expect((await shop.send('GET /myCarts', asBearer)).status).toBe(401)
    const asCookie = { headers: { cookie: `crema.session_token=${idToken}` } }
    expect((await shop.send('GET /auth/session', asCookie)).answer.user).toBeNull()
  })

  test('takes over a name and an address that were changed at Firebase', async () => {
    Object.assign(account, { displayName: 'Cora Changed', email: `changed.${cora.email}` })
    vi.setSystemTime(Date.now() + CHECK_MS)
    expect(await user()).toEqual({ name: 'Cora Changed', email: account.email })
    const recorded = await cora.call('POST /users', { body: { name: 'Cora Changed', email: account.email } })
    expect(recorded.answer.insertedId).toBe(cora.userId)
  })

  test('keeps its address if another account of the shop has the new one', async () => {
    const other = await shop.person(`Dora ${(count += 1)}`)
    account.email = other.email
    vi.setSystemTime(Date.now() + CHECK_MS)
    expect(await user()).toMatchObject({ email: cora.email })
    expect(await user(other)).toMatchObject({ email: other.email })
  })

  test('is renewed once a day, and ends after 30 days without use', async () => {
    const used = async () => (await cora.call('GET /auth/session', {})).headers['set-cookie']
    expect(await used()).toBeUndefined()
    vi.setSystemTime(Date.now() + DAY_MS + 1)
    expect(String(await used())).toMatch(
      /^crema\.session_token=\w+\.[\w%]+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/,
    )
    vi.setSystemTime(Date.now() + 29.5 * DAY_MS)
    expect(await user()).not.toBeNull()
    vi.setSystemTime(Date.now() + 30 * DAY_MS)
    expect(await user()).toBeNull()
  })

  test('goes on after a change of the password in it, with the new tokens', async () => {
    const change = { current: cora.password, password: 'another one' }
    expect((await cora.call('PUT /auth/password', { body: change })).status).toBe(200)
    vi.setSystemTime(Date.now() + CHECK_MS)
    expect(await user()).toMatchObject({ email: cora.email })
  })

  test('goes on, like all of the account, after a change of the address', async () => {
    const { subject = '' } =
      (await shop.database.read
        .selectFrom('users')
        .select('subject')
        .where('id', '=', cora.userId)
        .executeTakeFirst()) ?? {}
    const email = `new.${cora.email}`
    await expect(shop.identity.provider.changeEmail(subject, email)).rejects.toMatchObject({
      problem: { code: 'operation-not-allowed' },
    })
    firebase.accounts.hidesAddresses = false
    expect(await shop.identity.provider.changeEmail(subject, email)).toBe(true)
    firebase.accounts.hidesAddresses = true
    vi.setSystemTime(Date.now() + CHECK_MS)
    expect(await user()).toMatchObject({ email })
    expect(await shop.identity.provider.account(subject)).toEqual({ hasPassword: true, emailVerified: true })
    vi.setSystemTime(Date.now() + CHECK_MS)
    expect(await shop.identity.provider.changeEmail(subject, `late.${email}`)).toMatchObject({
      code: 'sign-in-again',
    })
  })

  test('ends when its person deletes the account with the password, which deletes it at Firebase, too', async () => {
    const remove = async (password: string) =>
      (await cora.send('POST /account/deletion', { body: { password } })).status
    expect([await remove('not this one'), firebase.accounts.byUid.has(account.uid)]).toEqual([422, true])
    expect([await remove(cora.password), firebase.accounts.byUid.has(account.uid)]).toEqual([200, false])
    expect([await user(), await hasToken()]).toEqual([null, false])
  })

  test('is stored without its token, the refresh token and the ID token', async () => {
    const tokens: string[] = []
    firebase.keys.forge = async (parts) => {
      tokens.push(await signToken(parts))
      return String(tokens.at(-1))
    }
    vi.setSystemTime(Date.now() + CHECK_MS)
    await user()
    const [, token = ''] = /session_token=(\w+)/.exec(cora.cookie) ?? []
    const rows = [
      await shop.database.read.selectFrom('identity_sessions').selectAll().execute(),
      await shop.database.read.selectFrom('identity_accounts').selectAll().execute(),
      await shop.database.read.selectFrom('firebase_sessions').selectAll().execute(),
    ]
    const stored = JSON.stringify(rows)
    expect(stored).toContain(account.uid)
    expect([token.length, tokens.length]).toEqual([64, 1])
    for (const secret of [token, cora.password, ...tokens, ...firebase.accounts.refreshTokensOf(account.uid)])
      expect(stored).not.toContain(secret)
  })
})
