import { createHash } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import type pg from 'pg'
import { tableNames } from '../copy-rows.ts'

type Column = { name: string; type: string; isKey: boolean }
type Figures = Record<string, string>

/**
 * Numbers are added up modulo this prime, because the sum of a million times in milliseconds would not fit into 64
 * bits. Amounts of money are smaller than the prime, so their sums are exact.
 */
const PRIME = 1_000_000_007

/** The columns whose values are states. Their rows are counted by value. */
const STATES: readonly string[] = ['status', 'state', 'kind', 'payment', 'delivery', 'role', 'gateway']

/**
 * Compares all tables of the two databases: the number of rows, for each column the values that are not NULL with the
 * sum of the numbers or of the lengths, the rows by state, and a hash of the primary keys. Returns a sentence for each
 * figure that differs, and the number of rows.
 */
export async function compareTables(
  source: DatabaseSync,
  client: pg.ClientBase,
  tables: readonly string[] = tableNames,
): Promise<{ differences: string[]; rows: number }> {
  const differences: string[] = []
  let rows = 0
  for (const table of tables) {
    const columns = await listColumns(client, table)
    // PostgreSQL computes its figures while this process computes those of SQLite.
    const computed = figuresInPostgres(client, table, columns)
    const expected = { ...figuresInSqlite(source, table, columns), ...keysInSqlite(source, table, columns) }
    const found = await computed
    rows += Number(expected['rows'])
    for (const [figure, value] of Object.entries(expected))
      if (found[figure] !== value)
        differences.push(`${table}: ${figure} is ${found[figure]} instead of ${value}.`)
  }
  return { differences, rows }
}

async function listColumns(client: pg.ClientBase, table: string): Promise<Column[]> {
  const { rows } = await client.query<Column>(
    `SELECT attname AS name, atttypid::regtype::text AS type, coalesce(attnum = ANY (indkey), FALSE) AS "isKey"
     FROM pg_attribute LEFT JOIN pg_index ON pg_index.indrelid = attrelid AND indisprimary
     WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum`,
    [table],
  )
  return rows
}

/** The SQL expressions of the figures of a table, by the name of the figure. `size` is the dialect's size of a value. */
function expressions(columns: Column[], size: (column: Column) => string): Record<string, string> {
  const figures: Record<string, string> = { rows: 'count(*)' }
  for (const column of columns) {
    figures[`the number of values of ${column.name}`] = `count(${column.name})`
    figures[`the sum of ${column.name}`] = `coalesce(sum((${size(column)}) % ${PRIME}), 0)`
  }
  return figures
}

function sizeInSqlite({ name, type }: Column): string {
  if (type === 'text') return `length(CAST(${name} AS BLOB))`
  if (type.startsWith('timestamp')) return `CAST(round(unixepoch(${name}, 'subsec') * 1000) AS INTEGER)`
  return name
}

function sizeInPostgres({ name, type }: Column): string {
  if (type === 'text') return `octet_length(${name})`
  if (type.startsWith('timestamp')) return `(extract(epoch FROM ${name}) * 1000)::bigint`
  return type === 'boolean' ? `${name}::int` : name
}

function select(figures: Record<string, string>, table: string): string {
  const parts = Object.values(figures).map((expression, index) => `${expression} AS f${index}`)
  return `SELECT ${parts.join(', ')} FROM ${table}`
}

function named(figures: Record<string, string>, row: Record<string, unknown> = {}): Figures {
  return Object.fromEntries(Object.keys(figures).map((name, index) => [name, String(row[`f${index}`])]))
}

function byState(columns: Column[]): string[] {
  return columns.map(({ name }) => name).filter((name) => STATES.includes(name))
}

const stateQuery = (table: string, column: string) =>
  `SELECT coalesce(${column}, 'none') AS state, count(*) AS number FROM ${table} GROUP BY 1`

const stateFigure = (column: string, state: string) => `the number of rows with ${column} ${state}`

function figuresInSqlite(source: DatabaseSync, table: string, columns: Column[]): Figures {
  const figures = expressions(columns, sizeInSqlite)
  const found = named(figures, source.prepare(select(figures, table)).get())
  for (const column of byState(columns))
    for (const { state, number } of source.prepare(stateQuery(table, column)).all())
      found[stateFigure(column, String(state))] = String(number)
  return found
}

/** Runs one query for all figures of the table. */
async function figuresInPostgres(client: pg.ClientBase, table: string, columns: Column[]): Promise<Figures> {
  const key = keyOf(columns, (name) => `${name} COLLATE "C"`)
  const states = byState(columns)
  const figures: Record<string, string> = {
    ...expressions(columns, sizeInPostgres),
    [KEYS]: `md5(coalesce(string_agg(${key.text}, E'\n' ORDER BY ${key.order}), ''))`,
  }
  const counts = states.map((column): [string, string] => [
    column,
    `(SELECT json_object_agg(state, number) FROM (${stateQuery(table, column)}) AS counted)::text`,
  ])
  const all = { ...figures, ...Object.fromEntries(counts) }
  const { rows } = await client.query<Record<string, unknown>>(select(all, table))
  const found = named(all, rows[0])
  for (const column of states) {
    const counted: Record<string, number> | null = JSON.parse(String(found[column]))
    for (const [state, number] of Object.entries(counted ?? {}))
      found[stateFigure(column, state)] = String(number)
  }
  return found
}

const KEYS = 'the hash of the primary keys'

/** Hashes the primary keys in the order of their bytes, joined by line feeds, as the query for PostgreSQL does. */
function keysInSqlite(source: DatabaseSync, table: string, columns: Column[]): Figures {
  const key = keyOf(columns, (name) => name)
  const hash = createHash('md5')
  let separator = ''
  for (const row of source
    .prepare(`SELECT ${key.text} AS key FROM ${table} ORDER BY ${key.order}`)
    .iterate()) {
    hash.update(separator + String(row['key']))
    separator = '\n'
  }
  return { [KEYS]: hash.digest('hex') }
}

function keyOf(columns: Column[], ordered: (name: string) => string): { text: string; order: string } {
  const names = columns.filter(({ isKey }) => isKey).map(({ name }) => name)
  const isNumber = (name: string) => columns.some((column) => column.name === name && column.type !== 'text')
  return {
    text: names.map((name) => `CAST(${name} AS TEXT)`).join(` || ' ' || `),
    order: names.map((name) => (isNumber(name) ? name : ordered(name))).join(', '),
  }
}
