import { closeSync, openSync, statSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { openPostgres } from '#server/platform/database/postgres.ts'
import { TIMEOUTS } from '#server/platform/postgres/postgres-pool.ts'
import { openShopDatabase } from '#server/shop-database.ts'
import type { ShopDatabase } from '#server/shop-database.ts'
import { stores } from '#test/stores.ts'
import type { Store } from '#test/stores.ts'
import type { Tables } from '#server/tables.ts'
import { runCheck } from './check.ts'
import { checkDatabase, findTimeouts } from './check-database.ts'

/** Runs the check on the database of a store. Returns its results as lines, such as `fail It is broken.`. */
async function findingsOf({
  dataDir,
  databaseUrl,
}: Pick<Store, 'dataDir' | 'databaseUrl'>): Promise<string[]> {
  const config = readConfig({ DATA_DIR: dataDir, ...(databaseUrl && { DATABASE_URL: databaseUrl }) })
  const found = await runCheck(checkDatabase, config)
  return found.map(({ level, text }) => `${level} ${text}`)
}

describe.each(stores)('the check of a database on $name', ({ fresh, empty }) => {
  let store: Store
  let database: ShopDatabase
  beforeAll(async () => {
    store = await fresh()
    database = await openShopDatabase(store)
  })
  afterAll(async () => {
    await database.close()
    await store.dispose()
  })

  const changeMigrations = (statement: string) => database.script(statement)

  test('succeeds beside a process that uses it', async () => {
    const found = await findingsOf(store)
    expect(found.every((line) => line.startsWith('ok '))).toBe(true)
    expect(found.some((line) => /^ok All \d+ migrations are applied\.$/.test(line))).toBe(true)
  })

  test('finds migrations that are edited, pending, or of a version that excludes this one', async () => {
    await changeMigrations("UPDATE migrations SET checksum = 'x' WHERE name = '0001_shop.sql'")
    expect((await findingsOf(store))[1]).toMatch(/^fail 0001_shop.sql was edited/)
    await changeMigrations("DELETE FROM migrations WHERE name = '0001_shop.sql'")
    await changeMigrations("INSERT INTO migrations VALUES ('9998_future.sql', 'x', 1)")
    expect((await findingsOf(store))[1]).toMatch(/^warn The next start of the shop applies 1 migrations/)
    await changeMigrations("INSERT INTO migrations VALUES ('9999_past.contract.sql', 'x', 1)")
    expect((await findingsOf(store))[1]).toMatch(/^fail The database is newer .* 9999_past.contract.sql/)
  })

  test('says that an empty one waits for its first start, and creates nothing', async () => {
    const none = await empty()
    expect((await findingsOf(none)).find((line) => line.startsWith('warn'))).toMatch(
      /first start of the shop creates/,
    )
    expect((await findingsOf(none)).find((line) => line.startsWith('warn'))).toMatch(
      /first start of the shop creates/,
    )
    await none.dispose()
  })
})

test('a damaged SQLite file is found', async () => {
  const store = await stores[0]?.empty()
  if (!store) throw new Error('SQLite is always there.')
  writeFileSync(join(store.dataDir, 'crema.db'), 'This is no database. '.repeat(500))
  expect(await findingsOf(store)).toEqual([
    expect.stringMatching(/^fail .*crema.db cannot be read .*restore a backup/),
  ])
  await store.dispose()
})

test('a page of an SQLite file that reads as zeros is found', async () => {
  const store = await stores[0]?.fresh()
  if (!store) throw new Error('SQLite is always there.')
  const file = join(store.dataDir, 'crema.db')
  const database = new DatabaseSync(file)
  database.exec(`PRAGMA wal_checkpoint(TRUNCATE);
    CREATE TABLE many AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)
      SELECT i, hex(randomblob(100)) AS text FROM n;
    PRAGMA wal_checkpoint(TRUNCATE)`)
  database.close()
  expect((await findingsOf(store))[0]).toMatch(/^ok SQLite can read/)
  const size = statSync(file).size
  const pageBytes = 4096
  const descriptor = openSync(file, 'r+')
  writeSync(descriptor, Buffer.alloc(pageBytes), 0, pageBytes, size - 40 * pageBytes)
  closeSync(descriptor)
  expect((await findingsOf(store))[0]).toMatch(/^fail .*crema\.db is damaged \(.*\): stop the shop/)
  await store.dispose()
})

describe.runIf(stores[1])('on PostgreSQL', () => {
  test('a server that does not respond is found', async () => {
    const databaseUrl = 'postgres://crema:pw@127.0.0.1:1/crema'
    expect(await findingsOf({ dataDir: '/nowhere', databaseUrl })).toEqual([
      expect.stringMatching(/^fail The database of DATABASE_URL cannot be used/),
    ])
  })

  test('time-outs that are not in force are found', async () => {
    const store = await stores[1]?.empty()
    const database = await openPostgres<Tables>(String(store?.databaseUrl), {
      timeouts: { ...TIMEOUTS, statementMs: 0 },
    })
    try {
      await sql`SELECT 1`.execute(database.read)
      expect(await findTimeouts(database)).toEqual({
        level: 'warn',
        text: expect.stringContaining(
          'is not cancelled: set statement_timeout for the role, as docs/settings.md says',
        ),
      })
    } finally {
      await database.close()
      await store?.dispose()
    }
  })
})
