import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { fileSecrets } from '../secrets/open-secrets.ts'
import { refuseLostDatabase } from './take-folder.ts'

describe('a folder without a database', () => {
  let folder: string
  beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'crema-test-'))))
  afterEach(() => rmSync(folder, { recursive: true }))

  const traces: [string, () => void, string][] = [
    ['secrets', () => fileSecrets(folder), 'secrets.json of a shop is there'],
    ['a picture', () => addPicture(), 'images of a shop is there'],
    [
      'a mark of its last commit',
      () => writeFileSync(join(folder, 'last-commit'), '5'),
      'last-commit of a shop is there',
    ],
  ]

  function addPicture(): void {
    mkdirSync(join(folder, 'images'))
    writeFileSync(join(folder, 'images', 'a-240.webp'), 'x')
  }

  test.each(traces)(
    'with %s of a shop is refused with advice, and stays unchanged',
    (_what, leave, words) => {
      leave()
      const before = readdirSync(folder)
      expect(() => refuseLostDatabase(folder)).toThrow(
        `${join(folder, 'crema.db')} is missing or empty, but ${words}. Put it back, or restore a backup into an empty folder`,
      )
      expect(readdirSync(folder)).toEqual(before)
    },
  )

  test('is refused with the names of the files to remove for an empty shop', () => {
    for (const [, leave] of traces) leave()
    expect(() => refuseLostDatabase(folder)).toThrow(
      / are there\. .* To begin with an empty shop, remove secrets\.json, last-commit, images\.$/,
    )
  })

  test('is accepted if it is empty, or if an earlier start ended before the database was created', () => {
    refuseLostDatabase(folder)
    mkdirSync(join(folder, 'images'))
    writeFileSync(join(folder, 'lock'), '')
    writeFileSync(join(folder, 'crema.db'), '')
    expect(() => refuseLostDatabase(folder)).not.toThrow()
  })

  test('is also a folder with an empty database file, but not one with a database', () => {
    fileSecrets(folder)
    writeFileSync(join(folder, 'crema.db'), '')
    expect(() => refuseLostDatabase(folder)).toThrow('missing or empty')
    writeFileSync(join(folder, 'crema.db'), 'SQLite format 3')
    expect(() => refuseLostDatabase(folder)).not.toThrow()
  })
})
