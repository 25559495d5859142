import { generateKeyPairSync } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { fileSecrets } from './open-secrets.ts'

describe('secrets', () => {
  let folder: string
  beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'crema-test-'))))
  afterEach(() => rmSync(folder, { recursive: true }))

  test('are created once and then read from the file', () => {
    const first = fileSecrets(folder)
    expect(fileSecrets(folder)).toEqual(first)
    expect(first.session.current).toHaveLength(43)
    expect(first.device.current).not.toBe(first.session.current)
    expect(first.tokenKey.current).toContain('BEGIN PRIVATE KEY')
  })

  test('can be read by their owner only', () => {
    fileSecrets(folder)
    expect(statSync(join(folder, 'secrets.json')).mode & 0o777).toBe(0o600)
  })

  test('differ between shops', () => {
    const other = mkdtempSync(join(tmpdir(), 'crema-test-'))
    expect(fileSecrets(other).session).not.toEqual(fileSecrets(folder).session)
    rmSync(other, { recursive: true })
  })

  const good = () => JSON.parse(readFileSync(join(folder, 'secrets.json'), 'utf8'))
  const rsaKey = () =>
    generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'pem' })
  test.each([
    ['one is missing', () => '{"session": "s"}'],
    ['half of the file is there', () => JSON.stringify(good()).slice(0, 80)],
    ['the file is empty', () => ''],
    ['the file is not an object', () => 'null'],
    ['the key is cut', () => JSON.stringify({ ...good(), tokenKey: good().tokenKey.slice(0, 60) })],
    ['the key is of another kind', () => JSON.stringify({ ...good(), tokenKey: rsaKey() })],
    ['one is a number', () => JSON.stringify({ ...good(), session: 7 })],
    ['one of the older ones has no value', () => JSON.stringify({ ...good(), older: [{ expiresAt: 9e15 }] })],
  ])('that are damaged are refused with advice, and not replaced: %s', (_what, spoilt) => {
    const file = join(folder, 'secrets.json')
    fileSecrets(folder)
    const text = spoilt()
    writeFileSync(file, text)
    expect(() => fileSecrets(folder)).toThrow(
      new Error(
        `${file} is damaged: restore it from a backup, or delete it to have new secrets made, which signs all users out.`,
      ),
    )
    expect(readFileSync(file, 'utf8')).toBe(text)
  })

  test.skipIf(!existsSync('/dev/full'))(
    'that cannot be written are refused with the file and the reason, and no file is created',
    () => {
      const file = join(folder, 'secrets.json')
      symlinkSync('/dev/full', `${file}.new`)
      expect(() => fileSecrets(folder)).toThrow(
        `There is no space left on the disk for ${file}. Free some, then start again.`,
      )
      expect(existsSync(file)).toBe(false)
      mkdirSync(file)
      expect(() => fileSecrets(folder)).toThrow(`${file} is a folder, where a file should be.`)
    },
  )

  test('that an earlier version has replaced are accepted until they expire', () => {
    const { session, device, tokenKey } = fileSecrets(folder)
    const older = [
      { kind: 'session', value: 'the one before', expiresAt: Date.now() + 60_000 },
      { kind: 'session', value: 'the one before that', expiresAt: Date.now() - 1 },
    ]
    writeFileSync(join(folder, 'secrets.json'), JSON.stringify({ ...good(), older }))
    expect(fileSecrets(folder)).toEqual({
      session: { current: session.current, accepted: [session.current, 'the one before'] },
      device,
      tokenKey,
    })
  })
})
