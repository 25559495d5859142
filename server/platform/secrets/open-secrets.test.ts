import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openShopDatabase } from '#server/shop-database.ts'
import type { ShopDatabase } from '#server/shop-database.ts'
import { stores } from '#test/stores.ts'
import type { Store } from '#test/stores.ts'
import { openSecrets, fileSecrets } from './open-secrets.ts'
import { secretsOf } from './secret-set.ts'
import { deleteStoredSecrets } from './stored-secrets.ts'

const postgres = stores.filter(({ name }) => name === 'postgres')

describe.each(postgres)('secrets in files, of processes on one database on $name', ({ fresh }) => {
  let store: Store
  let database: ShopDatabase
  beforeEach(async () => {
    store = await fresh()
    database = await openShopDatabase(store)
  })
  afterEach(async () => {
    await database.close()
    await store.dispose()
  })

  const folder = (name: string) => {
    const path = join(store.dataDir, name)
    mkdirSync(path, { recursive: true })
    return path
  }
  const open = (name: string, setting: string[] = []) =>
    openSecrets({
      database,
      dataDir: folder(name),
      secrets: secretsOf(setting),
    })
  const rows = async () =>
    (await sql<{ value: string }>`SELECT value FROM secrets`.execute(database.read)).rows

  test('are the same for processes that start at the same moment in one folder', async () => {
    const all = await Promise.all(Array.from({ length: 4 }, () => open('a')))
    for (const secrets of all) expect(secrets).toEqual(fileSecrets(folder('a')))
  })

  test('are refused in another folder, and no file is created there', async () => {
    const first = await open('a')
    fileSecrets(folder('b'))
    for (const other of ['b', 'c'])
      await expect(open(other)).rejects.toThrow(
        `The shop on this database has other secrets than ${folder(other)}: set the same SECRETS for all its processes`,
      )
    expect(existsSync(join(folder('c'), 'secrets.json'))).toBe(false)
    expect(await open('a')).toEqual(first)
    expect(await rows()).toEqual([{ value: expect.stringMatching(/^[\w-]{43}$/) }])
    expect(JSON.stringify(first)).not.toContain((await rows())[0]?.value)
  })

  test('are not compared with the setting SECRETS, nor after an hour with it', async () => {
    await open('a')
    const setting = ['a-secret-of-at-least-thirty-two-letters']
    expect(await open('b', setting)).toEqual(secretsOf(setting))
    await deleteStoredSecrets(database)
    expect(await rows()).toEqual([])
    await open('b')
    await expect(open('a')).rejects.toThrow('other secrets')
  })
})
