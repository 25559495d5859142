import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { NO_TIMEOUTS } from '#server/platform/postgres/postgres-pool.ts'
import { readConfig } from '#server/config.ts'
import type { Config } from '#server/config.ts'
import { openDatabase } from '#server/platform/database/open-database.ts'
import { migrate } from '#server/platform/database/migrations.ts'
import { now } from '#server/platform/clock.ts'
import { ASLEEP } from '#server/shop/sleep.ts'
import type { Sleep } from '#server/shop/sleep.ts'
import { openSqlite } from '#server/platform/database/sqlite.ts'
import { unpackFiles, openBackup } from './backup-file.ts'
import { copyToPostgres } from './copy-rows.ts'
import { migrationsFolder, runCommand } from './run-command.ts'

/**
 * `npm run restore -- file`: restores a backup into an empty data folder and, if `DATABASE_URL` is set, into an empty
 * PostgreSQL database. The backup may come from an older version of the shop.
 */
await runCommand(async ([source]) => {
  if (!source) throw new Error('Say what: npm run restore -- crema-backup.db')
  const file = resolve(source)
  const config = readConfig(process.env)
  const { dataDir, databaseUrl } = config
  if (existsSync(dataDir) && readdirSync(dataDir).length > 0)
    throw new Error(`${dataDir} is not empty. Restore into an empty folder, set by DATA_DIR.`)
  const archive = openBackup(file)
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  try {
    const files = unpackFiles(archive, dataDir)
    if (databaseUrl) await restorePostgres(file, { ...config, databaseUrl })
    else restoreSqlite(file, dataDir)
    return `The shop of ${file} is in ${dataDir}, with ${files} files.`
  } catch (error) {
    // Deletes all files that were written, so that the folder is empty when the command is tried again.
    for (const name of readdirSync(dataDir)) rmSync(join(dataDir, name), { recursive: true, force: true })
    throw error
  } finally {
    archive.close()
  }
})

/** Restores an SQLite database without migrating it. The shop migrates it at its next start. */
function restoreSqlite(file: string, dataDir: string): void {
  copyDatabase(file, join(dataDir, 'crema.db'))
}

/**
 * Copies the database of a backup, without the files that the backup also contains. The copy gets its final name only
 * when it is complete.
 */
function copyDatabase(file: string, to: string): void {
  copyFileSync(file, `${to}.new`)
  chmodSync(`${to}.new`, 0o600)
  const copy = new DatabaseSync(`${to}.new`)
  copy.exec('DROP TABLE archived_files; DROP TABLE IF EXISTS archived_checksums')
  putToSleep(copy)
  copy.exec('VACUUM')
  copy.close()
  renameSync(`${to}.new`, to)
}

/** Puts a restored shop to sleep that would charge or write to customers, because the original may still run. */
function putToSleep(copy: DatabaseSync): void {
  const isThere = (table: string) =>
    copy.prepare('SELECT 1 FROM sqlite_master WHERE name = ?').get(table) !== undefined
  const has = (table: string, condition: string) =>
    isThere(table) && copy.prepare(`SELECT 1 FROM ${table} WHERE ${condition} LIMIT 1`).get() !== undefined
  const hasSubscriptions = has('subscriptions', "state <> 'ended'") || has('gifts', 'subscription_id IS NULL')
  const isQuiet = !hasSubscriptions && !has('outbox', "status = 'waiting'")
  // A backup of the first versions has no settings. The shop of such a backup has long been replaced.
  if (isQuiet || !isThere('shop_settings')) return
  const sleep = { since: now(), reason: 'restored' } satisfies Sleep
  copy
    .prepare('INSERT OR REPLACE INTO shop_settings (name, value, changed_at) VALUES (?, ?, ?)')
    .run(ASLEEP, JSON.stringify(sleep), sleep.since)
}

type Target = Config & { databaseUrl: string }

async function restorePostgres(file: string, target: Target): Promise<void> {
  const database = await openDatabase(target)
  const client = new pg.Client({ connectionString: target.databaseUrl })
  await client.connect()
  try {
    // The database of a running shop, which may be of an older version, must not be migrated by mistake.
    if (await isUsed(client))
      throw new Error('The database of DATABASE_URL is not empty. Restore into an empty one.')
    await migrate(database, migrationsFolder)
    await copyMigrated(file, { client, dataDir: target.dataDir })
  } finally {
    await client.end()
    await database.close()
  }
}

async function isUsed(client: pg.Client): Promise<boolean> {
  const tables = await client.query<{ there: boolean }>("SELECT to_regclass('users') IS NOT NULL AS there")
  if (!tables.rows[0]?.there) return false
  const { rows } = await client.query<{ used: boolean }>(
    'SELECT EXISTS (SELECT 1 FROM users) OR EXISTS (SELECT 1 FROM brands) AS used',
  )
  return rows[0]?.used ?? false
}

/**
 * Copies the rows of a backup into PostgreSQL. A backup of an older version of the shop may lack tables or columns. The
 * rows are therefore read from a temporary copy of the backup that was migrated first.
 */
async function copyMigrated(
  file: string,
  { client, dataDir }: { client: pg.Client; dataDir: string },
): Promise<void> {
  const folder = mkdtempSync(join(dataDir, 'restore-'))
  try {
    const copy = join(folder, 'crema.db')
    copyDatabase(file, copy)
    const migrated = openSqlite(folder)
    await migrate(migrated, migrationsFolder).finally(() => migrated.close())
    const archive = new DatabaseSync(copy, { readOnly: true })
    await client.query(`BEGIN;${NO_TIMEOUTS}`)
    await copyToPostgres(archive, client).finally(() => archive.close())
    await client.query('COMMIT')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
