import { Socket } from 'node:net'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import type { RawBuilder } from 'kysely'
import { NamedStatements } from './named-statements.ts'

/**
 * Timeouts of PostgreSQL connections in milliseconds. Opening a connection may take `connectMs`, and closing all of them
 * `closeMs`. PostgreSQL cancels a statement after `statementMs`, a wait for a lock after `lockMs`, and a transaction that
 * is idle for `idleMs`. A socket without any data for `silentMs` is destroyed.
 */
export type Timeouts = {
  connectMs: number
  statementMs: number
  lockMs: number
  idleMs: number
  silentMs: number
  closeMs: number
}

export const TIMEOUTS: Timeouts = {
  connectMs: 5_000,
  statementMs: 15_000,
  lockMs: 5_000,
  idleMs: 4_000,
  silentMs: 20_000,
  closeMs: 3_000,
}

/** Timeouts for statements that take milliseconds on a healthy server, such as the readiness check. */
export const SHORT_TIMEOUTS: Timeouts = {
  ...TIMEOUTS,
  connectMs: 2_000,
  statementMs: 1_500,
  lockMs: 1_500,
  idleMs: 1_500,
  silentMs: 2_000,
}

export type PostgresServer = { databaseUrl: string; timeouts: Timeouts; settings: PostgresSettings }

/** `bigint` becomes a number. PostgreSQL uses it for counts and amounts, which always fit into a JavaScript number. */
const types = new pg.TypeOverrides()
types.setTypeParser(pg.types.builtins.INT8, Number)

/** A pool of connections, Kysely on it, and the sockets of all connections that are open. */
type PostgresPool<Tables> = { pool: pg.Pool; kysely: Kysely<Tables>; sockets: Set<Socket> }

/** Opens a pool of at most `max` connections, with Kysely on it. */
export function openPool<Tables>(server: PostgresServer, max: number): PostgresPool<Tables> {
  const sockets = new Set<Socket>()
  const { connectMs, statementMs, lockMs, idleMs, silentMs } = server.timeouts
  const pool = new pg.Pool({
    connectionString: server.databaseUrl,
    keepAlive: true,
    connectionTimeoutMillis: connectMs,
    ...(server.settings.prepares && {
      statement_timeout: statementMs,
      lock_timeout: lockMs,
      idle_in_transaction_session_timeout: idleMs,
    }),
    stream: () => {
      const socket = openSocket(silentMs)
      sockets.add(socket.once('close', () => sockets.delete(socket)))
      return socket
    },
    max,
    // Shorter than the timeout of silent sockets, so that the pool closes an idle connection before its socket fails.
    idleTimeoutMillis: Math.min(10_000, 0.75 * silentMs),
    types,
  })
  // If a connection breaks, the pool replaces it, and the pending query rejects. Without these listeners, the `error`
  // event would also end the process, even for an idle connection.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  const statements = new NamedStatements(server.settings.prepares)
  const dialect = new PostgresDialect({
    pool: {
      options: pool.options,
      connect: async () => statements.on(await pool.connect()),
      end: () => pool.end(),
    },
  })
  return { pool, kysely: new Kysely<Tables>({ dialect }), sockets }
}

/**
 * Returns a new socket. After `silentMs` milliseconds without data, it fails with ETIMEDOUT. The option `query_timeout` of
 * `pg` would leave a hung connection in the pool, where the next request would wait for it.
 */
function openSocket(silentMs: number): Socket {
  const socket = new Socket()
  return socket.setTimeout(silentMs, () =>
    socket.destroy(Object.assign(new Error('The database does not answer.'), { code: 'ETIMEDOUT' })),
  )
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

/**
 * The settings for PostgreSQL. `connections` is the maximum number of connections for requests. `prepares` says whether
 * statements are prepared and timeouts are set when a connection starts, which some connection poolers cannot pass on.
 */
export type PostgresSettings = {
  connections: number
  prepares: boolean
}

export const DEFAULT_SETTINGS: PostgresSettings = {
  connections: 10,
  prepares: true,
}

/**
 * SQL that turns off all timeouts until the end of the transaction, also those that the role or a connection pooler has
 * set.
 */
export const NO_TIMEOUTS =
  'SET LOCAL statement_timeout = 0;SET LOCAL lock_timeout = 0;SET LOCAL idle_in_transaction_session_timeout = 0'

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
