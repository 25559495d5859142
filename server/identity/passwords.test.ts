import { beforeAll, describe, expect, test } from 'vitest'
import { Overloaded } from '#server/platform/http/errors.ts'
import { hashPassword, isPassword } from './passwords.ts'

describe('a password', () => {
  let hash: string
  beforeAll(async () => void (hash = await hashPassword('coffee123')))

  test('is hashed to a PHC string of argon2id with its cost', () => {
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=65536,t=3,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
    expect(hash).not.toContain('coffee')
  })

  test('is salted, so that two hashes of it differ', async () => {
    expect(await hashPassword('coffee123')).not.toBe(hash)
  })

  test('matches its hash, and another password does not', async () => {
    expect(await isPassword({ hash, password: 'coffee123' })).toBe(true)
    expect(await isPassword({ hash, password: 'coffee124' })).toBe(false)
    expect(await isPassword({ hash, password: '' })).toBe(false)
  })

  test('is hashed to its last character, however long it is', async () => {
    const long = `${'☕'.repeat(60)}a`
    const hashed = await hashPassword(long)
    expect(await isPassword({ hash: hashed, password: long })).toBe(true)
    expect(await isPassword({ hash: hashed, password: `${'☕'.repeat(60)}b` })).toBe(false)
  })

  test('does not match a hash that was tampered with', async () => {
    const [, , , , salt = '', tag = ''] = hash.split('$')
    const tampered = [
      '',
      'coffee123',
      hash.replace('m=65536', 'm=8'),
      hash.replace('argon2id', 'argon2i'),
      `${hash}$more`,
      hash.replace(salt, salt.toLowerCase().replace(/^./, 'A')),
      hash.replace(
        tag,
        tag.replace(/^./, (first) => (first === 'A' ? 'B' : 'A')),
      ),
    ]
    for (const kept of tampered)
      expect(await isPassword({ hash: kept, password: 'coffee123' }), kept).toBe(false)
  })

  test('is checked in turn, and each of several parallel checks gets its own result', async () => {
    const passwords = ['coffee123', 'wrong', 'coffee123', 'wrong', 'coffee123']
    const answers = await Promise.all(passwords.map((password) => isPassword({ hash, password })))
    expect(answers).toEqual([true, false, true, false, true])
  })

  test('that cannot be hashed does not block the queue', async () => {
    // The cast passes a password of the wrong type on purpose, so that hashing fails.
    const broken = { hash, password: undefined as unknown as string }
    const results = await Promise.allSettled([isPassword(broken), isPassword(broken), isPassword(broken)])
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    expect(await isPassword({ hash, password: 'coffee123' })).toBe(true)
  })

  test('is refused while thirty others are waiting, and is checked afterwards', async () => {
    // A check of this invalid password fails as soon as its turn comes. Many such checks therefore fill the queue
    // without the cost of hashing.
    const broken = { hash, password: undefined as unknown as string }
    const results = await Promise.allSettled(Array.from({ length: 34 }, () => isPassword(broken)))
    const refused = results.map(
      (result) => result.status === 'rejected' && result.reason instanceof Overloaded,
    )
    expect(refused).toEqual([...Array.from({ length: 32 }, () => false), true, true])
    expect(await isPassword({ hash, password: 'coffee123' })).toBe(true)
  })

  test('is hashed at the full cost, as another implementation of argon2id does with 64 MiB and 3 passes', async () => {
    // This hash was computed with argon2id of @noble/hashes 2.4.0, the options { m: 65536, t: 3, p: 1, dkLen: 32 }
    // and the salt "crema-test-salt!".
    const known =
      '$argon2id$v=19$m=65536,t=3,p=1$Y3JlbWEtdGVzdC1zYWx0IQ$I7wTiur/mTOMBDq5jrBedVb6eLkWbOuUViUWlJoDkLY'
    expect(await isPassword({ hash: known, password: 'coffee123' })).toBe(true)
  })
})
