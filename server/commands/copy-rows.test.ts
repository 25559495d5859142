import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openDatabase } from '#server/platform/database/open-database.ts'
import { stores } from '#test/stores.ts'
import { tableNames } from './copy-rows.ts'

test('every table of the shop is copied, except the record of migrations', async () => {
  const store = await stores.find(({ name }) => name === 'sqlite')?.fresh()
  if (!store) throw new Error('SQLite is always there.')
  const database = await openDatabase(store)
  const { rows } = await sql<{
    name: string
  }>`SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'`.execute(database.read)
  expect([...tableNames, 'migrations'].toSorted()).toEqual(rows.map(({ name }) => name).toSorted())
  await database.close()
  await store.dispose()
})
