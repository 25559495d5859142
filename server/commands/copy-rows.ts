import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import type pg from 'pg'

const BATCH = 500

/**
 * Every table whose rows are copied, in the order of copying. A table comes after the tables that its foreign keys
 * refer to.
 */
export const tableNames = [
  'identity_users',
  'identity_sessions',
  'identity_accounts',
  'identity_verifications',
  'users',
  'images',
  'brands',
  'products',
  'payments',
  'orders',
  'cart_items',
  'refunds',
  'gateway_events',
  'checkouts',
  'addresses',
  'order_notes',
  'counters',
  'shop_settings',
  'stocks',
  'stock_moves',
  'stock_watchers',
  'messages',
  'outbox',
  'audit',
  'locks',
] as const

type Row = Record<string, unknown>

/**
 * Copies all rows from one snapshot of PostgreSQL into a backup, which is an SQLite database with the same tables.
 */
export async function copyFromPostgres(client: pg.ClientBase, archive: DatabaseSync): Promise<void> {
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
  for (const table of tableNames) {
    archive.exec(`BEGIN; DELETE FROM ${table}`)
    await client.query(`DECLARE rows NO SCROLL CURSOR FOR SELECT * FROM ${table}`)
    for (let rows: Row[] = [{}]; rows.length > 0;) {
      rows = (await client.query<Row>(`FETCH ${BATCH} FROM rows`)).rows
      for (const row of rows) insertIntoArchive(archive, table, row)
    }
    await client.query('CLOSE rows')
    archive.exec('COMMIT')
  }
  await client.query('COMMIT')
}

function insertIntoArchive(archive: DatabaseSync, table: string, row: Row): void {
  const columns = Object.keys(row)
  const marks = columns.map(() => '?').join(', ')
  archive
    .prepare(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${marks})`)
    .run(...columns.map((column) => forSqlite(row[column])))
}

function forSqlite(value: unknown): SQLInputValue {
  if (value instanceof Date) return value.toISOString()
  if (typeof value === 'boolean') return value ? 1 : 0
  if (value === null || typeof value === 'string' || typeof value === 'number') return value
  throw new Error(`A column holds a ${typeof value}, which the archive cannot keep.`)
}

/** Replaces all rows in PostgreSQL with the rows of a backup, in the transaction that the client has open. */
export async function copyToPostgres(archive: DatabaseSync, client: pg.ClientBase): Promise<void> {
  for (const table of tableNames) {
    await client.query(`DELETE FROM ${table}`)
    const booleans = await booleanColumns(client, table)
    for (const row of archive.prepare(`SELECT * FROM ${table}`).iterate()) {
      const columns = Object.keys(row)
      const marks = columns.map((_, index) => `$${index + 1}`).join(', ')
      const values = columns.map((column) => (booleans.has(column) ? row[column] === 1 : row[column]))
      await client.query(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${marks})`, values)
    }
  }
}

async function booleanColumns(client: pg.ClientBase, table: string): Promise<Set<string>> {
  const { rows } = await client.query<{ column_name: string }>(
    "SELECT column_name FROM information_schema.columns WHERE table_schema = current_schema() AND table_name = $1 AND data_type = 'boolean'",
    [table],
  )
  return new Set(rows.map(({ column_name }) => column_name))
}
