import { Kysely, sql } from 'kysely'
import pg from 'pg'
import { ChangeFeed } from '../changes/change-feed.ts'
import { writeOneWith } from './database.ts'
import type { Database, Write } from './database.ts'
import { isConflict } from './database-errors.ts'
import { Events } from './events.ts'
import type { AnyEvent } from './events.ts'
import { Outage } from '../postgres/outage.ts'
import { postgresDialect } from '../postgres/postgres-driver.ts'
import { IMPATIENCE, PATIENCE, PostgresLines } from './postgres-lines.ts'
import type { Patience } from './postgres-lines.ts'
import { loadOf, openPool, reach } from '../postgres/postgres-pool.ts'
import type { PoolPlace } from '../postgres/postgres-pool.ts'
import { DEFAULT_SETTINGS, NO_TIMEOUTS } from '../postgres/postgres-settings.ts'
import type { PostgresSettings } from '../postgres/postgres-settings.ts'
import { Replica } from '../postgres/replica.ts'
import { readServerTime } from '../postgres/server-now.ts'
import { orProblem, throwProblem } from './roll-back.ts'
import { StatementNames } from '../postgres/statement-names.ts'

/** One connection reads the changes of other processes (`changes/change-feed.ts`), and one is for the readiness check. */
const RESERVED_CONNECTIONS = 2
const MOST_TRIES = 5
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
  patience?: Patience | undefined
  urgent?: ReadonlySet<string> | undefined
  settings?: PostgresSettings | undefined
}

/**
 * Opens a connection pool on PostgreSQL 15 or newer. Every write is a transaction of its own, which is run again
 * after a deadlock.
 */
export async function openPostgres<Tables, E extends AnyEvent = AnyEvent>(
  databaseUrl: string,
  { patience = PATIENCE, urgent, settings = DEFAULT_SETTINGS }: PostgresOptions = {},
): Promise<Database<Tables, E>> {
  const { prepares, traces } = settings
  const place: PoolPlace = { databaseUrl, lines: new PostgresLines(patience), prepares }
  const pool = openPool(place, settings.connections)
  await reach(pool)
  const names = new StatementNames(prepares && !traces)
  const outage = new Outage(() => pool.totalCount > 0)
  const reservedLines = new PostgresLines(IMPATIENCE)
  const reservedPool = openPool({ ...place, lines: reservedLines }, RESERVED_CONNECTIONS)
  const reserved = new Kysely<Tables>({
    dialect: postgresDialect({
      pool: reservedPool,
      names,
      outage: new Outage(() => reservedPool.totalCount > 0),
    }),
  })
  const kysely = new Kysely<Tables>({ dialect: postgresDialect({ pool, names, outage }) })
  const events = new Events<E>()
  const feed = await ChangeFeed.open<Tables, E>({ ...place, kysely, reserved, events, urgent })
  const replica = settings.replicaUrl
    ? new Replica<Tables>({ ...settings, replicaUrl: settings.replicaUrl, names, primary: kysely })
    : null
  return {
    dialect: 'postgres',
    read: kysely,
    longRead: kysely,
    reserved,
    readOld: (primary, read) => (replica ? replica.read(primary, read) : read(primary)),
    onReplicaChange: (onChange) => replica?.onChange(onChange),
    ...writesOf({ kysely, feed }, replica),
    ...alonesOf(place),
    time: () => readServerTime(kysely),
    events,
    check: () => outage.check(async () => void (await sql`SELECT 1`.execute(reserved))),
    load: () => ({ connections: loadOf(pool), changes: feed.state, longReads: 0 }),
    warning: null,
    close: async () => {
      await Promise.all([
        place.lines.close([feed.close().then(() => kysely.destroy())]),
        reservedLines.close([reserved.destroy()]),
        replica?.close(),
      ])
    },
  }
}

type Writing<Tables, E extends AnyEvent> = { kysely: Kysely<Tables>; feed: ChangeFeed<Tables, E> }

/** Returns the functions that write. After each write, the replica remembers the position for the client. */
function writesOf<Tables, E extends AnyEvent>(
  writing: Writing<Tables, E>,
  replica: Replica<Tables> | null,
): Pick<Database<Tables, E>, 'write' | 'writeOne'> {
  const { kysely, feed } = writing
  const noted = async <T>(written: Promise<T>) => written.finally(() => replica?.noteWrite())
  const write: Database<Tables, E>['write'] = (work) =>
    noted(orProblem(repeatOnDeadlock(() => writeOnce(writing, work))))
  const inTransaction = writeOneWith<Tables, E>(write)
  return {
    write,
    writeOne: (happened, statement) => {
      if (happened.some((event) => feed.isUrgent(event))) return inTransaction(happened, statement)
      return noted(
        writeAlone(
          () => statement(kysely),
          () => feed.publish(happened),
        ),
      )
    },
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
      if (tries >= MOST_TRIES || !isConflict(error)) throw error
    }
  }
}

/** Returns the functions whose work may take long, or must not run in two processes at the same time. */
function alonesOf(place: PoolPlace): Pick<Database<unknown>, 'script' | 'exclusively'> {
  return {
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
  }
}

/** Runs the work on a separate connection without a statement timeout, because a migration may take long. */
async function patiently<T>(
  { databaseUrl, lines }: PoolPlace,
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
