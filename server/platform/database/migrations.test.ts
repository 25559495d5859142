import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { migrationsFolder } from '#test/postgres/global-setup.ts'
import { stores } from '#test/stores.ts'
import type { Store } from '#test/stores.ts'
import { openDatabase } from './open-database.ts'
import type { Database } from './database.ts'
import { migrate } from './migrations.ts'

type Some = { beans: { name: string } }

describe.each(stores)('migrations on $name', ({ name, empty }) => {
  let store: Store
  let database: Database<Some>
  let folder: string

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'crema-test-'))
    store = await empty()
    database = await openDatabase<Some>(store)
  })
  afterEach(async () => {
    await database.close()
    await store.dispose()
    rmSync(folder, { recursive: true })
  })

  const add = (called: string, text: string) => writeFileSync(join(folder, called), text)
  const beans = async () =>
    (await database.read.selectFrom('beans').select('name').orderBy('name').execute()).map(
      (bean) => bean.name,
    )
  const applied = async () =>
    (await sql<{ name: string }>`SELECT name FROM migrations ORDER BY name`.execute(database.read)).rows

  test('are applied in order, each once', async () => {
    add('0002_second.sql', "INSERT INTO beans VALUES ('Java')")
    add('0001_first.sql', 'CREATE TABLE beans (name TEXT); -- ends in a comment')
    await migrate(database, folder)
    await migrate(database, folder)
    add('0003_third.sql', "INSERT INTO beans VALUES ('Kona');")
    await migrate(database, folder)
    expect(await beans()).toEqual(['Java', 'Kona'])
    expect(await applied()).toEqual(
      ['0001_first.sql', '0002_second.sql', '0003_third.sql'].map((file) => ({ name: file })),
    )
  })

  test('for one dialect are applied on that database only', async () => {
    add('0001_first.sql', 'CREATE TABLE beans (name TEXT)')
    for (const dialect of ['sqlite', 'postgres'])
      add(`0002_second.${dialect}.sql`, `INSERT INTO beans VALUES ('${dialect}')`)
    await migrate(database, folder)
    expect(await beans()).toEqual([name])
  })

  test('are refused with their name if they were edited after they were applied', async () => {
    add('0001_first.sql', 'CREATE TABLE beans (name TEXT)')
    await migrate(database, folder)
    add('0001_first.sql', 'CREATE TABLE beans (name TEXT, cents BIGINT)')
    await expect(migrate(database, folder)).rejects.toThrow(
      '0001_first.sql was edited after it was applied. Add a new migration instead.',
    )
  })

  test('of a newer shop in the database are refused', async () => {
    add('0001_first.sql', 'CREATE TABLE beans (name TEXT)')
    add('0002_second.sql', "INSERT INTO beans VALUES ('Java')")
    await migrate(database, folder)
    rmSync(join(folder, '0002_second.sql'))
    add('0003_other.sql', "INSERT INTO beans VALUES ('Kona')")
    await expect(migrate(database, folder)).rejects.toThrow(
      'The database is newer than this shop: it has 0002_second.sql',
    )
    expect(await beans()).toEqual(['Java'])
  })

  test('of a newer shop that only expand let this version start, but not those that contract', async () => {
    add('0001_first.sql', 'CREATE TABLE beans (name TEXT)')
    await migrate(database, folder)
    add('0002_second.sql', 'ALTER TABLE beans ADD COLUMN cents BIGINT')
    await migrate(database, folder)
    rmSync(join(folder, '0002_second.sql'))
    await migrate(database, folder, { allowsNewer: true })
    await expect(migrate(database, folder)).rejects.toThrow('it has 0002_second.sql')
    add('0002_second.sql', 'ALTER TABLE beans ADD COLUMN cents BIGINT')
    add('0003_third.contract.sql', 'ALTER TABLE beans DROP COLUMN cents')
    await migrate(database, folder)
    rmSync(join(folder, '0003_third.contract.sql'))
    await expect(migrate(database, folder, { allowsNewer: true })).rejects.toThrow(
      'The database is newer than this shop: it has 0003_third.contract.sql',
    )
  })

  test('of the shop since the seventeenth only expand, unless their name says that they contract', () => {
    const contracts = /\b(DROP|RENAME|ALTER COLUMN|SET NOT NULL|DELETE FROM|UPDATE)\b/i
    // The updates in these files fill columns that the files themselves have added, or are those of triggers.
    const exceptions = [
      '0026_books.sql',
      '0034_coffee_facts.sql',
      '0042_what_waits.sql',
      '0045_dashboard_search',
    ]
    const wrong = readdirSync(migrationsFolder).filter(
      (file) =>
        file >= '0017' &&
        !file.includes('.contract.') &&
        !exceptions.some((exception) => file.startsWith(exception)) &&
        contracts.test(readFileSync(join(migrationsFolder, file), 'utf8').replaceAll(/--.*/g, '')),
    )
    expect(wrong).toEqual([])
  })

  test('that fail are rolled back and can be run again', async () => {
    add('0001_first.sql', 'CREATE TABLE beans (name TEXT)')
    add('0002_second.sql', "INSERT INTO beans VALUES ('Java'); INSERT INTO nothing VALUES (1)")
    await expect(migrate(database, folder)).rejects.toThrow(/nothing/)
    expect(await beans()).toEqual([])
    add('0002_second.sql', "INSERT INTO beans VALUES ('Kona')")
    await migrate(database, folder)
    expect(await beans()).toEqual(['Kona'])
  })

  test('are applied once if several instances start at the same time', async () => {
    if (name === 'sqlite') return
    add('0001_first.sql', 'CREATE TABLE beans (name TEXT); SELECT pg_sleep(0.2)')
    add('0002_second.sql', "INSERT INTO beans VALUES ('Java')")
    const others = await Promise.all([1, 2].map(() => openDatabase<Some>(store)))
    await Promise.all([database, ...others].map((instance) => migrate(instance, folder)))
    expect(await beans()).toEqual(['Java'])
    await Promise.all(others.map((other) => other.close()))
  })

  test('of the shop itself can be applied to an empty database', async () => {
    await migrate(database, migrationsFolder)
    await migrate(database, migrationsFolder)
    expect((await applied()).length).toBeGreaterThan(1)
  })
})
