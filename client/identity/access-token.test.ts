import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createTokenSync, renewalDelay, isTokenUsable, tokenClaims } from './access-token.ts'
import { makeToken } from './test-fixtures.ts'

const MINUTE = 60_000
const now = 1_700_000_000_000

test('a token is read without being verified', () => {
  const token = makeToken({ email: 'zoë@coffee.example', issuedAt: now, minutes: 15 })
  expect(tokenClaims(token)).toEqual({
    email: 'zoë@coffee.example',
    issuedAt: now,
    expiresAt: now + 15 * MINUTE,
  })
})

test.each(['', 'x', 'a.b.c', 'a.e30.c'])('%j is no token', (text) => {
  expect(tokenClaims(text)).toBeNull()
})

test('a token is renewed five minutes before its expiry', () => {
  expect(renewalDelay({ expiresAt: now + 15 * MINUTE }, now)).toBe(10 * MINUTE)
  expect(renewalDelay({ expiresAt: now + 4 * MINUTE }, now)).toBe(0)
})

test('a stored token is valid for its owner until its renewal', () => {
  const token = makeToken({ email: 'a@b.example', issuedAt: now, minutes: 15 })
  expect(isTokenUsable(token, 'A@b.example', now)).toBe(true)
  expect(isTokenUsable(token, 'other@b.example', now)).toBe(false)
  expect(isTokenUsable(token, 'a@b.example', now + 10 * MINUTE)).toBe(false)
  expect(isTokenUsable(null, 'a@b.example', now)).toBe(false)
})

describe('the sync of tokens with another URL', () => {
  const address = 'https://sync.example/token'
  const fetched = vi.fn<typeof fetch>()
  const sent = makeToken({ email: 'a@b.example', issuedAt: now, minutes: 15 })

  beforeEach(() => {
    vi.stubGlobal('fetch', fetched)
    fetched.mockResolvedValue(new Response())
  })

  afterEach(() => {
    vi.unstubAllGlobals()
    vi.resetAllMocks()
  })

  test('a new token is posted once, and its end is sent with DELETE', () => {
    const sync = createTokenSync(address, () => now)
    sync(sent)
    sync(sent)
    sync(null)
    expect(fetched.mock.calls.map(([to, init]) => [to, init?.method, init?.headers])).toEqual([
      [address, 'POST', { authorization: `Bearer ${sent}` }],
      [address, 'DELETE', {}],
    ])
  })

  test('a token older than 300 s is not sent', () => {
    createTokenSync(address, () => now + 300_000)(sent)
    expect(fetched).toHaveBeenCalledTimes(1)
    createTokenSync(address, () => now + 301_000)(sent)
    expect(fetched).toHaveBeenCalledTimes(1)
  })

  test('without the setting no request is sent', () => {
    createTokenSync(null)(sent)
    expect(fetched).not.toHaveBeenCalled()
  })

  test('a failed request is ignored', async () => {
    fetched.mockRejectedValue(new TypeError('Failed to fetch'))
    createTokenSync(address, () => now)(sent)
    await expect(fetched.mock.results[0]?.value).rejects.toThrow('Failed to fetch')
  })
})
