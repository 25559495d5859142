import pg from 'pg'
import { fail, ok, warn } from './check.ts'
import type { Finding } from './check.ts'

/** A replica that is behind by more seconds than this shows shoppers and admins old data. */
const MOST_LAG_S = 10

/** Checks that the read-only replica can be reached, is one, and is not far behind. */
export async function findReplica(url: string): Promise<Finding[]> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 5000,
    statement_timeout: 5000,
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    // Without writes nothing is replayed, so a replica that has replayed everything it has received is not behind.
    const { rows } = await client.query<{ is_replica: boolean; lag: string | null }>(`
      SELECT pg_is_in_recovery() AS is_replica,
        CASE WHEN pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn() THEN 0
          ELSE extract(epoch FROM now() - pg_last_xact_replay_timestamp()) END AS lag`)
    const [row] = rows
    if (!row?.is_replica)
      return [
        warn('DATABASE_REPLICA_URL is not a replica but a server that accepts writes: check the address.'),
      ]
    const lag = Number(row.lag ?? 0)
    return lag > MOST_LAG_S
      ? [
          fail(
            `The replica is ${Math.round(lag)} s behind: look at its load and its connection to the primary.`,
          ),
        ]
      : [ok(`The replica can be reached and is ${lag.toFixed(1)} s behind.`)]
  } catch (error) {
    const why = error instanceof Error ? error.message || error.name : String(error)
    return [
      fail(`The replica of DATABASE_REPLICA_URL cannot be used: ${why}. Start it, or correct the address.`),
    ]
  } finally {
    await client.end().catch(() => undefined)
  }
}
