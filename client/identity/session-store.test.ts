import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '#client/lib/api-error.ts'
import type { Person } from '#contract/identity/sign-in.ts'
import { onSignOut } from '#client/lib/on-sign-out.ts'
import { removeToken, readToken, saveToken } from './access-token.ts'
import type { IdentityClient } from './identity-client.ts'
import { makeStorage, makeToken } from './test-fixtures.ts'
import { SessionStore } from './session-store.ts'

const person = { email: 'a@b.example', name: 'Ada' }
const token = makeToken({ email: person.email, issuedAt: Date.now(), minutes: 15 })
const forget = vi.fn<() => void>()

const signIn = (identity: IdentityClient) => identity.signIn(person.email, 'secret')
const signUp = (identity: IdentityClient) => identity.signUp(person.name, person.email, 'secret')

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('localStorage', makeStorage())
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.clearAllMocks()
})

test('a session is loading at first, and publishes the person together with the token', async () => {
  const session = makeSession({ currentPerson: async () => person }, true)
  expect(session.getState()).toMatchObject({ loading: true, user: null, likely: true })
  await session.start()
  expect(session.getState()).toMatchObject({ loading: false, user: person })
  expect(readToken()).toBe(token)
})

test('without cookie and token there is no session, and the provider is not called', async () => {
  const currentPerson = vi.fn<IdentityClient['currentPerson']>()
  const session = makeSession({ currentPerson }, false)
  await session.start()
  expect(session.getState()).toMatchObject({ loading: false, user: null, likely: false, lost: false })
  expect(currentPerson).not.toHaveBeenCalled()
})

test('signing in is loading until the token is stored', async () => {
  const session = makeSession({ signIn: async () => person }, false)
  await session.start()
  const signingIn = session.enter(signIn)
  expect(session.getState().loading).toBe(true)
  await signingIn
  expect(session.getState()).toMatchObject({ loading: false, user: person, likely: true })
  expect(readToken()).toBe(token)
})

test('a refused sign-in has the text of the provider and ends loading', async () => {
  const refusal = new ApiError(401, 'wrong-password', 'Invalid email or password')
  const session = makeSession({ signIn: () => Promise.reject(refusal) }, false)
  await expect(session.enter(signIn)).rejects.toBe(refusal)
  expect(session.getState()).toMatchObject({ loading: false, user: null })
})

test('a sign-in that the server has made already is completed with record and token', async () => {
  const record = vi.fn<IdentityClient['record']>().mockResolvedValue(true)
  const session = makeSession({ currentPerson: async () => person, record }, false)
  await session.start()
  await expect(session.enter((identity) => identity.currentPerson())).resolves.toEqual({
    user: person,
    isRecorded: true,
  })
  expect(record).toHaveBeenCalledWith(person)
  expect(session.getState()).toMatchObject({ loading: false, user: person })
  expect(readToken()).toBe(token)
})

test('a sign-up records the person and returns whether that was acknowledged', async () => {
  const record = vi.fn<IdentityClient['record']>().mockResolvedValue(true)
  const session = makeSession({ signUp: async () => person, record }, false)
  await expect(session.enter(signUp)).resolves.toEqual({ user: person, isRecorded: true })
  expect(record).toHaveBeenCalledWith(person)
})

test('a record that fails does not fail the sign-up', async () => {
  const session = makeSession(
    { signIn: async () => person, record: () => Promise.reject(new Error()) },
    false,
  )
  await session.enter(signIn)
  expect(session.getState().user).toEqual(person)
})

test('a sign-out removes the person, the token and the cached data', async () => {
  const session = await signedIn({ signOut: async () => undefined })
  await session.signOut()
  expect(session.getState()).toMatchObject({ loading: false, user: null, likely: false, lost: false })
  expect(readToken()).toBeNull()
  expect(forget).toHaveBeenCalledTimes(1)
})

test('a person stays signed in if the sign-out fails', async () => {
  const session = await signedIn({ signOut: () => Promise.reject(new ApiError(0, 'network', '')) })
  await expect(session.signOut()).rejects.toMatchObject({ status: 0 })
  expect(session.getState()).toMatchObject({ loading: false, user: person })
})

test('a sign-out in another tab signs out here, and the session is not lost', async () => {
  const session = await signedIn({})
  session.follow(null)
  expect(session.getState()).toMatchObject({ user: null, lost: false })
})

test('a session that the provider ends is lost until the next sign-in', async () => {
  const accessToken = vi.fn<IdentityClient['accessToken']>().mockResolvedValueOnce(token)
  accessToken.mockRejectedValueOnce(new ApiError(401, 'not-signed-in', 'gone')).mockResolvedValueOnce(token)
  removeToken()
  const session = await signedIn({ accessToken, signIn: async () => person })
  expect(session.getState().lost).toBe(false)
  await session.renew()
  expect(session.getState()).toMatchObject({ user: null, lost: true })
  await session.enter(signIn)
  expect(session.getState()).toMatchObject({ user: person, lost: false })
})

test('an expired cookie at the first check is no lost session', async () => {
  const session = makeSession({ currentPerson: async () => null, signIn: async () => null }, true)
  await session.start()
  expect(session.getState()).toMatchObject({ loading: false, user: null, lost: false })
  await session.enter(signIn)
  expect(session.getState()).toMatchObject({ loading: false, user: null, lost: false })
})

test('a session that has ended when the token changes is lost', async () => {
  const currentPerson = vi.fn<IdentityClient['currentPerson']>()
  const session = await signedIn({
    currentPerson: currentPerson.mockResolvedValueOnce(person).mockResolvedValueOnce(null),
  })
  session.follow('spoiled')
  await vi.waitFor(() => expect(session.getState()).toMatchObject({ user: null, lost: true }))
})

test('a sign-out here or in another tab is published, a lost session is not', async () => {
  const listener = vi.fn<() => void>()
  onSignOut(listener)
  await (await signedIn({ signOut: async () => undefined })).signOut()
  expect(listener).toHaveBeenCalledTimes(1)
  const other = await signedIn({})
  other.follow(null)
  expect(listener).toHaveBeenCalledTimes(2)
  const accessToken = vi.fn<IdentityClient['accessToken']>().mockResolvedValueOnce(token)
  accessToken.mockRejectedValueOnce(new ApiError(401, 'not-signed-in', 'gone'))
  removeToken()
  await (await signedIn({ accessToken })).renew()
  expect(listener).toHaveBeenCalledTimes(2)
})

test('a sign-in in another tab signs in here', async () => {
  const session = makeSession({ currentPerson: async () => person }, false)
  await session.start()
  saveToken(token)
  session.follow(token)
  await vi.waitFor(() => expect(session.getState().user).toEqual(person))
})

test('a check that fails is a failure to retry, and no sign-out', async () => {
  const currentPerson = vi.fn<IdentityClient['currentPerson']>()
  currentPerson.mockRejectedValueOnce(new ApiError(0, 'network', 'gone')).mockResolvedValueOnce(person)
  const session = makeSession({ currentPerson }, true)
  await session.start()
  expect(session.getState()).toMatchObject({ loading: false, user: null, failure: { title: 'gone' } })
  await session.start()
  expect(session.getState()).toMatchObject({ user: person, failure: null })
})

test('a sign-up that a mail has to confirm does not sign in until its link is used', async () => {
  const session = makeSession({ signUp: async () => null, confirmSignUp: async () => person }, false)
  await expect(session.enter(signUp)).resolves.toEqual({ user: null, isRecorded: false })
  expect(session.getState()).toMatchObject({ loading: false, user: null })
  await session.enter((identity) => identity.confirmSignUp('token'))
  expect(session.getState().user).toEqual(person)
  expect(readToken()).toBe(token)
})

test('a changed email address is taken over with a new token, and is no sign-out', async () => {
  const email = 'new@b.example'
  const accessToken = vi.fn<IdentityClient['accessToken']>(async (of) =>
    makeToken({ email: of, issuedAt: Date.now(), minutes: 15 }),
  )
  const session = makeSession({ currentPerson: async () => person, accessToken }, true)
  await session.start()
  await session.changeEmail({ ...person, email })
  expect(session.getState()).toMatchObject({ user: { ...person, email }, earlierUserCount: 0 })
  expect(accessToken).toHaveBeenLastCalledWith(email)
  expect(forget).not.toHaveBeenCalled()
})

test('the user of a page that the server rendered is known at once, and calls wait for the check', async () => {
  saveToken(makeToken({ email: 'other@b.example', issuedAt: Date.now(), minutes: 15 }))
  const session = makeSession({ currentPerson: async () => ({ ...person }) }, true, person)
  expect(session.getState()).toMatchObject({ loading: false, user: person, likely: true })
  const called = session.token()
  const listener = vi.fn<() => void>()
  session.subscribe(listener)
  await session.start()
  expect(await called).toBe(token)
  expect(session.getState()).toMatchObject({ loading: false, user: person, lost: false })
  expect(listener, 'nothing has changed for the page').not.toHaveBeenCalled()
})

test('after a check that fails, the user stays on the page, and calls use or renew the token of this user', async () => {
  const currentPerson = () => Promise.reject(new ApiError(0, 'network', 'gone'))
  const session = makeSession({ currentPerson }, true, person)
  const called = session.token()
  saveToken(token)
  await session.start()
  expect(await called).toBe(token)
  expect(session.getState()).toMatchObject({ user: person, failure: { title: 'gone' } })
  saveToken(makeToken({ email: 'other@b.example', issuedAt: Date.now(), minutes: 15 }))
  expect(await session.token()).toBeNull()
  expect(await session.renew()).toBe(token)
  expect(await session.token()).toBe(token)
})

test('another user than the server rendered the page for has an earlier user, whose data is removed', async () => {
  const other = { email: 'other@b.example', name: 'Omar' }
  const session = makeSession({ currentPerson: async () => other }, true, person)
  await session.start()
  expect(session.getState()).toMatchObject({ user: other, earlierUserCount: 1 })
  expect(forget).toHaveBeenCalledTimes(1)
})

test('a session that has ended since the server rendered the page is lost', async () => {
  const session = makeSession({ currentPerson: async () => null }, true, person)
  await session.start()
  expect(session.getState()).toMatchObject({ user: null, lost: true })
  expect(forget).toHaveBeenCalledTimes(1)
})

function makeSession(
  identity: Partial<IdentityClient>,
  hasCookie: boolean,
  user: Person | null = null,
): SessionStore {
  const unused = () => Promise.reject(new Error('not part of this test'))
  return new SessionStore({
    identity: {
      currentPerson: unused,
      signIn: unused,
      signInWithCode: unused,
      signInWithPasskey: unused,
      signUp: unused,
      confirmSignUp: unused,
      signOut: unused,
      forgotPassword: unused,
      resetPassword: unused,
      changePassword: unused,
      changeEmail: unused,
      deleteAccount: unused,
      rename: unused,
      accessToken: async () => token,
      record: async () => true,
      ...identity,
    },
    signedIn: hasCookie,
    user,
    syncToken: () => undefined,
    forget,
  })
}

async function signedIn(identity: Partial<IdentityClient>): Promise<SessionStore> {
  const session = makeSession({ currentPerson: async () => person, ...identity }, true)
  await session.start()
  return session
}
