import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { loadSecrets } from './secrets.ts'

describe('secrets', () => {
  let folder: string
  beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'crema-test-'))))
  afterEach(() => rmSync(folder, { recursive: true }))

  test('are made once and kept', () => {
    const first = loadSecrets(folder)
    expect(loadSecrets(folder)).toEqual(first)
    expect(first.session).toHaveLength(43)
    expect(first.device).not.toBe(first.session)
    expect(first.tokenKey).toContain('BEGIN PRIVATE KEY')
  })

  test('can be read by their owner only', () => {
    loadSecrets(folder)
    expect(statSync(join(folder, 'secrets.json')).mode & 0o777).toBe(0o600)
  })

  test('differ from shop to shop', () => {
    const other = mkdtempSync(join(tmpdir(), 'crema-test-'))
    expect(loadSecrets(other).session).not.toBe(loadSecrets(folder).session)
    rmSync(other, { recursive: true })
  })

  test('that are damaged are named, never made anew in silence', () => {
    const file = join(folder, 'secrets.json')
    writeFileSync(file, '{"session": "s"}')
    expect(() => loadSecrets(folder)).toThrow(`${file} is damaged`)
    expect(readFileSync(file, 'utf8')).toBe('{"session": "s"}')
  })
})
