import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readStoredSecrets } from '#server/platform/secrets/open-secrets.ts'
import { makeSecretFile, readSecretFile } from '#server/platform/secrets/secret-file.ts'
import { openShopDatabase } from '#server/shop-database.ts'
import type { ShopDatabase } from '#server/shop-database.ts'
import { runOwnersCommandHere } from '#test/commands.ts'
import { migrateStore } from '#test/shop.ts'
import { stores } from '#test/stores.ts'
import type { Store } from '#test/stores.ts'
import { tableNames } from './copy-rows.ts'

const SECRET_KEY = 'only for this test, not for a shop'
const [sqlite, server] = stores

describe.skipIf(!server)('a move to a database that has secrets and changes of an empty shop', () => {
  let old: Store
  let target: Store
  let database: ShopDatabase
  beforeEach(async () => {
    if (!sqlite || !server) throw new Error('Both kinds of databases are there.')
    old = await sqlite.fresh()
    target = await server.empty()
    makeSecretFile(old.dataDir)
    await migrateStore(target)
    database = await openShopDatabase(target)
    await database.write(async ({ tx }) => {
      await sql`INSERT INTO secrets (kind, version, value, signs_from) VALUES ('fingerprint', 0, 'other', 0)`.execute(
        tx,
      )
      await insertChange(tx)
    })
  })
  afterEach(async () => {
    await database.close()
    await old.dispose()
    await target.dispose()
  })

  const insertChange = (db: ShopDatabase['read']) =>
    sql`INSERT INTO changes (process, events) VALUES ('p', '[]') RETURNING id`.execute(db)
  const move = (env: Record<string, string>) =>
    runOwnersCommandHere('move', { dataDir: old.dataDir, databaseUrl: target.databaseUrl, env }, [])
  const stored = () => readStoredSecrets({ database, secretKey: SECRET_KEY, oldSecretKey: null })
  const rowsIn = async (table: string) =>
    (await sql<{ kind?: string; value?: string }>`SELECT * FROM ${sql.table(table)}`.execute(database.read))
      .rows

  test('stores the secrets encrypted if SECRET_KEY is set', async () => {
    const { said } = await move({ SECRET_KEY })
    expect(said).toMatch(/too, encrypted with SECRET_KEY: .+ all users stay signed in\.\n$/)
    expect(await stored()).toEqual(readSecretFile(old.dataDir))
    expect((await rowsIn('secrets')).map(({ kind }) => kind)).not.toContain('fingerprint')
  })

  test('stores only a hash of the secrets without SECRET_KEY, and says what to do', async () => {
    const { said } = await move({})
    expect(said).toMatch(/set SECRET_KEY, and make the first start with it in this DATA_DIR: /)
    expect(await stored()).toBeNull()
    const [only, ...others] = await rowsIn('secrets')
    expect([only?.kind, others]).toEqual(['fingerprint', []])
    expect(only?.value).not.toBe('other')
  })

  test('leaves no changes, and the next one can be added', async () => {
    await move({})
    expect(await rowsIn('changes')).toEqual([])
    expect((await insertChange(database.read)).rows).toHaveLength(1)
  })

  test('makes every table of the old database refuse writes', async () => {
    await move({})
    const sqliteFile = new DatabaseSync(join(old.dataDir, 'crema.db'))
    for (const table of tableNames)
      expect(() => sqliteFile.exec(`INSERT INTO ${table} DEFAULT VALUES`), table).toThrow(
        /has moved to PostgreSQL/,
      )
    sqliteFile.close()
  })
})
