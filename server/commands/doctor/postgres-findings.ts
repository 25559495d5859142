import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Done } from '#server/platform/database/migrations.ts'
import { PATIENCE } from '#server/platform/database/postgres-lines.ts'
import { openShopDatabase } from '#server/shop-database.ts'
import type { ShopDatabase } from '#server/shop-database.ts'
import type { PostgresSettings } from '#server/platform/postgres/postgres-settings.ts'
import { fail, messageOf, ok, warn } from './check.ts'
import type { Finding } from './check.ts'
import { findMigrations } from './migration-findings.ts'

const OLDEST_VERSION = 150_000
/** A notification must arrive within this time in milliseconds. */
const WAKE_UP_MS = 2000
const POLL_MS = 20

type Place = { dataDir: string; databaseUrl: string; postgres: PostgresSettings }

/** Checks the database on PostgreSQL, through the same connections that the shop opens. */
export async function checkPostgres(place: Place): Promise<Finding[]> {
  const postgres = { ...place.postgres, replicaUrl: null }
  const database = await openShopDatabase({ ...place, postgres }).catch((error: unknown) => {
    const why = messageOf(error)
    if (!why.includes('unsupported startup parameter')) throw error
    throw new Error(`${why}. Set DATABASE_PREPARE=0 for this connection pooler.`, { cause: error })
  })
  try {
    return [
      await findVersion(database),
      await findApplied(database),
      await findTimeouts(database),
      await findWakeUps(database),
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
 * Checks that the server cancels statements that hang. Without start-up parameters (`DATABASE_PREPARE=0`) the time-outs
 * come from the role, and a connection pooler may drop those that the shop asks for.
 */
export async function findTimeouts({ read }: Pick<ShopDatabase, 'read'>): Promise<Finding> {
  const wanted = {
    statement_timeout: PATIENCE.statementMs,
    lock_timeout: PATIENCE.lockMs,
    idle_in_transaction_session_timeout: PATIENCE.idleMs,
  }
  const names = Object.keys(wanted)
  const { rows } = await sql<{ name: string; setting: string; role: string }>`
    SELECT name, setting, quote_ident(current_user) AS role FROM pg_settings
    WHERE name IN (${sql.join(names)})`.execute(read)
  const inForce = new Map(rows.map(({ name, setting }) => [name, Number(setting)]))
  const missing = Object.entries(wanted).filter(([name, ms]) => {
    const found = inForce.get(name) ?? 0
    return found === 0 || found > ms
  })
  if (missing.length === 0) return ok('The time-outs of the shop are in force.')
  const statements = missing.map(([name, ms]) => `ALTER ROLE ${rows[0]?.role} SET ${name} = '${ms / 1000}s';`)
  return warn(
    `A statement that hangs is not cancelled, because the connection pooler passes no time-outs on: run ${statements.join(' ')} Then restart the pooler.`,
  )
}

/**
 * Waits until a notification has arrived that the shop's connection has sent to itself. Correctness does not depend on
 * notifications, only how soon caches change.
 */
async function findWakeUps({ load }: Pick<ShopDatabase, 'load'>): Promise<Finding> {
  for (const begin = performance.now(); performance.now() - begin < WAKE_UP_MS; await sleep(POLL_MS))
    if (load().changes?.isNotified) return ok('Notifications (NOTIFY) arrive.')
  return warn(
    'Notifications (NOTIFY) do not arrive, as with a pooler in transaction mode: each instance reads the changes of the others every 50 ms instead.',
  )
}
