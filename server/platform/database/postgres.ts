import { randomUUID } from 'node:crypto'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { Changes } from './changes.ts'
import type { Change } from './changes.ts'
import type { Database, Write } from './database.ts'
import { isPassing } from './database-errors.ts'
import { IMPATIENCE, PATIENCE, PostgresLines } from './postgres-lines.ts'
import type { Patience } from './postgres-lines.ts'
import { listenToPostgres, payloadOf } from './postgres-listener.ts'

const MOST_CONNECTIONS = 10
/** One for the lease, one for the readiness check. */
const RESERVED_CONNECTIONS = 2
const MOST_TRIES = 5
/** Any number will do for an advisory lock, as long as every instance takes the same. */
const LOCK = 7_276_362

/** Opens a pool on PostgreSQL 15 or newer. Every write is a transaction of its own, repeated on a deadlock. */
export async function openPostgres<Tables>(databaseUrl: string, patience: Patience = PATIENCE): Promise<Database<Tables>> {
  const place: Place = { databaseUrl, lines: new PostgresLines(patience), self: randomUUID() }
  const pool = openPool(place, MOST_CONNECTIONS)
  await reach(pool)
  const reservedLines = new PostgresLines(IMPATIENCE)
  const reserved = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: openPool({ databaseUrl, lines: reservedLines }, RESERVED_CONNECTIONS) }) })
  const kysely = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  const changes = new Changes()
  const listener = await listenToPostgres(place, changes)
  return {
    dialect: 'postgres',
    read: kysely,
    longRead: kysely,
    reserved,
    write: (work) => repeatOnDeadlock(() => writeOnce({ kysely, changes, place }, work)),
    // Several statements in one simple query are one transaction.
    script: (text) =>
      patiently(place, async (client) => {
        await client.query(text)
      }),
    alone: (work) =>
      patiently(place, async (client) => {
        await client.query('SELECT pg_advisory_lock($1)', [LOCK])
        return work()
      }),
    announce: announcer({ pool, changes, place }),
    changes,
    check: async () => void (await sql`SELECT 1`.execute(reserved)),
    warning: null,
    close: async () => {
      await Promise.all([place.lines.close([listener.close(), kysely.destroy()]), reservedLines.close([reserved.destroy()])])
    },
  }
}

/** A server, the lines to it, and who we are, at present, among the instances that share it. */
type Place = { databaseUrl: string; lines: PostgresLines; self: string }

function openPool({ databaseUrl, lines }: Omit<Place, 'self'>, max: number): pg.Pool {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max,
    // The pool closes an idle connection before its silent line is cut.
    idleTimeoutMillis: Math.min(10_000, 0.75 * lines.patience.silentMs),
    keepAlive: true,
    connectionTimeoutMillis: lines.patience.connectMs,
    statement_timeout: lines.patience.statementMs,
    lock_timeout: lines.patience.lockMs,
    idle_in_transaction_session_timeout: lines.patience.idleMs,
    stream: () => lines.open(),
    types: { getTypeParser },
  })
  // A connection that breaks is replaced by the pool, and the pending query rejects. Without a listener the error would
  // end the process besides, whether the connection is idle or in use.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
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

/** Counts and amounts are `bigint` there and fit a number here. */
function getTypeParser(oid: number, format?: 'text' | 'binary') {
  if (oid === pg.types.builtins.INT8) return Number
  return format === 'binary' ? pg.types.getTypeParser(oid, format) : pg.types.getTypeParser(oid)
}

type Writing<Tables> = { kysely: Kysely<Tables>; changes: Changes; place: Place }

async function writeOnce<Tables, T>({ kysely, changes, place }: Writing<Tables>, work: (write: Write<Tables>) => Promise<T>): Promise<T> {
  let told: Change[] = []
  try {
    return await kysely.transaction().execute(async (tx) => {
      const changed: Change[] = []
      const value = await work({ tx, changed: (change) => changed.push(change) })
      for (const change of changed) await sql`SELECT pg_notify('crema', ${payloadOf(change, place.self)})`.execute(tx)
      told = changed
      return value
    })
  } catch (error) {
    // A commit whose answer was lost may be done, or be done yet: by another name we hear of that as everybody does.
    if (told.length > 0) place.self = randomUUID()
    throw error
  } finally {
    for (const change of told) changes.tell(change)
  }
}

async function repeatOnDeadlock<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt()
    } catch (error) {
      if (tries >= MOST_TRIES || !isPassing(error)) throw error
    }
  }
}

const ANNOUNCE_MS = 500

/** At most two notifications a second for a topic: each commit with one waits for those of others. */
function announcer({ pool, changes, place }: { pool: pg.Pool; changes: Changes; place: Place }): (topic: string) => void {
  const due = new Set<string>()
  return (topic) => {
    changes.tell({ topic })
    if (due.has(topic)) return
    due.add(topic)
    setTimeout(() => {
      due.delete(topic)
      pool.query('SELECT pg_notify($1, $2)', ['crema', payloadOf({ topic }, place.self)]).catch(() => undefined)
    }, ANNOUNCE_MS).unref()
  }
}

/** On a connection of its own, which may take as long as it takes: bringing a large database up to date does. */
async function patiently<T>({ databaseUrl, lines }: Place, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const { connectMs } = lines.patience
  const client = new pg.Client({ connectionString: databaseUrl, keepAlive: true, connectionTimeoutMillis: connectMs, stream: () => lines.open(0) })
  // Whoever waits for an answer is told of a break; without a listener it would end the process besides.
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
