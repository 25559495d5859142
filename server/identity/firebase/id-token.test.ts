import { createHmac } from 'node:crypto'
import { UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Problem } from '#contract/errors.ts'
import { PROJECT_ID, startFirebase } from '#test/firebase/firebase.ts'
import type { FakeFirebase } from '#test/firebase/firebase.ts'
import { newKey, signToken } from '#test/firebase/signing-keys.ts'
import type { Forge } from '#test/firebase/signing-keys.ts'
import { createVerifier } from './id-token.ts'
import type { VerifyIdToken } from './id-token.ts'

const cora = { uid: 'uid-of-cora', email: 'Cora@people.example', emailVerified: true, displayName: 'Cora' }

let firebase: FakeFirebase
let verify: VerifyIdToken
beforeAll(async () => {
  firebase = await startFirebase()
})
afterAll(() => firebase.close())
beforeEach(() => {
  verify = createVerifier({ apiKey: '', projectId: PROJECT_ID, apiBase: firebase.url })
  firebase.calls.length = 0
  return () => {
    firebase.keys.forge = signToken
    firebase.fault = () => null
  }
})

const verifyNew = async () => verify(await firebase.keys.sign(cora, Date.now()))

describe('an ID token of Firebase', () => {
  test('is accepted as it was issued, and the address is in lower case', async () => {
    expect(await verifyNew()).toEqual({
      uid: cora.uid,
      email: 'cora@people.example',
      emailVerified: true,
      name: 'Cora',
      signedInAt: expect.any(Number),
      issuedAt: expect.any(Number),
    })
  })

  const forged: [string, Forge][] = [
    [
      'of another project',
      (parts) => {
        const [aud, iss] = ['other-project', 'https://securetoken.google.com/other-project']
        return signToken({ ...parts, claims: { ...parts.claims, aud, iss } })
      },
    ],
    [
      'for another audience',
      (parts) => signToken({ ...parts, claims: { ...parts.claims, aud: 'other-project' } }),
    ],
    [
      'of another issuer',
      (parts) => signToken({ ...parts, claims: { ...parts.claims, iss: 'https://evil.example' } }),
    ],
    ['with the signature of another key', (parts) => signToken({ ...parts, key: newKey().privateKey })],
    [
      'whose claims were changed after it was signed',
      async (parts) => {
        const [header, , signature] = (await signToken(parts)).split('.')
        const claims = Buffer.from(JSON.stringify({ ...parts.claims, sub: 'uid-of-ada' }))
        return [header, claims.toString('base64url'), signature].join('.')
      },
    ],
    [
      'with a key that is not published',
      (parts) => signToken({ ...parts, header: { ...parts.header, kid: 'unknown' } }),
    ],
    ['without a signature', async ({ claims }) => new UnsecuredJWT(claims).encode()],
    [
      'that names the published key, but has no signature',
      async ({ header, claims }) => {
        const parts = [{ ...header, alg: 'none' }, claims]
        const encoded = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
        return `${encoded.join('.')}.`
      },
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
    ],
    [
      'that has expired',
      (parts) => {
        const issued = Math.floor(Date.now() / 1000) - 2 * 60 * 60
        return signToken({ ...parts, claims: { ...parts.claims, iat: issued, exp: issued + 3600 } })
      },
    ],
    [
      'from the future',
      (parts) => {
        const issued = Math.floor(Date.now() / 1000) + 60 * 60
        return signToken({ ...parts, claims: { ...parts.claims, iat: issued, exp: issued + 3600 } })
      },
    ],
    ['without a subject', (parts) => signToken({ ...parts, claims: { ...parts.claims, sub: '' } })],
    [
      'without an email address',
      (parts) => signToken({ ...parts, claims: { ...parts.claims, email: undefined } }),
    ],
  ]

  test.each(forged)('%s is refused', async (_what, forge) => {
    firebase.keys.forge = forge
    expect(await verifyNew()).toEqual(new Problem('invalid-user-token'))
  })

  test('that is no token at all is refused', async () => {
    expect(await verify('made up')).toEqual(new Problem('invalid-user-token'))
  })
})

describe('the published keys', () => {
  test('are fetched once for many tokens', async () => {
    await Promise.all([verifyNew(), verifyNew(), verifyNew()])
    await verifyNew()
    expect(firebase.calls).toEqual(['keys'])
  })

  test.each(['down', 'error', 'garbled'])(
    'that cannot be fetched (%s) are no reason to refuse a token for ever',
    async (fault) => {
      firebase.fault = () => fault
      await expect(verifyNew()).rejects.toMatchObject({ problem: { code: 'network-request-failed' } })
      firebase.fault = () => null
      expect(await verifyNew()).toMatchObject({ uid: cora.uid })
    },
  )
})
