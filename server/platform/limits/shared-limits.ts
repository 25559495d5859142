import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { Problem } from '#contract/errors.ts'
import type { Counted } from '../http/rate-limits.ts'
import type { Database } from '../database/database.ts'
import { serverNow } from '../postgres/postgres-pool.ts'

/**
 * Rate limits that protect accounts. If several server instances use one database, they share these limits, so that a
 * client gets no more tries by using several instances. Where only one process can run, they are those of its memory
 * (`Limits`). Both must pass the tests in `shared-limits.test.ts`. All methods reject if the limits cannot be read or written.
 */
export type SharedLimits = {
  /** Takes a token of each key in the list. Takes none and returns false if one of the keys has no token left. */
  takeAll: (counted: Counted[]) => Promise<boolean> | boolean
  giveAllBack: (counted: Counted[]) => Promise<void> | void
  /** Returns the milliseconds until all keys in the list have a token, or 0 if they have one now. */
  waitForAll: (counted: Counted[]) => Promise<number> | number
}

/**
 * Returns rate limits in the table `rate_limits` of PostgreSQL. A token bucket is stored as the time when it is full
 * again. Taking a token makes that time later by `refillMs`. A bucket is empty if the time is more than `burst - 1`
 * refills away. This is the generic cell rate algorithm (ITU-T I.371), which allows the same requests as a token bucket.
 *
 * Statements lock the rows in the order of the keys, so that two of them never wait for each other.
 */
export function limitsInDatabase<Tables>(database: Database<Tables>): SharedLimits {
  return {
    takeAll: async (counted) => {
      const taken = await database.write(async ({ tx }) => {
        const { rows } = await sql`
          INSERT INTO rate_limits AS held (key, full_at, span_ms) VALUES ${valuesOf(counted)}
          ON CONFLICT (key) DO UPDATE SET span_ms = excluded.span_ms,
            full_at = greatest(held.full_at, ${serverNow}) + excluded.full_at - ${serverNow}
          WHERE greatest(held.full_at, ${serverNow}) + excluded.full_at - 2 * ${serverNow} <= excluded.span_ms
          RETURNING key`.execute(tx)
        // A missing row is an empty bucket. The problem rolls the transaction back, so that no other token is taken.
        return rows.length === counted.length || new Problem('too-many-requests')
      })
      return taken === true
    },
    giveAllBack: async (counted) => {
      await database.write(({ tx }) =>
        sql`
          WITH given (key, refill_ms) AS (VALUES ${sql.join(counted.map(refillOf))}),
            held AS (SELECT key FROM rate_limits WHERE key IN (SELECT key FROM given) ORDER BY key FOR UPDATE)
          UPDATE rate_limits SET full_at = full_at - refill_ms FROM given JOIN held USING (key)
          WHERE rate_limits.key = given.key`.execute(tx),
      )
    },
    waitForAll: async (counted) => {
      const { rows } = await sql<{ wait: number | null }>`
        SELECT max(full_at - ${serverNow} - span_ms + refill_ms) AS wait
        FROM rate_limits JOIN (VALUES ${sql.join(counted.map(refillOf))}) AS asked (key, refill_ms) USING (key)`.execute(
        database.read,
      )
      return Math.max(0, Math.ceil(rows[0]?.wait ?? 0))
    },
  }
}

function valuesOf(counted: Counted[]): RawBuilder<unknown> {
  const sorted = counted.toSorted((a, b) => (a.key < b.key ? -1 : 1))
  return sql.join(
    sorted.map(({ key, bucket: { burst, refillMs } }) => {
      const refill = sql`${refillMs}::float8`
      return sql`(${key}::text, ${serverNow} + ${refill}, ${burst * refillMs}::float8)`
    }),
  )
}

function refillOf({ key, bucket }: Counted): RawBuilder<unknown> {
  return sql`(${key}::text, ${bucket.refillMs}::float8)`
}

/** Deletes the rows of full buckets. A key without a row has all its tokens. */
export async function deleteFullBuckets<Tables>(database: Database<Tables>): Promise<void> {
  await database.write(({ tx }) =>
    sql`DELETE FROM rate_limits WHERE key IN
      (SELECT key FROM rate_limits WHERE full_at <= ${serverNow} FOR UPDATE SKIP LOCKED)`.execute(tx),
  )
}
