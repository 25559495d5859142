import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from } from 'pg-copy-streams'

/** The number of rows that are read from PostgreSQL together. */
const BATCH = 500
/** The number of characters that are sent to PostgreSQL together. */
const CHUNK = 65_536

/**
 * Every table whose rows are copied, in the order of copying. A table comes after the tables that its foreign keys
 * refer to.
 */
export const tableNames = [
  'accounts',
  'sessions',
  'links',
  'tokens',
  'passkeys',
  'users',
  'orders_to_erase',
  'images',
  'brands',
  'products',
  'former_prices',
  'product_facets',
  'discounts',
  'discount_uses',
  'payments',
  'orders',
  'cart_items',
  'refunds',
  'disputes',
  'gateway_events',
  'checkouts',
  'addresses',
  'order_notes',
  'counters',
  'shop_settings',
  'stocks',
  'stock_moves',
  'stock_watchers',
  'lots',
  'lot_uses',
  'mandates',
  'subscriptions',
  'renewals',
  'deliveries',
  'gifts',
  'reviews',
  'messages',
  'outbox',
  'audit',
  'locks',
  'invitations',
] as const

/**
 * The tables whose rows are not copied. They contain what the processes of one server share, and the indexes of the searches,
 * which each database has in a form of its own and the server fills. `secrets` has rows of earlier versions only.
 */
export const postgresTables = [
  'changes',
  'product_search',
  'rate_limits',
  'search_entries',
  'secrets',
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

/**
 * Replaces all rows in PostgreSQL with the rows of an SQLite database, in the transaction that the client has open.
 * Rows of `postgresTables` are deleted. Rows are sent with `COPY` (https://www.postgresql.org/docs/current/populate.html).
 */
export async function copyToPostgres(source: DatabaseSync, client: pg.ClientBase): Promise<void> {
  for (const table of [...postgresTables, ...tableNames.toReversed()])
    await client.query(`DELETE FROM ${table}`)
  for (const table of tableNames) await copyTable(source, client, table)
  await setSequences(client)
}

/**
 * Copies the rows of one table. While PostgreSQL stores a chunk of rows, the next one is read.
 */
async function copyTable(source: DatabaseSync, client: pg.ClientBase, table: string): Promise<void> {
  const select = source.prepare(`SELECT * FROM ${table}`)
  const columns = select.columns().map(({ name }) => name)
  select.setReturnArrays(true)
  // cast: after `setReturnArrays(true)`, the rows are arrays.
  const rows = select.iterate() as unknown as Iterable<unknown[]>
  await pipeline(chunks(rows), client.query(from(`COPY ${table} (${columns.join(', ')}) FROM STDIN`)))
}

/** Returns rows in PostgreSQL's text format for `COPY`: one line for each row, with tabs between the columns. */
function* chunks(rows: Iterable<unknown[]>): Generator<string> {
  let chunk = ''
  for (const row of rows) {
    chunk += `${row.map(copyText).join('\t')}\n`
    if (chunk.length < CHUNK) continue
    yield chunk
    chunk = ''
  }
  if (chunk) yield chunk
}

const ESCAPES: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/** PostgreSQL reads 1 and 0 as booleans, too. */
function copyText(value: unknown): string {
  if (value === null) return '\\N'
  const text = String(value)
  return /[\\\n\r\t]/.test(text) ? text.replaceAll(/[\\\n\r\t]/g, (found) => ESCAPES[found] ?? found) : text
}

/** Lets every sequence of the copied tables continue after the greatest number that was copied. */
async function setSequences(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ table: string; column: string; sequence: string }>(
    `SELECT table_name AS table, column_name AS column, pg_get_serial_sequence(table_name, column_name) AS sequence
     FROM information_schema.columns
     WHERE table_name = ANY ($1) AND table_schema = current_schema()
       AND pg_get_serial_sequence(table_name, column_name) IS NOT NULL`,
    [tableNames],
  )
  for (const { table, column, sequence } of rows)
    await client.query(`SELECT setval($1, coalesce(max(${column}), 0) + 1, false) FROM ${table}`, [sequence])
}
