import { createPrivateKey, generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { entryOf, secretKinds, secretsOf } from './secret-set.ts'

const [NEW, OLD] = ['the-new-secret-of-32-letters-or-more', 'the-old-secret-of-32-letters-or-more']

test('the first secret signs, and all verify', () => {
  const old = secretsOf([OLD])
  const both = secretsOf([NEW, OLD])
  for (const kind of secretKinds) {
    const current = secretsOf([NEW])?.[kind].current
    expect(both?.[kind]).toEqual({ current, accepted: [current, old?.[kind].current] })
  }
})

test('the secrets of one text differ by kind, and the text is in none of them', () => {
  const { session, device, tokenKey } = secretsOf([NEW]) ?? {}
  expect(new Set([NEW, session?.current, device?.current, tokenKey?.current]).size).toBe(4)
  expect(createPrivateKey(String(tokenKey?.current)).asymmetricKeyType).toBe('ed25519')
})

test('a secret of one kind is read as it was written, and leaves the other kinds alone', () => {
  const { privateKey } = generateKeyPairSync('ed25519')
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const entries = [entryOf('session', 'S-1'), entryOf('tokenKey', pem), entryOf('device', 'D-1')]
  expect(entries.join()).toMatch(/^session:S-1,tokenKey:[\w-]{43},device:D-1$/)
  expect(secretsOf(entries)).toEqual({
    session: { current: 'S-1', accepted: ['S-1'] },
    device: { current: 'D-1', accepted: ['D-1'] },
    tokenKey: { current: pem, accepted: [pem] },
  })
  expect(secretsOf(entries.slice(1))).toBeNull()
  expect(secretsOf([...entries, NEW])?.session.accepted).toHaveLength(2)
})
