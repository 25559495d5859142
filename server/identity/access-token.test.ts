import { createPrivateKey, generateKeyPairSync } from 'node:crypto'
import { decodeJwt, SignJWT } from 'jose'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createAccessTokens } from './access-token.ts'
import type { AccessTokens } from './access-token.ts'

function newKey(): string {
  return generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
}

/** Signs with the first key, and accepts all of them. */
function tokensOf(current: string, ...older: string[]): AccessTokens {
  return createAccessTokens({ keys: { current, accepted: [current, ...older] } })
}

const key = newKey()
const tokens = tokensOf(key)

const person = { subject: 'subject-1', sessionId: 'session-1', email: 'a@b.example' }

/**
 * Returns a JWT with exactly these claims, signed with the key of the shop. The issuer and the expiry are not added.
 */
function signed(claims: Record<string, unknown>): Promise<string> {
  return new SignJWT(claims).setProtectedHeader({ alg: 'EdDSA' }).sign(createPrivateKey(key))
}

function inBase64(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

describe('an access token', () => {
  afterEach(() => vi.useRealTimers())

  test('has its subject, session and email address, and is valid for 15 minutes', async () => {
    const claims = await tokens.verify(await tokens.sign(person))
    expect(claims).toMatchObject(person)
    expect(Math.abs((claims?.expiresAt ?? 0) - Date.now() - 15 * 60_000)).toBeLessThan(2000)
  })

  test('contains no permissions', async () => {
    const claims = decodeJwt(await tokens.sign(person))
    expect(Object.keys(claims).toSorted()).toEqual(['email', 'exp', 'iat', 'iss', 'sid', 'sub'])
  })

  test('is valid until it expires, and not longer', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const token = await tokens.sign(person)
    vi.setSystemTime(Date.now() + 15 * 60_000 - 1500)
    expect(await tokens.verify(token)).not.toBeNull()
    vi.setSystemTime(Date.now() + 1500)
    expect(await tokens.verify(token)).toBeNull()
  })

  test('is accepted for the tolerance after its expiry, and not longer', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const keys = { current: key, accepted: [key] }
    const tolerant = createAccessTokens({ keys, toleranceMs: 5 * 60_000 })
    const token = await tolerant.sign(person)
    vi.setSystemTime(Date.now() + 20 * 60_000 - 1500)
    expect((await tolerant.verify(token))?.expiresAt).toBeGreaterThan(Date.now())
    vi.setSystemTime(Date.now() + 1500)
    expect(await tolerant.verify(token)).toBeNull()
  })

  test('is signed with the current key, and accepted with an older one until that is erased', async () => {
    const newer = newKey()
    const before = await tokens.sign(person)
    const after = await tokensOf(newer, key).sign(person)
    const valid = async (reader: AccessTokens) =>
      [await reader.verify(before), await reader.verify(after)].map((claims) => claims !== null)
    expect(await valid(tokensOf(newer, key))).toEqual([true, true])
    expect(await valid(tokensOf(key))).toEqual([true, false])
    expect(await valid(tokensOf(newer))).toEqual([false, true])
  })

  test('of another shop is not valid', async () => {
    expect(await tokens.verify(await tokensOf(newKey()).sign(person))).toBeNull()
  })

  test('without a signature, or with another algorithm, is not valid', async () => {
    const [, body = '', signature = ''] = (await tokens.sign(person)).split('.')
    const secret = createPrivateKey(key).export({ type: 'pkcs8', format: 'der' })
    const forged = [
      `${inBase64({ alg: 'none' })}.${body}.`,
      `${inBase64({ alg: 'none' })}.${body}.${signature}`,
      await new SignJWT(decodeJwt(`x.${body}.x`)).setProtectedHeader({ alg: 'HS256' }).sign(secret),
    ]
    for (const token of forged) expect(await tokens.verify(token), token).toBeNull()
  })

  test('that was changed is not valid', async () => {
    const [head, body = '', signature] = (await tokens.sign(person)).split('.')
    const claims: object = JSON.parse(Buffer.from(body, 'base64url').toString())
    expect(
      await tokens.verify(`${head}.${inBase64({ ...claims, sub: 'subject-2' })}.${signature}`),
    ).toBeNull()
  })

  test.each(['', 'x', 'a.b.c', '..', 'é'.repeat(50)])('cannot be %j', async (text) => {
    expect(await tokens.verify(text)).toBeNull()
  })

  test('without one of its claims is not valid', async () => {
    const whole = {
      iss: 'crema',
      sub: 's',
      sid: 'i',
      email: 'a@b.example',
      exp: Math.floor(Date.now() / 1000) + 60,
    }
    expect(await tokens.verify(await signed(whole))).not.toBeNull()
    for (const name of Object.keys(whole)) {
      const { [name]: _, ...rest }: Record<string, unknown> = whole
      expect(await tokens.verify(await signed(rest)), `without ${name}`).toBeNull()
    }
    expect(await tokens.verify(await signed({ ...whole, iss: 'elsewhere' }))).toBeNull()
  })
})
