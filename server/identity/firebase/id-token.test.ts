import { createHmac } from 'node:crypto'
import { UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { PROJECT_ID, startFirebase } from '#test/firebase/firebase.ts'
import type { FakeFirebase } from '#test/firebase/firebase.ts'
import { newKey, signToken } from '#test/firebase/signing-keys.ts'
import type { Forge } from '#test/firebase/signing-keys.ts'
import { verifyIdToken } from './id-token.ts'
import { PublishedKeys } from './published-keys.ts'

const cora = { uid: 'uid-of-cora', email: 'Cora@people.example', emailVerified: true, displayName: 'Cora' }
const HOUR_MS = 60 * 60_000

let firebase: FakeFirebase
let keys: PublishedKeys
beforeAll(async () => {
  firebase = await startFirebase()
})
afterAll(() => firebase.close())
beforeEach(() => {
  keys = new PublishedKeys(firebase.url)
  firebase.calls.length = 0
  return () => {
    firebase.keys.forge = signToken
    firebase.fault = () => null
    vi.useRealTimers()
  }
})

const verify = (token: string, isSignIn = true) =>
  verifyIdToken({ projectId: PROJECT_ID, findKey: keys.find }, token, { isSignIn })

/** Has the replacement of Firebase issue a token that `forge` has changed, and verifies that. */
async function verifyForged(forge: Forge, isSignIn = true) {
  firebase.keys.forge = forge
  return verify(await firebase.keys.sign(cora, Date.now()), isSignIn)
}

describe('an ID token of Firebase', () => {
  test('is accepted as it was issued, and the address is in lower case', async () => {
    expect(await verify(await firebase.keys.sign(cora, Date.now()))).toEqual({
      uid: cora.uid,
      email: 'cora@people.example',
      emailVerified: true,
      name: 'Cora',
    })
  })

  const forged: [string, Forge, RegExp][] = [
    [
      'of another project',
      (parts) => {
        const [aud, iss] = ['other-project', 'https://securetoken.google.com/other-project']
        return signToken({ ...parts, claims: { ...parts.claims, aud, iss } })
      },
      /"iss"|"aud"/,
    ],
    [
      'for another audience',
      (parts) => signToken({ ...parts, claims: { ...parts.claims, aud: 'other-project' } }),
      /"aud"/,
    ],
    [
      'of another issuer',
      (parts) => signToken({ ...parts, claims: { ...parts.claims, iss: 'https://evil.example' } }),
      /"iss"/,
    ],
    [
      'with the signature of another key',
      (parts) => signToken({ ...parts, key: newKey().privateKey }),
      /signature/,
    ],
    [
      'whose claims were changed after it was signed',
      async (parts) => {
        const [header, , signature] = (await signToken(parts)).split('.')
        const claims = Buffer.from(JSON.stringify({ ...parts.claims, sub: 'uid-of-ada' }))
        return [header, claims.toString('base64url'), signature].join('.')
      },
      /signature/,
    ],
    [
      'with a key that is not published',
      (parts) => signToken({ ...parts, header: { ...parts.header, kid: 'unknown' } }),
      /no applicable key/,
    ],
    [
      'without a signature',
      async ({ claims }) => new UnsecuredJWT(claims).encode(),
      /no applicable key|"alg"/,
    ],
    [
      'that names the published key, but has no signature',
      async ({ header, claims }) => {
        const parts = [{ ...header, alg: 'none' }, claims]
        const encoded = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
        return `${encoded.join('.')}.`
      },
      /"alg"/,
    ],
    [
      'that is signed with the published key as a shared secret',
      async ({ header, claims }) => {
        const [published] = (await firebase.keys.published()).keys
        const parts = [{ ...header, alg: 'HS256' }, claims]
        const text = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
        const secret = JSON.stringify(published)
        return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`
      },
      /"alg"/,
    ],
    [
      'that has expired',
      (parts) => {
        const issued = Math.floor(Date.now() / 1000) - 2 * 60 * 60
        return signToken({ ...parts, claims: { ...parts.claims, iat: issued, exp: issued + 3600 } })
      },
      /"exp"/,
    ],
    [
      'from the future',
      (parts) => {
        const issued = Math.floor(Date.now() / 1000) + 60 * 60
        return signToken({ ...parts, claims: { ...parts.claims, iat: issued, exp: issued + 3600 } })
      },
      /from the future/,
    ],
    [
      'about a password that was checked long ago',
      (parts) =>
        signToken({
          ...parts,
          claims: { ...parts.claims, auth_time: Number(parts.claims['auth_time']) - 3600 },
        }),
      /earlier sign-in/,
    ],
    [
      'without a subject',
      (parts) => signToken({ ...parts, claims: { ...parts.claims, sub: '' } }),
      /subject/,
    ],
    [
      'without an email address',
      (parts) => signToken({ ...parts, claims: { ...parts.claims, email: undefined } }),
      /email/,
    ],
  ]

  test.each(forged)('%s is refused', async (_what, forge, reason) => {
    await expect(verifyForged(forge)).rejects.toMatchObject({
      message: expect.stringMatching(reason),
      problem: { code: 'invalid-user-token' },
    })
  })

  test('of a session may be about a password that was checked long ago', async () => {
    const user = await verify(await firebase.keys.sign(cora, Date.now() - 20 * HOUR_MS), false)
    expect(user.uid).toBe(cora.uid)
  })
})

describe('the published keys', () => {
  const verifyNew = async () => verify(await firebase.keys.sign(cora, Date.now()))

  test('are fetched once for simultaneous tokens, and again when max-age has passed', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    firebase.cacheControl = 'public, max-age=3600, must-revalidate'
    await Promise.all([verifyNew(), verifyNew(), verifyNew()])
    vi.setSystemTime(Date.now() + HOUR_MS - 1)
    await verifyNew()
    expect(firebase.calls).toEqual(['keys'])
    vi.setSystemTime(Date.now() + 1)
    await verifyNew()
    expect(firebase.calls).toEqual(['keys', 'keys'])
  })

  test('are fetched again for a token with an unknown key, but not more than twice a minute', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    await verifyNew()
    firebase.keys.rotate()
    await expect(verifyNew()).rejects.toThrow(/no applicable key/)
    expect(firebase.calls).toEqual(['keys'])
    vi.setSystemTime(Date.now() + 30_000)
    await verifyNew()
    expect(firebase.calls).toEqual(['keys', 'keys'])
  })

  test('that cannot be fetched are no reason to refuse a token for ever', async () => {
    firebase.fault = () => 'down'
    await expect(verifyNew()).rejects.toMatchObject({ problem: { code: 'network-request-failed' } })
    firebase.fault = () => null
    await verifyNew()
  })
})
