import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import pg from 'pg'
import { ChangeFeed } from '../postgres/change-feed.ts'
import {
  DEFAULT_SETTINGS,
  NO_TIMEOUTS,
  openPool,
  reach,
  readServerTime,
  SHORT_TIMEOUTS,
  TIMEOUTS,
} from '../postgres/postgres-pool.ts'
import type { PostgresServer, PostgresSettings, Timeouts } from '../postgres/postgres-pool.ts'
import { writeOneWith, orProblem, throwProblem } from './database.ts'
import type { Database, Write } from './database.ts'
import { isConflict } from './database-errors.ts'
import { Events } from './events.ts'
import type { AnyEvent } from './events.ts'

/**
 * One connection reads the changes of other processes (`postgres/change-feed.ts`), one listens for them, and one is for
 * the readiness check.
 */
const RESERVED_CONNECTIONS = 3
const MAX_TRIES = 5
/**
 * The number of the PostgreSQL advisory lock for exclusive work, such as migrations. Any number will do, but all
 * processes must use the same one.
 */
const LOCK = 7_276_362

/**
 * `urgent` contains the types of events that are sent to other processes together with the commit. Without `urgent`,
 * all events are sent together with the commit.
 */
type PostgresOptions = {
  timeouts?: Timeouts | undefined
  urgent?: ReadonlySet<string> | undefined
  settings?: PostgresSettings | undefined
}

/**
 * Opens a connection pool on PostgreSQL 15 or newer. Every write is a transaction of its own, which is run again
 * after a deadlock.
 */
export async function openPostgres<Tables, E extends AnyEvent = AnyEvent>(
  databaseUrl: string,
  { timeouts = TIMEOUTS, urgent, settings = DEFAULT_SETTINGS }: PostgresOptions = {},
): Promise<Database<Tables, E>> {
  const server: PostgresServer = { databaseUrl, timeouts, settings }
  const forRequests = openPool<Tables>(server, settings.connections)
  const { kysely } = forRequests
  await reach(forRequests.pool)
  const reserved = openPool<Tables>({ ...server, timeouts: SHORT_TIMEOUTS }, RESERVED_CONNECTIONS)
  const events = new Events<E>()
  const feed = await ChangeFeed.open<Tables, E>({
    kysely,
    reserved: reserved.kysely,
    connect: () => reserved.pool.connect(),
    events,
    urgent,
  })
  return {
    dialect: 'postgres',
    read: kysely,
    longRead: kysely,
    ...writesOf({ kysely, feed }),
    // The text is sent as one simple query, whose statements PostgreSQL runs in a single transaction.
    script: (text) =>
      withoutTimeouts(server, async (client) => {
        await client.query(`${NO_TIMEOUTS};${text}`)
      }),
    exclusively: (work) =>
      withoutTimeouts(server, async (client) => {
        await client.query(`BEGIN;${NO_TIMEOUTS};SELECT pg_advisory_xact_lock(${LOCK})`)
        const result = await work()
        await client.query('COMMIT')
        return result
      }),
    time: () => readServerTime(kysely),
    events,
    check: async () => void (await sql`SELECT 1`.execute(reserved.kysely)),
    warning: null,
    close: async () => {
      const closing = Promise.all([feed.close().then(() => kysely.destroy()), reserved.kysely.destroy()])
      // A server that hangs does not prevent the shop from closing.
      await Promise.race([closing.catch(() => undefined), pause(timeouts.closeMs, null, { ref: false })])
      for (const socket of [...forRequests.sockets, ...reserved.sockets]) socket.destroy()
    },
  }
}

type Writing<Tables, E extends AnyEvent> = { kysely: Kysely<Tables>; feed: ChangeFeed<Tables, E> }

function writesOf<Tables, E extends AnyEvent>(
  writing: Writing<Tables, E>,
): Pick<Database<Tables, E>, 'write' | 'writeOne'> {
  const { kysely, feed } = writing
  const write: Database<Tables, E>['write'] = (work) =>
    orProblem(repeatOnDeadlock(() => writeOnce(writing, work)))
  const inTransaction = writeOneWith<Tables, E>(write)
  return {
    write,
    writeOne: (events, statement) =>
      events.some((event) => feed.isUrgent(event))
        ? inTransaction(events, statement)
        : writeAlone(
            () => statement(kysely),
            () => feed.publish(events),
          ),
  }
}

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

/**
 * Runs a single statement without BEGIN and COMMIT, as PostgreSQL runs every such statement in a transaction of its
 * own. Publishes the events even if the statement fails: if the connection was lost, it may have been committed.
 */
async function writeAlone<T>(statement: () => Promise<T>, publish: () => void): Promise<T> {
  try {
    return await repeatOnDeadlock(statement)
  } finally {
    publish()
  }
}

async function repeatOnDeadlock<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt()
    } catch (error) {
      if (tries >= MAX_TRIES || !isConflict(error)) throw error
    }
  }
}

/** Runs the work on a separate connection without timeouts, because a migration may take long. */
async function withoutTimeouts<T>(
  { databaseUrl, timeouts: { connectMs } }: PostgresServer,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    keepAlive: true,
    connectionTimeoutMillis: connectMs,
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
