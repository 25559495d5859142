import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'

type Row = Record<string, unknown>

/** Runs an SQL query without parameters, for both databases, and returns its rows. */
export type Query = (sql: string) => Promise<Row[]>

type Place = { dataDir: string; databaseUrl: string | null }

/**
 * Calls `work` with a function that reads the shop's database as it is at one moment. The shop may run and write
 * meanwhile. Nothing can be written through the function.
 */
export function readSnapshot<T>(
  { dataDir, databaseUrl }: Place,
  work: (query: Query) => Promise<T>,
): Promise<T> {
  return databaseUrl === null ? readFile(dataDir, work) : readServer(databaseUrl, work)
}

async function readFile<T>(dataDir: string, work: (query: Query) => Promise<T>): Promise<T> {
  const file = join(dataDir, 'crema.db')
  if (!existsSync(file)) throw new Error(`There is no shop in ${dataDir}.`)
  const database = new DatabaseSync(file, { readOnly: true, timeout: 10_000 })
  try {
    // The first read of the transaction fixes what all its reads see.
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
