import { sql } from 'kysely'
import pg from 'pg'
import type { Done } from '#server/platform/database/migrations.ts'
import { PATIENCE } from '#server/platform/database/postgres-lines.ts'
import { openShopDatabase } from '#server/shop-database.ts'
import type { ShopDatabase } from '#server/shop-database.ts'
import { fail, ok, warn } from './check.ts'
import type { Finding } from './check.ts'
import { findMigrations } from './migration-findings.ts'

const OLDEST_VERSION = 150_000
/** A notification must arrive within this time in milliseconds. */
const WAKE_UP_MS = 2000

type Place = { dataDir: string; databaseUrl: string }

/** Checks the database on PostgreSQL, through the same connections that the shop opens. */
export async function checkPostgres(place: Place): Promise<Finding[]> {
  const database = await openShopDatabase(place)
  try {
    return [
      await findVersion(database),
      await findApplied(database),
      await findTimeouts(database),
      await findWakeUps(place.databaseUrl),
    ]
  } finally {
    await database.close()
  }
}

async function findVersion({ read }: ShopDatabase): Promise<Finding> {
  const { rows } = await sql<{ version: string; number: string }>`
    SELECT current_setting('server_version') AS version, current_setting('server_version_num') AS number`.execute(
    read,
  )
  const [row] = rows
  return row && Number(row.number) >= OLDEST_VERSION
    ? ok(`PostgreSQL ${row.version} can be reached.`)
    : fail(`PostgreSQL ${row?.version} is too old: the shop needs 15 or newer.`)
}

async function findApplied({ read }: ShopDatabase): Promise<Finding> {
  const { rows } = await sql<{ name: string | null }>`SELECT to_regclass('migrations') AS name`.execute(read)
  if (!rows[0]?.name) return warn('The database is empty: the first start of the shop creates its tables.')
  const done = await sql<Done>`SELECT name, checksum FROM migrations`.execute(read)
  return findMigrations(done.rows, 'postgres')
}

/**
 * Checks that the server cancels statements that hang. A connection pooler may drop the time-outs that the shop asks
 * for.
 */
export async function findTimeouts({ read }: Pick<ShopDatabase, 'read'>): Promise<Finding> {
  const wanted = {
    statement_timeout: PATIENCE.statementMs,
    lock_timeout: PATIENCE.lockMs,
    idle_in_transaction_session_timeout: PATIENCE.idleMs,
  }
  const names = Object.keys(wanted)
  const { rows } = await sql<{ name: string; setting: string }>`
    SELECT name, setting FROM pg_settings WHERE name IN (${sql.join(names)})`.execute(read)
  const inForce = new Map(rows.map(({ name, setting }) => [name, Number(setting)]))
  const missing = Object.entries(wanted).filter(([name, ms]) => {
    const found = inForce.get(name) ?? 0
    return found === 0 || found > ms
  })
  if (missing.length === 0) return ok('The time-outs of the shop are in force.')
  const list = missing.map(([name, ms]) => `${name}=${ms}`).join(', ')
  return fail(
    `The connection pooler drops time-outs: set ${list} (milliseconds) for the shop's role with ALTER ROLE … SET.`,
  )
}

/** Sends a notification from one connection to another. Correctness does not depend on them, only how soon caches change. */
async function findWakeUps(databaseUrl: string): Promise<Finding> {
  const [listener, sender] = [0, 1].map(() => {
    const client = new pg.Client({
      connectionString: databaseUrl,
      connectionTimeoutMillis: PATIENCE.connectMs,
    })
    return client.on('error', () => undefined)
  })
  if (!listener || !sender) throw new Error('There are two clients.')
  try {
    const heard = Promise.withResolvers<boolean>()
    listener.on('notification', () => heard.resolve(true))
    await Promise.all([listener.connect(), sender.connect()])
    await listener.query('LISTEN crema_doctor')
    await sender.query('NOTIFY crema_doctor')
    const timer = setTimeout(() => heard.resolve(false), WAKE_UP_MS)
    const arrived = await heard.promise
    clearTimeout(timer)
    return arrived
      ? ok('Notifications (NOTIFY) arrive.')
      : warn(
          'Notifications (NOTIFY) do not arrive, as with a pooler in transaction mode: changes of other instances are only seen by polling.',
        )
  } finally {
    await Promise.allSettled([listener.end(), sender.end()])
  }
}
