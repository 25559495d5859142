import { sql } from 'kysely'
import type { Kysely, SelectQueryBuilder } from 'kysely'
import { MAX_COUNTED } from '#contract/values/limits.ts'

/** Counts the rows that a query selects. Stops counting at `MAX_COUNTED`. */
export async function countRows<DB, TB extends keyof DB>(
  db: Kysely<DB>,
  rows: SelectQueryBuilder<DB, TB, object>,
): Promise<number> {
  const some = rows
    .clearSelect()
    .select(sql`1`.as('one'))
    .limit(MAX_COUNTED)
  const found = await sql<{ counted: number }>`SELECT count(*) AS counted FROM (${some}) AS found`.execute(db)
  return found.rows[0]?.counted ?? 0
}
