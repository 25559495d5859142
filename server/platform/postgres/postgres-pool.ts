import pg from 'pg'
import type { PostgresLines } from '../database/postgres-lines.ts'

/**
 * A PostgreSQL server and the sockets to it. `prepares` says whether a new connection sets its timeouts, see
 * `PostgresSettings`.
 */
export type PoolPlace = { databaseUrl: string; lines: PostgresLines; prepares: boolean }

/** Opens a pool of at most `max` connections. */
export function openPool({ databaseUrl, lines, prepares }: PoolPlace, max: number): pg.Pool {
  const { silentMs, connectMs, statementMs, lockMs, idleMs } = lines.patience
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max,
    // Shorter than the timeout of silent sockets, so that the pool closes an idle connection before its socket fails.
    idleTimeoutMillis: Math.min(10_000, 0.75 * silentMs),
    keepAlive: true,
    connectionTimeoutMillis: connectMs,
    ...(prepares && {
      statement_timeout: statementMs,
      lock_timeout: lockMs,
      idle_in_transaction_session_timeout: idleMs,
    }),
    stream: () => lines.open(),
  })
  // If a connection breaks, the pool replaces it, and the pending query rejects. Without these listeners, the `error`
  // event would also end the process, even for an idle connection.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

/** Rejects with a one-sentence message if no connection can be opened. Ends the pool then. */
export async function reach(pool: pg.Pool): Promise<void> {
  try {
    await pool.query('SELECT 1')
  } catch (error) {
    await pool.end()
    const why = error instanceof Error ? error.message || String(error.name) : String(error)
    throw new Error(`The database of DATABASE_URL cannot be used: ${why}`, { cause: error })
  }
}

/** Returns how many connections of the pool are in use and idle, and how many statements wait for one. */
export function loadOf({ totalCount, idleCount, waitingCount }: pg.Pool) {
  return { inUse: totalCount - idleCount, idle: idleCount, waiting: waitingCount }
}
