import { existsSync, readdirSync } from 'node:fs'
import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { openDatabase } from '#server/platform/database/open-database.ts'
import { migrationsFolder } from './postgres/global-setup.ts'
import { stores } from './stores.ts'
import type { Store } from './stores.ts'

describe.each(stores)('stores on $name', ({ name, fresh, empty }) => {
  const used: Store[] = []
  afterEach(() => Promise.all(used.splice(0).map((store) => store.dispose())))

  async function openOn(make: () => Promise<Store>) {
    const store = await make()
    used.push(store)
    return openDatabase(store)
  }

  test.each([
    ['fresh', fresh],
    ['empty', empty],
  ])('that are %s do not share tables, and have the dialect of their name', async (_kind, make) => {
    const [one, other] = await Promise.all([openOn(make), openOn(make)])
    await one.script('CREATE TABLE beans (name TEXT)')
    await expect(sql`SELECT * FROM beans`.execute(one.read)).resolves.toMatchObject({ rows: [] })
    await expect(sql`SELECT * FROM beans`.execute(other.read)).rejects.toThrow(/beans/)
    expect(one.dialect).toBe(name)
    await Promise.all([one.close(), other.close()])
  })

  test('that are fresh have all tables without rows, and are removed by dispose', async () => {
    const store = await fresh()
    const database = await openDatabase(store)
    const applied = await sql<{ name: string }>`SELECT name FROM migrations ORDER BY name`.execute(
      database.read,
    )
    const other = name === 'sqlite' ? '.postgres.sql' : '.sqlite.sql'
    const files = readdirSync(migrationsFolder).filter((file) => !file.endsWith(other))
    expect(applied.rows).toEqual(files.toSorted().map((file) => ({ name: file })))
    expect((await sql`SELECT * FROM users`.execute(database.read)).rows).toEqual([])
    await database.close()
    await store.dispose()
    expect(existsSync(store.dataDir)).toBe(false)
  })

  test('that are empty have no tables and no files', async () => {
    const store = await empty()
    used.push(store)
    expect(readdirSync(store.dataDir)).toEqual([])
    const database = await openDatabase(store)
    await expect(sql`SELECT * FROM users`.execute(database.read)).rejects.toThrow(/users/)
    await database.close()
  })
})
