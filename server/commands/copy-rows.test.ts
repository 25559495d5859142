import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openDatabase } from '#server/platform/database/open-database.ts'
import { stores } from '#test/stores.ts'
import { postgresTables, tableNames } from './copy-rows.ts'

const TABLES = {
  sqlite:
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND name NOT LIKE '%search%'",
  postgres: `SELECT relname AS name FROM pg_class
    WHERE relkind IN ('r', 'p') AND NOT relispartition AND relnamespace = current_schema()::regnamespace`,
}
const expected = { sqlite: tableNames, postgres: [...tableNames, ...postgresTables] }

test.each(stores)(
  'every table of the shop on $name is copied, except those for its processes and migrations',
  async ({ name, fresh }) => {
    const store = await fresh()
    const database = await openDatabase(store)
    const { rows } = await sql.raw<{ name: string }>(TABLES[name]).execute(database.read)
    expect([...expected[name], 'migrations'].toSorted()).toEqual(rows.map((row) => row.name).toSorted())
    await database.close()
    await store.dispose()
  },
)
