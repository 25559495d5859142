import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import type { Config } from '#server/config.ts'
import { findPending } from '#server/platform/database/migrations.ts'
import type { Done } from '#server/platform/database/migrations.ts'
import { refuseStoredSecrets } from '#server/platform/secrets/stored-secrets.ts'
import { ASLEEP, findSleep } from '#server/shop/sleep.ts'
import { openShopDatabase } from '#server/shop-database.ts'
import type { ShopDatabase } from '#server/shop-database.ts'
import { migrationsFolder } from '../run-command.ts'
import { fail, messageOf, ok, warn } from './check.ts'
import type { Check, Finding } from './check.ts'

const OLDEST_POSTGRES = 15
const ADVICE = 'stop the shop, keep the file, and restore a backup into an empty folder'

export const checkDatabase: Check = {
  name: 'database',
  run: async (config) => (config.databaseUrl === null ? checkSqlite(config.dataDir) : checkPostgres(config)),
}

/**
 * Checks the SQLite database. Opens it only for reading and takes no lock of the folder, so the shop may be running.
 */
function checkSqlite(dataDir: string): Finding[] {
  const file = join(dataDir, 'crema.db')
  if (!existsSync(file)) return [warn(`${file} is not there yet. The first start of the shop creates it.`)]
  let database: DatabaseSync | null = null
  try {
    database = new DatabaseSync(file, { readOnly: true, timeout: 5000 })
    const done = database.prepare('SELECT name, checksum FROM migrations').all()
    // cast: these are the two columns of the query, and both are texts.
    return [findDamage(database, file), findPendingIn(done as Done[], 'sqlite'), ...findSleepIn(database)]
  } catch (error) {
    return [fail(`${file} cannot be read (${messageOf(error)}): ${ADVICE}.`)]
  } finally {
    database?.close()
  }
}

/**
 * Reads all pages of the database. SQLite has no checksums, so this finds pages that are lost or not readable, but not
 * a changed letter in a text.
 */
function findDamage(database: DatabaseSync, file: string): Finding {
  const [first] = database.prepare('PRAGMA quick_check(1)').all()
  const found = String(first?.['quick_check']).replaceAll('\n', ' ')
  return found === 'ok' ? ok(`SQLite can read ${file}.`) : fail(`${file} is damaged (${found}): ${ADVICE}.`)
}

const SLEEPS = warn(
  'The shop sleeps, because it may be a copy: it charges no subscriptions and sends no older mails until an admin says in the dashboard that it is the real one.',
)

function findSleepIn(database: DatabaseSync): Finding[] {
  const sleep = database.prepare('SELECT 1 FROM shop_settings WHERE name = ?').get(ASLEEP)
  return sleep === undefined ? [] : [SLEEPS]
}

/** Checks the database on PostgreSQL, through the same connections that the shop opens. */
async function checkPostgres(config: Config): Promise<Finding[]> {
  const database = await openShopDatabase(config).catch((error: unknown) => {
    const why = messageOf(error)
    if (!why.includes('unsupported startup parameter')) throw error
    throw new Error(`${why}. Set DATABASE_PREPARE=0 for this connection pooler.`, { cause: error })
  })
  try {
    if (!config.secrets) await refuseStoredSecrets(database)
    const migrated = await findMigrations(database)
    // A database that waits for its first start has no settings.
    const sleep = migrated.level === 'ok' && (await findSleep(database.read))
    return [await findVersion(database), migrated, await findTimeouts(database), ...(sleep ? [SLEEPS] : [])]
  } finally {
    await database.close()
  }
}

async function findVersion({ read }: ShopDatabase): Promise<Finding> {
  const { rows } = await sql<{ server_version: string }>`SHOW server_version`.execute(read)
  const version = rows[0]?.server_version ?? ''
  return Number.parseInt(version, 10) >= OLDEST_POSTGRES
    ? ok(`PostgreSQL ${version} can be reached.`)
    : fail(`PostgreSQL ${version} is too old: the shop needs ${OLDEST_POSTGRES} or newer.`)
}

async function findMigrations({ read }: ShopDatabase): Promise<Finding> {
  const { rows } = await sql<{ name: string | null }>`SELECT to_regclass('migrations') AS name`.execute(read)
  if (!rows[0]?.name) return warn('The database is empty: the first start of the shop creates its tables.')
  const { rows: done } = await sql<Done>`SELECT name, checksum FROM migrations`.execute(read)
  return findPendingIn(done, 'postgres')
}

function findPendingIn(done: Done[], dialect: 'sqlite' | 'postgres'): Finding {
  try {
    const pending = findPending(done, { folder: migrationsFolder, dialect })
    if (pending.length === 0) return ok(`All ${done.length} migrations are applied.`)
    return warn(`The next start of the shop applies ${pending.length} migrations.`)
  } catch (error) {
    return fail(messageOf(error))
  }
}

/** Without start-up parameters (`DATABASE_PREPARE=0`) the time-outs come from the role, which may have none. */
export async function findTimeouts({ read }: Pick<ShopDatabase, 'read'>): Promise<Finding> {
  const { rows } = await sql<{ name: string }>`
    SELECT name FROM pg_settings WHERE setting = '0'
    AND name IN ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout')`.execute(read)
  if (rows.length === 0) return ok('Statements that hang are cancelled.')
  const names = rows.map(({ name }) => name).join(', ')
  return warn(`A statement that hangs is not cancelled: set ${names} for the role, as docs/settings.md says.`)
}
