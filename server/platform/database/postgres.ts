import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { ChangeFeed } from '../changes/change-feed.ts'
import type { Database, Write } from './database.ts'
import { isConflict } from './database-errors.ts'
import { Events } from './events.ts'
import type { AnyEvent } from './events.ts'
import { IMPATIENCE, PATIENCE, PostgresLines } from './postgres-lines.ts'
import type { Patience } from './postgres-lines.ts'
import { orProblem, throwProblem } from './roll-back.ts'
import { traceStatements } from '../tracing/trace-statements.ts'

const MOST_CONNECTIONS = 10
/** One connection reads the changes of other processes (`changes/change-feed.ts`), and one is for the readiness check. */
const RESERVED_CONNECTIONS = 2
const MOST_TRIES = 5
/**
 * The number of the PostgreSQL advisory lock for exclusive work, such as migrations. Any number will do, but all
 * processes must use the same one.
 */
const LOCK = 7_276_362
/** Also turns off timeouts that the role or a connection pooler has set. Valid until the end of the transaction. */
const NO_TIMEOUTS =
  'SET LOCAL statement_timeout = 0;SET LOCAL lock_timeout = 0;SET LOCAL idle_in_transaction_session_timeout = 0'

/**
 * `urgent` contains the types of events that are sent to other processes together with the commit. Without `urgent`,
 * all events are sent together with the commit. With `trace`, each statement carries the id of its request.
 */
type PostgresOptions = {
  patience?: Patience | undefined
  urgent?: ReadonlySet<string> | undefined
  trace?: boolean | undefined
}

/**
 * Opens a connection pool on PostgreSQL 15 or newer. Every write is a transaction of its own, which is run again
 * after a deadlock.
 */
export async function openPostgres<Tables, E extends AnyEvent = AnyEvent>(
  databaseUrl: string,
  { patience = PATIENCE, urgent, trace = false }: PostgresOptions = {},
): Promise<Database<Tables, E>> {
  const place: Place = { databaseUrl, lines: new PostgresLines(patience) }
  const pool = openPool(place, MOST_CONNECTIONS)
  if (trace) pool.on('connect', traceStatements)
  await reach(pool)
  const reservedLines = new PostgresLines(IMPATIENCE)
  const reserved = new Kysely<Tables>({
    dialect: new PostgresDialect({
      pool: openPool({ databaseUrl, lines: reservedLines }, RESERVED_CONNECTIONS),
    }),
  })
  const kysely = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  const events = new Events<E>()
  const feed = await ChangeFeed.open<Tables, E>({ ...place, kysely, reserved, events, urgent })
  return {
    dialect: 'postgres',
    read: kysely,
    longRead: kysely,
    reserved,
    write: (work) => orProblem(repeatOnDeadlock(() => writeOnce({ kysely, feed }, work))),
    // The text is sent as one simple query, whose statements PostgreSQL runs in a single transaction.
    script: (text) =>
      patiently(place, async (client) => {
        await client.query(`${NO_TIMEOUTS};${text}`)
      }),
    exclusively: (work) =>
      patiently(place, async (client) => {
        await client.query(`BEGIN;${NO_TIMEOUTS};SELECT pg_advisory_xact_lock(${LOCK})`)
        const result = await work()
        await client.query('COMMIT')
        return result
      }),
    events,
    check: async () => void (await sql`SELECT 1`.execute(reserved)),
    load: () => ({ connections: loadOf(pool), longReads: 0 }),
    warning: null,
    close: async () => {
      await Promise.all([
        place.lines.close([feed.close().then(() => kysely.destroy())]),
        reservedLines.close([reserved.destroy()]),
      ])
    },
  }
}

/** A PostgreSQL server and the sockets to it. */
type Place = { databaseUrl: string; lines: PostgresLines }

function openPool({ databaseUrl, lines }: Place, max: number): pg.Pool {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max,
    // Shorter than the timeout of silent sockets, so that the pool closes an idle connection before its socket fails.
    idleTimeoutMillis: Math.min(10_000, 0.75 * lines.patience.silentMs),
    keepAlive: true,
    connectionTimeoutMillis: lines.patience.connectMs,
    statement_timeout: lines.patience.statementMs,
    lock_timeout: lines.patience.lockMs,
    idle_in_transaction_session_timeout: lines.patience.idleMs,
    stream: () => lines.open(),
    types: { getTypeParser },
  })
  // If a connection breaks, the pool replaces it, and the pending query rejects. Without these listeners, the `error`
  // event would also end the process, even for an idle connection.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

function loadOf({ totalCount, idleCount, waitingCount }: pg.Pool) {
  return { inUse: totalCount - idleCount, idle: idleCount, waiting: waitingCount }
}

async function reach(pool: pg.Pool): Promise<void> {
  try {
    await pool.query('SELECT 1')
  } catch (error) {
    await pool.end()
    const why = error instanceof Error ? error.message || String(error.name) : String(error)
    throw new Error(`The database of DATABASE_URL cannot be used: ${why}`, { cause: error })
  }
}

/**
 * Parses `bigint` as a number. PostgreSQL uses this type for counts and amounts, which always fit into a JavaScript
 * number.
 */
function getTypeParser(oid: number, format?: 'text' | 'binary') {
  if (oid === pg.types.builtins.INT8) return Number
  return format === 'binary' ? pg.types.getTypeParser(oid, format) : pg.types.getTypeParser(oid)
}

type Writing<Tables, E extends AnyEvent> = { kysely: Kysely<Tables>; feed: ChangeFeed<Tables, E> }

async function writeOnce<Tables, E extends AnyEvent, T>(
  { kysely, feed }: Writing<Tables, E>,
  work: (write: Write<Tables, E>) => Promise<T>,
): Promise<T> {
  let toPublish: E[] = []
  try {
    return await kysely.transaction().execute(async (tx) => {
      const published: E[] = []
      const value = throwProblem(await work({ tx, publish: (event) => published.push(event) }))
      await feed.insert(tx, published)
      toPublish = published
      return value
    })
  } catch (error) {
    // A deadlock or a serialisation failure means that the transaction was rolled back, so its events are not
    // published.
    if (isConflict(error)) toPublish = []
    // If the connection was lost, the transaction may have been committed nevertheless.
    if (toPublish.length > 0) feed.takeNewName()
    throw error
  } finally {
    feed.publish(toPublish)
  }
}

async function repeatOnDeadlock<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt()
    } catch (error) {
      if (tries >= MOST_TRIES || !isConflict(error)) throw error
    }
  }
}

/** Runs the work on a separate connection without a statement timeout, because a migration may take long. */
async function patiently<T>(
  { databaseUrl, lines }: Place,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const { connectMs } = lines.patience
  const client = new pg.Client({
    connectionString: databaseUrl,
    keepAlive: true,
    connectionTimeoutMillis: connectMs,
    stream: () => lines.open(0),
  })
  // If the connection breaks, the pending query rejects. Without this listener, the `error` event would also end the
  // process.
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
