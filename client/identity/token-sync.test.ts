import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { makeToken } from './test-fixtures.ts'
import { createTokenSync } from './token-sync.ts'

const address = 'https://sync.example/token'
const fetched = vi.fn<typeof fetch>()
const now = 1_700_000_000_000
const token = makeToken({ email: 'a@b.example', issuedAt: now, minutes: 15 })

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
  sync(token)
  sync(token)
  sync(null)
  expect(fetched.mock.calls.map(([to, init]) => [to, init?.method, init?.headers])).toEqual([
    [address, 'POST', { authorization: `Bearer ${token}` }],
    [address, 'DELETE', {}],
  ])
})

test('a token older than 300 s is not sent', () => {
  createTokenSync(address, () => now + 300_000)(token)
  expect(fetched).toHaveBeenCalledTimes(1)
  createTokenSync(address, () => now + 301_000)(token)
  expect(fetched).toHaveBeenCalledTimes(1)
})

test('without the setting no request is sent', () => {
  createTokenSync(null)(token)
  expect(fetched).not.toHaveBeenCalled()
})

test('a failed request is ignored', async () => {
  fetched.mockRejectedValue(new TypeError('Failed to fetch'))
  createTokenSync(address, () => now)(token)
  await expect(fetched.mock.results[0]?.value).rejects.toThrow('Failed to fetch')
})
