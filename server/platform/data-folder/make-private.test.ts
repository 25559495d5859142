import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import type * as FileSystem from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openSqlite } from '../database/sqlite.ts'
import { lockFolder } from './take-folder.ts'
import { fileSecrets } from '../secrets/open-secrets.ts'
import { createPrivately, makePrivate } from './make-private.ts'

const others = vi.hoisted((): { own: string[]; hasNoRights: boolean } => ({ own: [], hasNoRights: false }))
vi.mock('node:fs', async (original) => {
  const fs = await original<typeof FileSystem>()
  /**
   * A stub of `chmodSync`. For the paths in `others.own` it fails, as for files of another user. If
   * `others.hasNoRights` is true, it does nothing, as on a file system without access rights.
   */
  const chmod: typeof fs.chmodSync = (path, mode) => {
    if (others.own.includes(String(path))) throw Object.assign(new Error('not permitted'), { code: 'EPERM' })
    if (!others.hasNoRights) fs.chmodSync(path, mode)
  }
  return { ...fs, chmodSync: chmod }
})

describe('an existing data folder', () => {
  let folder: string
  beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'crema-test-'))))
  afterEach(() => {
    Object.assign(others, { own: [], hasNoRights: false })
    rmSync(folder, { recursive: true })
  })

  const readable = () =>
    ['.', ...readdirSync(folder)].filter((name) => (statSync(join(folder, name)).mode & 0o077) !== 0)

  test('is private after the start, with all its files', () => {
    mkdirSync(join(folder, 'images'))
    const files = ['crema.db', 'crema.db-wal', 'crema.db-shm', 'secrets.json', 'lock', 'last-commit']
    for (const name of files) writeFileSync(join(folder, name), '')
    for (const name of ['.', 'images', ...files]) chmodSync(join(folder, name), 0o755)
    makePrivate(folder)
    expect(readable()).toEqual([])
  })

  test('stays private while the shop runs: other users cannot read any file that is added', async () => {
    chmodSync(folder, 0o755)
    const before = process.umask(0)
    const lock = lockFolder(folder)
    makePrivate(folder)
    const database = openSqlite(folder)
    await database.script('CREATE TABLE beans (name TEXT)')
    fileSecrets(folder)
    await database.write(async () => undefined)
    expect(readdirSync(folder).toSorted()).toEqual([
      'crema.db',
      'crema.db-shm',
      'crema.db-wal',
      'images',
      'lock',
      'lock-journal',
      'secrets.json',
    ])
    expect(readable()).toEqual([])
    await database.close()
    expect([readdirSync(folder).includes('last-commit'), readable()]).toEqual([true, []])
    lock.release()
    process.umask(before)
  })

  test('of another user is accepted if its files are private', () => {
    chmodSync(folder, 0o755)
    others.own = [folder]
    expect(() => makePrivate(folder)).not.toThrow()
  })

  test('with a readable file of another user is accepted if the folder is private, and otherwise refused with advice', () => {
    fileSecrets(folder)
    const file = join(folder, 'secrets.json')
    chmodSync(file, 0o644)
    others.own = [file]
    expect(makePrivate(folder)).toBeNull()
    chmodSync(folder, 0o755)
    others.own = [folder, file]
    expect(() => makePrivate(folder)).toThrow(
      `${file} can be read by other users of this machine, and this user may not change that. Give the folder to the user that runs the shop: chown -R <user> ${folder}`,
    )
  })

  test('on a file system without access rights is accepted with a warning', () => {
    fileSecrets(folder)
    for (const path of [folder, join(folder, 'secrets.json')]) chmodSync(path, 0o777)
    others.hasNoRights = true
    expect(makePrivate(folder)).toBe(
      `Other users of this machine may be able to read ${folder}: its file system has no rights for single users. Keep them out by how it is mounted, or choose another DATA_DIR.`,
    )
  })

  test('stays locked if its files are created again', () => {
    const lock = lockFolder(folder)
    createPrivately(join(folder, 'lock'))
    const taking = spawnSync(process.execPath, [
      '-e',
      `new (require('node:sqlite').DatabaseSync)(process.argv[1], { timeout: 0 }).exec('BEGIN EXCLUSIVE')`,
      join(folder, 'lock'),
    ])
    lock.release()
    expect([taking.status, String(taking.stderr)]).toEqual([1, expect.stringContaining('database is locked')])
  })
})
