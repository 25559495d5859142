import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { hasReached } from '#server/platform/postgres/wal-position.ts'
import { fail, messageOf, ok, warn } from './check.ts'
import type { Check, Finding } from './check.ts'

/** The shop reads from a replica that has replayed within this time in milliseconds what the primary had written. */
const RECENT_MS = 1000
/** A replica that needs longer than this time in milliseconds has lost its primary, or cannot keep up with it. */
const PATIENCE_MS = 5000
const POLL_MS = 20

export const checkReplica: Check = {
  name: 'replica',
  run: async ({ config: { databaseUrl, postgres } }) =>
    databaseUrl && postgres.replicaUrl ? [await findReplica(databaseUrl, postgres.replicaUrl)] : [],
}

/**
 * Checks that the read-only replica can be reached, is one, and is not far behind. Its own clock and the time of the last
 * transaction would not tell that: a replica that has lost its primary has replayed everything that it has received.
 */
export async function findReplica(
  databaseUrl: string,
  replicaUrl: string,
  patienceMs = PATIENCE_MS,
): Promise<Finding> {
  const written = await ask(databaseUrl, (client) => readText(client, 'pg_current_wal_flush_lsn()::text'))
  try {
    return await ask(replicaUrl, (client) => followLog(client, { written, patienceMs }))
  } catch (error) {
    return fail(
      `The replica of DATABASE_REPLICA_URL cannot be used: ${messageOf(error)}. Start it, or correct the address.`,
    )
  }
}

/** Waits until the replica has replayed what the primary server had written. */
async function followLog(
  client: pg.Client,
  { written, patienceMs }: { written: string; patienceMs: number },
): Promise<Finding> {
  const begin = performance.now()
  for (;;) {
    const replayed = await readText(
      client,
      "CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn()::text ELSE '' END",
    )
    if (replayed === '')
      return warn(
        'DATABASE_REPLICA_URL is not a replica but a server that accepts writes: check the address.',
      )
    const ms = performance.now() - begin
    if (hasReached(replayed, written))
      return ms < RECENT_MS
        ? ok(`The replica can be reached and is ${(ms / 1000).toFixed(1)} s behind.`)
        : warn(
            `The replica is ${(ms / 1000).toFixed(1)} s behind, so the shop does not use it: look at its load.`,
          )
    if (ms > patienceMs) {
      const bytes = await readText(client, `pg_wal_lsn_diff('${written}', pg_last_wal_replay_lsn())::text`)
      return fail(
        `The replica did not replay within ${patienceMs / 1000} s what the primary had written, and is ${bytes} bytes behind: look at its load and its connection to the primary.`,
      )
    }
    await sleep(POLL_MS)
  }
}

async function ask<T>(connectionString: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5000, query_timeout: 5000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function readText(client: pg.Client, expression: string): Promise<string> {
  const { rows } = await client.query<{ text: string | null }>(`SELECT ${expression} AS text`)
  return rows[0]?.text ?? '0/0'
}
