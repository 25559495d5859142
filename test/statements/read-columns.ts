import pg from 'pg'
import type { ColumnsOf } from './judge.ts'

/** Reads the columns of all tables of a database. */
export async function readColumns(server: string, database: string): Promise<ColumnsOf> {
  const url = new URL(server)
  url.pathname = `/${database}`
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  const { rows } = await client
    .query<{ table: string; columns: string[] }>(
      `SELECT table_name AS table, array_agg(column_name::text) AS columns
       FROM information_schema.columns WHERE table_schema = 'public' GROUP BY 1`,
    )
    .finally(() => client.end())
  const byTable = new Map(rows.map(({ table, columns }) => [table, columns]))
  return (table) => byTable.get(table) ?? []
}
