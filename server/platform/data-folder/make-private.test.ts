import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import type * as FileSystem from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openSqlite } from '../database/sqlite.ts'
import { lockFolder } from '../folder-lock.ts'
import { loadSecrets } from '../secrets.ts'
import { makePrivate } from './make-private.ts'

const others = vi.hoisted(() => ({ own: '' }))
vi.mock('node:fs', async (original) => {
  const fs = await original<typeof FileSystem>()
  /** A file of another user, whose rights nobody but root may change. */
  const chmod: typeof fs.chmodSync = (path, mode) => {
    if (others.own && String(path).endsWith(others.own)) throw Object.assign(new Error('not permitted'), { code: 'EPERM' })
    fs.chmodSync(path, mode)
  }
  return { ...fs, chmodSync: chmod }
})

describe('a data folder that was there before', () => {
  let folder: string
  beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'crema-test-'))))
  afterEach(() => {
    others.own = ''
    rmSync(folder, { recursive: true })
  })

  const readable = () => ['.', ...readdirSync(folder)].filter((name) => (statSync(join(folder, name)).mode & 0o077) !== 0)

  test('is private after the start, with everything in it', () => {
    mkdirSync(join(folder, 'images'))
    const files = ['crema.db', 'crema.db-wal', 'crema.db-shm', 'secrets.json', 'lock', 'last-commit']
    for (const name of files) writeFileSync(join(folder, name), '')
    for (const name of ['.', 'images', ...files]) chmodSync(join(folder, name), 0o755)
    makePrivate(folder)
    expect(readable()).toEqual([])
  })

  test('stays private while the shop runs: nothing that it adds can be read by others', async () => {
    chmodSync(folder, 0o755)
    const before = process.umask(0)
    const lock = lockFolder(folder)
    makePrivate(folder)
    const database = openSqlite(folder)
    await database.script('CREATE TABLE beans (name TEXT)')
    loadSecrets(folder)
    await database.write(async () => undefined)
    expect(readdirSync(folder).toSorted()).toEqual(['crema.db', 'crema.db-shm', 'crema.db-wal', 'images', 'lock', 'lock-journal', 'secrets.json'])
    expect(readable()).toEqual([])
    await database.close()
    expect([readdirSync(folder).includes('last-commit'), readable()]).toEqual([true, []])
    lock.release()
    process.umask(before)
  })

  test('that another user owns is taken as long as its files are private', () => {
    chmodSync(folder, 0o755)
    others.own = folder
    expect(() => makePrivate(folder)).not.toThrow()
  })

  test('with a readable file of another user is refused by name, with what to do', () => {
    loadSecrets(folder)
    chmodSync(join(folder, 'secrets.json'), 0o644)
    others.own = 'secrets.json'
    expect(() => makePrivate(folder)).toThrow(`${join(folder, 'secrets.json')} can be read by other users of this machine, and this user may not change that. Give the folder to the user that runs the shop: chown -R <user> ${folder}`)
  })
})
