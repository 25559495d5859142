import { expect, test } from 'vitest'
import { renewalDelay, isTokenUsable, tokenClaims } from './access-token.ts'
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
