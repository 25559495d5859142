import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '#client/lib/api-error.ts'
import { readToken, saveToken } from './access-token.ts'
import { makeStorage, makeToken } from './test-fixtures.ts'
import { TokenKeeper } from './token-keeper.ts'

const MINUTE = 60_000
const email = 'a@b.example'
const fetchToken = vi.fn<(email: string) => Promise<string>>()
const syncToken = vi.fn<(token: string | null) => void>()
const onLost = vi.fn<() => void>()

beforeEach(() => {
  // A whole number of seconds, because the times in a JWT have no milliseconds.
  vi.useFakeTimers({ now: 1_700_000_000_000 })
  vi.stubGlobal('localStorage', makeStorage())
  fetchToken.mockImplementation(async (who) => makeToken({ email: who, issuedAt: Date.now(), minutes: 15 }))
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.resetAllMocks()
})

test('a token is fetched, stored, published, and renewed five minutes before its expiry', async () => {
  await new TokenKeeper({ fetchToken, syncToken, onLost }).ensure(email)
  const first = readToken()
  expect(syncToken).toHaveBeenLastCalledWith(first)
  await vi.advanceTimersByTimeAsync(10 * MINUTE - 1)
  expect(fetchToken).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(fetchToken).toHaveBeenCalledTimes(2)
  expect(readToken()).not.toBe(first)
})

test('a stored token that is still valid is kept', async () => {
  saveToken(makeToken({ email, issuedAt: Date.now(), minutes: 15 }))
  await new TokenKeeper({ fetchToken, syncToken, onLost }).ensure(email)
  expect(fetchToken).not.toHaveBeenCalled()
})

test('concurrent renewals share one fetch', async () => {
  const keeper = new TokenKeeper({ fetchToken, syncToken, onLost })
  await keeper.ensure(email)
  const [one, two] = await Promise.all([keeper.renew(), keeper.renew()])
  expect(one).toBe(two)
  expect(fetchToken).toHaveBeenCalledTimes(2)
})

test('the end of the session is reported, and the renewal is not retried', async () => {
  const keeper = new TokenKeeper({ fetchToken, syncToken, onLost })
  await keeper.ensure(email)
  fetchToken.mockRejectedValue(new ApiError(401, 'not-signed-in', ''))
  await expect(keeper.renew()).resolves.toBeNull()
  expect(onLost).toHaveBeenCalledTimes(1)
})

test('a renewal that failed for a network error is retried', async () => {
  const keeper = new TokenKeeper({ fetchToken, syncToken, onLost })
  await keeper.ensure(email)
  fetchToken.mockRejectedValueOnce(new ApiError(0, 'network', ''))
  await vi.advanceTimersByTimeAsync(10 * MINUTE)
  expect(fetchToken).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(30_000)
  expect(fetchToken).toHaveBeenCalledTimes(3)
  expect(onLost).not.toHaveBeenCalled()
})

test('the end removes the stored token and publishes it', async () => {
  const keeper = new TokenKeeper({ fetchToken, syncToken, onLost })
  await keeper.ensure(email)
  keeper.end()
  expect(readToken()).toBeNull()
  expect(syncToken).toHaveBeenLastCalledWith(null)
  await vi.advanceTimersByTimeAsync(60 * MINUTE)
  expect(fetchToken).toHaveBeenCalledTimes(1)
})
