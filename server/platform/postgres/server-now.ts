import { sql } from 'kysely'
import type { Kysely, RawBuilder } from 'kysely'

/**
 * The time of the database server in UTC milliseconds, at the begin of the statement. The clocks of the server instances
 * may differ.
 */
export const serverNow: RawBuilder<number> = sql`floor(extract(epoch FROM statement_timestamp()) * 1000)::float8`

export async function readServerTime<Tables>(kysely: Kysely<Tables>): Promise<number> {
  const { rows } = await sql<{ time: number }>`SELECT ${serverNow} AS time`.execute(kysely)
  const [row] = rows
  if (!row) throw new Error('PostgreSQL did not return its time.')
  return row.time
}
