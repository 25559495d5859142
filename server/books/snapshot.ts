import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'

export type Row = Record<string, unknown>

/** Runs an SQL query and returns its rows. The query has no parameters, and is valid in both SQLite and PostgreSQL. */
export type Query = (sql: string) => Promise<Row[]>

/**
 * Calls `work` with a function that queries a snapshot of the shop's database in one read-only transaction. The shop
 * may run and write to the database at the same time.
 */
export function readSnapshot<T>(
  { dataDir, databaseUrl }: { dataDir: string; databaseUrl: string | null },
  work: (query: Query) => Promise<T>,
): Promise<T> {
  return databaseUrl === null ? readFile(dataDir, work) : readServer(databaseUrl, work)
}

async function readFile<T>(dataDir: string, work: (query: Query) => Promise<T>): Promise<T> {
  const file = join(dataDir, 'crema.db')
  if (!existsSync(file)) throw new Error(`There is no shop in ${dataDir}.`)
  const database = new DatabaseSync(file, { readOnly: true, timeout: 10_000 })
  try {
    // In SQLite, the snapshot of a transaction is taken by its first read.
    database.exec('BEGIN')
    return await work(async (sql) => database.prepare(sql).all())
  } finally {
    database.close()
  }
}

async function readServer<T>(databaseUrl: string, work: (query: Query) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    return await work(async (sql) => (await client.query<Row>(sql)).rows)
  } finally {
    await client.end()
  }
}
