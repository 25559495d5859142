import { randomUUID } from 'node:crypto'
import { Kysely, sql } from 'kysely'
import pg from 'pg'
import { writeOneWith } from './database.ts'
import type { Database, Write } from './database.ts'
import { isConflict } from './database-errors.ts'
import { Events } from './events.ts'
import type { AnyEvent } from './events.ts'
import { Outage } from '../postgres/outage.ts'
import { postgresDialect } from '../postgres/postgres-driver.ts'
import { IMPATIENCE, PATIENCE, PostgresLines } from './postgres-lines.ts'
import type { Patience } from './postgres-lines.ts'
import { listenToPostgres, payloadOf } from './postgres-listener.ts'
import { openPool, reach } from '../postgres/postgres-pool.ts'
import type { PoolPlace } from '../postgres/postgres-pool.ts'
import { DEFAULT_SETTINGS } from '../postgres/postgres-settings.ts'
import type { PostgresSettings } from '../postgres/postgres-settings.ts'
import { Replica } from '../postgres/replica.ts'
import { orProblem, throwProblem } from './roll-back.ts'
import { StatementNames } from '../postgres/statement-names.ts'

/** One connection renews the lease (`lease/lease.ts`), and one is for the readiness check. */
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
  const { prepares } = settings
  const place: Place = { databaseUrl, lines: new PostgresLines(patience), prepares, self: randomUUID() }
  const pool = openPool(place, settings.connections)
  await reach(pool)
  const names = new StatementNames(prepares)
  const outage = new Outage()
  const reservedLines = new PostgresLines(IMPATIENCE)
  const reservedPool = openPool({ ...place, lines: reservedLines }, RESERVED_CONNECTIONS)
  const reserved = new Kysely<Tables>({
    dialect: postgresDialect({ pool: reservedPool, names, outage: new Outage() }),
  })
  const kysely = new Kysely<Tables>({ dialect: postgresDialect({ pool, names, outage }) })
  const events = new Events<E>()
  const listener = await listenToPostgres(place, events)
  const outlet: Outlet<E> = {
    events,
    place,
    isUrgent: ({ type }) => urgent?.has(type) ?? true,
    announce: announcer({ pool, place }),
  }
  const replica = settings.replicaUrl
    ? new Replica<Tables>({ ...settings, replicaUrl: settings.replicaUrl, names, primary: kysely })
    : null
  const writes = writesOf({ kysely, outlet }, replica)
  return {
    dialect: 'postgres',
    read: kysely,
    longRead: kysely,
    reserved,
    readOld: (primary, read) => (replica ? replica.read(primary, read) : read(primary)),
    onReplicaChange: (onChange) => replica?.onChange(onChange),
    ...writes,
    // The text is sent as one simple query, whose statements PostgreSQL runs in a single transaction.
    script: (text) =>
      patiently(place, async (client) => {
        await client.query(text)
      }),
    exclusively: (work) =>
      patiently(place, async (client) => {
        await client.query('SELECT pg_advisory_lock($1)', [LOCK])
        return work()
      }),
    events,
    check: () => outage.check(async () => void (await sql`SELECT 1`.execute(reserved))),
    warning: null,
    close: async () => {
      await Promise.all([
        place.lines.close([listener.close(), kysely.destroy()]),
        reservedLines.close([reserved.destroy()]),
        replica?.close(),
      ])
    },
  }
}

/**
 * A PostgreSQL server, the sockets to it, and `self`, the name of this process. The name distinguishes the `NOTIFY`
 * messages of this process from those of other processes that use the same database.
 */
type Place = PoolPlace & { self: string }

/**
 * The receivers of the events of a write: the subscribers in this process, and other processes that use the same
 * database.
 */
type Outlet<E extends AnyEvent> = {
  events: Events<E>
  place: Place
  isUrgent: (event: E) => boolean
  announce: (event: E) => void
}

type Writing<Tables, E extends AnyEvent> = { kysely: Kysely<Tables>; outlet: Outlet<E> }

/** Returns the functions that write. After each write, the replica remembers the position for the client. */
function writesOf<Tables, E extends AnyEvent>(
  writing: Writing<Tables, E>,
  replica: Replica<Tables> | null,
): Pick<Database<Tables, E>, 'write' | 'writeOne'> {
  const { kysely, outlet } = writing
  const noted = async <T>(written: Promise<T>) => written.finally(() => replica?.noteWrite())
  const write: Database<Tables, E>['write'] = (work) =>
    noted(orProblem(repeatOnDeadlock(() => writeOnce(writing, work))))
  const inTransaction = writeOneWith<Tables, E>(write)
  return {
    write,
    writeOne: (happened, statement) => {
      if (happened.some(outlet.isUrgent)) return inTransaction(happened, statement)
      const publish = () => publishAll(happened, outlet)
      return noted(writeAlone(() => statement(kysely), publish))
    },
  }
}

async function writeOnce<Tables, E extends AnyEvent, T>(
  { kysely, outlet }: Writing<Tables, E>,
  work: (write: Write<Tables, E>) => Promise<T>,
): Promise<T> {
  const { place, isUrgent } = outlet
  let toPublish: E[] = []
  try {
    return await kysely.transaction().execute(async (tx) => {
      const published: E[] = []
      const value = throwProblem(await work({ tx, publish: (event) => published.push(event) }))
      for (const event of published.filter(isUrgent))
        await sql`SELECT pg_notify('crema', ${payloadOf(event, place.self)})`.execute(tx)
      toPublish = published
      return value
    })
  } catch (error) {
    // A deadlock or a serialisation failure means that the transaction was rolled back, so its events are not
    // published.
    if (isConflict(error)) toPublish = []
    // If the connection was lost, the transaction may have been committed nevertheless. A process ignores
    // notifications that contain its own name, because it publishes its own events itself after a commit. Here it has
    // not published them. It therefore takes a new name, so that it does not ignore the notifications of this commit.
    if (toPublish.length > 0) place.self = randomUUID()
    throw error
  } finally {
    publishAll(toPublish, outlet)
  }
}

function publishAll<E extends AnyEvent>(happened: E[], { events, isUrgent, announce }: Outlet<E>): void {
  for (const event of happened) {
    events.publish(event)
    if (!isUrgent(event)) announce(event)
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

const ANNOUNCE_MS = 500

/**
 * Returns a function that sends an event to other processes after the commit. For each type of event it sends at most
 * two notifications a second, each with the last event of the type. Frequent events must not be sent with the commit,
 * because PostgreSQL runs commits with notifications one after another.
 */
function announcer({ pool, place }: { pool: pg.Pool; place: Place }): (event: AnyEvent) => void {
  const due = new Map<string, AnyEvent>()
  return (event) => {
    const isScheduled = due.has(event.type)
    due.set(event.type, event)
    if (isScheduled) return
    setTimeout(() => {
      const last = due.get(event.type) ?? event
      due.delete(event.type)
      pool.query('SELECT pg_notify($1, $2)', ['crema', payloadOf(last, place.self)]).catch(() => undefined)
    }, ANNOUNCE_MS).unref()
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
