import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { Changes } from './changes.ts'
import type { Change } from './changes.ts'
import type { Database, Write } from './database.ts'
import { isPassing } from './database-errors.ts'
import { listenToPostgres } from './postgres-listener.ts'

const MOST_CONNECTIONS = 10
const MOST_TRIES = 5
/** Any number will do for an advisory lock, as long as every instance takes the same. */
const LOCK = 7_276_362

/** Opens a pool on PostgreSQL 15 or newer. Every write is a transaction of its own, repeated on a deadlock. */
export async function openPostgres<Tables>(databaseUrl: string): Promise<Database<Tables>> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: MOST_CONNECTIONS, keepAlive: true, types: { getTypeParser } })
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => undefined)
  await reach(pool)
  const kysely = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  const changes = new Changes()
  const listener = await listenToPostgres(databaseUrl, changes)
  return {
    dialect: 'postgres',
    read: kysely,
    write: (work) => repeatOnDeadlock(() => writeOnce(kysely, changes, work)),
    // Several statements in one simple query are one transaction.
    script: async (text) => {
      await pool.query(text)
    },
    alone: (work) => underLock(pool, work),
    announce: announcer(pool, changes),
    changes,
    close: async () => {
      await listener.close()
      await kysely.destroy()
    },
  }
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

async function writeOnce<Tables, T>(
  kysely: Kysely<Tables>,
  changes: Changes,
  work: (write: Write<Tables>) => Promise<T>,
): Promise<T> {
  const told: Change[] = []
  const result = await kysely.transaction().execute(async (tx) => {
    const value = await work({ tx, changed: (change) => told.push(change) })
    for (const change of told) await sql`SELECT pg_notify('crema', ${JSON.stringify(change)})`.execute(tx)
    return value
  })
  for (const change of told) changes.tell(change)
  return result
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
function announcer(pool: pg.Pool, changes: Changes): (topic: string) => void {
  const due = new Set<string>()
  return (topic) => {
    changes.tell({ topic })
    if (due.has(topic)) return
    due.add(topic)
    setTimeout(() => {
      due.delete(topic)
      pool.query('SELECT pg_notify($1, $2)', ['crema', JSON.stringify({ topic })]).catch(() => undefined)
    }, ANNOUNCE_MS).unref()
  }
}

async function underLock<T>(pool: pg.Pool, work: () => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    await client.query('SELECT pg_advisory_lock($1)', [LOCK])
    return await work()
  } finally {
    await client.query('SELECT pg_advisory_unlock($1)', [LOCK])
    client.release()
  }
}
