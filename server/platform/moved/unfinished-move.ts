import { sql } from 'kysely'
import type { Database } from '../database/database.ts'

/**
 * Throws an error with a one-sentence message if this PostgreSQL database is the target of an unfinished move
 * (`npm run move`). The old shop on SQLite may still be selling then.
 */
export async function refuseUnfinishedMove<Tables>({ dialect, read }: Database<Tables>): Promise<void> {
  if (dialect !== 'postgres') return
  const { rows } = await sql<{
    found: string | null
  }>`SELECT to_regclass('unfinished_move')::text AS found`.execute(read)
  if (rows[0]?.found)
    throw new Error(
      'The move of a shop into this database was not finished or was taken back: run npm run move again, or start the shop without DATABASE_URL.',
    )
}
