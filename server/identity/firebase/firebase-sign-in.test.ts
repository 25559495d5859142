import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { firebaseEnv, startFirebase } from '#test/firebase/firebase.ts'
import type { FakeFirebase } from '#test/firebase/firebase.ts'
import { passTime } from '#test/postgres/pass-time.ts'
import { givenShop } from '#test/shop.ts'
import type { TestPerson } from '#test/shop.ts'
import { stores } from '#test/stores.ts'

describe.each(stores)('signing in with Firebase on $name', ({ fresh }) => {
  let firebase: FakeFirebase
  beforeAll(async () => {
    firebase = await startFirebase()
  })
  const shop = givenShop(fresh, {
    get env() {
      return firebaseEnv(firebase)
    },
  })
  let cora: TestPerson
  beforeAll(async () => {
    cora = await shop.person('Cora')
    vi.useFakeTimers({ toFake: ['Date'] })
  })
  afterEach(async () => {
    firebase.fault = () => null
    firebase.accounts.hidesAddresses = true
    // Every rate limit recovers.
    await passTime(shop.database, 600_000)
  })
  afterAll(async () => {
    vi.useRealTimers()
    await firebase.close()
  })

  const signIn = (password = cora.password, email = cora.email) =>
    shop.call('POST /auth/sign-in', { body: { email, password } })

  const codes: [string, string, number][] = [
    ['INVALID_PASSWORD', 'wrong-password', 401],
    ['EMAIL_NOT_FOUND', 'wrong-password', 401],
    ['INVALID_EMAIL', 'invalid-input', 422],
    ['USER_DISABLED', 'user-disabled', 403],
    ['TOO_MANY_ATTEMPTS_TRY_LATER : Access to this account has been disabled.', 'too-many-requests', 429],
    ['OPERATION_NOT_ALLOWED', 'operation-not-allowed', 503],
    ['UNAUTHORIZED_DOMAIN : Domain not allowlisted', 'unauthorized-domain', 503],
    ['API key not valid. Please pass a valid API key.', 'invalid-api-key', 503],
    ['Requests from referer <empty> are blocked.', 'invalid-api-key', 503],
    ['SOMETHING_NEW', 'network-request-failed', 503],
    ['constructor', 'network-request-failed', 503],
    ['__proto__ : Something new', 'network-request-failed', 503],
    ['down', 'network-request-failed', 503],
    ['error', 'network-request-failed', 503],
    ['garbled', 'network-request-failed', 503],
  ]
  test.each(codes)('says %s as %s', async (fault, code, status) => {
    firebase.fault = () => fault
    const { status: sent, problem, headers } = await signIn()
    expect([problem.code, sent]).toEqual([code, status])
    expect(problem.title).not.toMatch(/[A-Z]{4}|Firebase/)
    expect(headers['set-cookie']).toBeUndefined()
  })

  test('has the same response for a wrong password and an unknown address, also if Firebase tells them apart', async () => {
    for (const hidesAddresses of [true, false]) {
      firebase.accounts.hidesAddresses = hidesAddresses
      const wrong = await signIn('not this one')
      const unknown = await signIn('not this one', 'unknown@people.example')
      expect({ ...unknown.problem, requestId: '' }).toEqual({ ...wrong.problem, requestId: '' })
      expect([wrong.problem.code, unknown.status]).toEqual(['wrong-password', wrong.status])
    }
  })

  test('does not count a try for which Firebase could not be reached', async () => {
    firebase.fault = () => 'down'
    for (let tries = 0; tries < 12; tries += 1)
      expect((await signIn()).problem.code).toBe('network-request-failed')
    firebase.fault = () => null
    expect((await signIn()).answer.user?.email).toBe(cora.email)
  })

  test('is limited by the shop before Firebase is asked', async () => {
    firebase.calls.length = 0
    for (let tries = 0; tries < 12; tries += 1) await signIn('not this one')
    expect(firebase.calls.filter((call) => call === 'signInWithPassword')).toHaveLength(10)
  })

  test('writes neither passwords nor keys nor tokens to the log', async () => {
    firebase.fault = () => 'down'
    await signIn()
    const log = shop.log.join('\n')
    expect(log).toContain('service failed')
    for (const secret of [cora.password, firebaseEnv(firebase)['FIREBASE_API_KEY'], 'eyJ'])
      expect(log).not.toContain(secret)
  })

  test('needs another page if the account has a second factor', async () => {
    firebase.fault = (call) => (call === 'signInWithPassword' ? 'SECOND_FACTOR_NEEDED' : null)
    expect((await signIn()).problem.code).toBe('second-factor-needed')
  })

  test('refuses a sign-up with a password that the project finds too weak', async () => {
    firebase.fault = () => 'PASSWORD_DOES_NOT_MEET_REQUIREMENTS : Missing password requirements'
    const body = { name: 'Dora', email: 'dora@people.example', password: 'secret of Dora' }
    expect((await shop.call('POST /auth/sign-up', { body })).problem.code).toBe('weak-password')
  })

  test('tells nothing about the address if Firebase sends no more mails to it', async () => {
    firebase.fault = () => 'RESET_PASSWORD_EXCEED_LIMIT'
    const body = { email: cora.email }
    expect((await shop.call('POST /auth/forgot-password', { body })).status).toBe(200)
  })

  test('sends the mail for a forgotten password through Firebase, and tells nothing about the address', async () => {
    for (const knowsDomain of [true, false]) {
      firebase.accounts.mails.length = 0
      firebase.accounts.knowsDomain = knowsDomain
      for (const email of [cora.email, 'unknown@people.example'])
        expect((await shop.call('POST /auth/forgot-password', { body: { email } })).status).toBe(200)
      const continueUrl = knowsDomain ? 'http://localhost:3000/login' : undefined
      expect(firebase.accounts.mails).toEqual([
        { requestType: 'PASSWORD_RESET', email: cora.email, code: expect.any(String), continueUrl },
      ])
    }
  })
})
