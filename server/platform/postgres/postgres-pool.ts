import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import type { RawBuilder } from 'kysely'
import { NamedStatements } from './named-statements.ts'
import { Outage } from './outage.ts'
import type { PostgresSockets } from './postgres-sockets.ts'

export type PostgresServer = { databaseUrl: string; sockets: PostgresSockets; settings: PostgresSettings }

/** `bigint` becomes a number. PostgreSQL uses it for counts and amounts, which always fit into a JavaScript number. */
const types = new pg.TypeOverrides()
types.setTypeParser(pg.types.builtins.INT8, Number)

/** A pool of connections with Kysely on it. While the server is unavailable, `outage` limits attempts to connect. */
export type PostgresPool<Tables> = { pool: pg.Pool; outage: Outage; kysely: Kysely<Tables> }

/** Opens a pool of at most `max` connections. */
export function openPool<Tables>(server: PostgresServer, max: number): PostgresPool<Tables> {
  const pool = new pg.Pool({
    ...connectionOptions(server),
    max,
    // Shorter than the timeout of silent sockets, so that the pool closes an idle connection before its socket fails.
    idleTimeoutMillis: Math.min(10_000, 0.75 * server.sockets.timeouts.silentMs),
    types,
  })
  // If a connection breaks, the pool replaces it, and the pending query rejects. Without these listeners, the `error`
  // event would also end the process, even for an idle connection.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  const outage = new Outage(() => pool.totalCount > 0)
  const statements = new NamedStatements(server.settings.prepares)
  const dialect = new PostgresDialect({
    pool: {
      options: pool.options,
      connect: async () => statements.on(await outage.attempt(() => pool.connect())),
      end: () => pool.end(),
    },
  })
  return { pool, outage, kysely: new Kysely<Tables>({ dialect }) }
}

/** Opens a connection of its own. The caller must end it. */
export async function connect(config: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client(config)
  // If the connection breaks, the pending query rejects. Without this listener, the `error` event would also end the
  // process.
  client.on('error', () => undefined)
  await client.connect()
  return client
}

export function connectionOptions({ databaseUrl, sockets, settings }: PostgresServer): pg.ClientConfig {
  const { connectMs, statementMs, lockMs, idleMs } = sockets.timeouts
  return {
    connectionString: databaseUrl,
    keepAlive: true,
    connectionTimeoutMillis: connectMs,
    ...(settings.prepares && {
      statement_timeout: statementMs,
      lock_timeout: lockMs,
      idle_in_transaction_session_timeout: idleMs,
    }),
    stream: () => sockets.open(),
  }
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
