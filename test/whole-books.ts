import { sql } from 'kysely'
import type { ShopDatabase } from '#server/shop-database.ts'

/** Returns all rows of all tables, in an order and in types that are the same for both databases. */
export async function wholeBooks(database: ShopDatabase): Promise<Record<string, object[]>> {
  const books: Record<string, object[]> = {}
  for (const table of await tableNames(database)) {
    const { rows } = await sql<Record<string, unknown>>`SELECT * FROM ${sql.table(table)}`.execute(
      database.read,
    )
    books[table] = rows.map(plain).toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
  }
  return books
}

async function tableNames({ dialect, read }: ShopDatabase): Promise<string[]> {
  const query =
    dialect === 'sqlite'
      ? sql<{
          name: string
        }>`SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`
      : sql<{
          name: string
        }>`SELECT table_name AS name FROM information_schema.tables WHERE table_schema = current_schema()`
  const { rows } = await query.execute(read)
  return rows
    .map(({ name }) => name)
    .filter((name) => name !== 'migrations')
    .toSorted()
}

function plain(row: Record<string, unknown>): object {
  const entries = Object.entries(row).map(([column, value]): [string, unknown] => {
    if (value instanceof Date) return [column, value.toISOString()]
    return [column, typeof value === 'boolean' ? Number(value) : value]
  })
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
