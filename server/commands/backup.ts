import { chmodSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { readConfig } from '#server/config.ts'
import type { Config } from '#server/config.ts'
import { migrate } from '#server/platform/database/migrations.ts'
import { openSqlite } from '#server/platform/database/sqlite.ts'
import { packFiles, sealBackup, storeChecksums } from './backup-file.ts'
import { copyFromPostgres } from './copy-rows.ts'
import { migrationsFolder, runCommand } from './run-command.ts'

/** An SQL query for the number of the newest migration that was applied to a database. */
const NEWEST = 'SELECT max(substr(name, 1, 4)) AS number FROM migrations'

/**
 * `npm run backup -- file`: copies the whole shop into one file, even while the shop is running. The file is an SQLite
 * database, which contains the rows of one moment, and also the pictures, the file with the secrets and checksums of all
 * of these. Anyone who can read the file knows these secrets. Those of the setting `SECRETS` are not in it.
 */
await runCommand(async ([target]) => {
  if (!target) throw new Error('Say where to: npm run backup -- crema-backup.db')
  const file = resolve(target)
  if (existsSync(file)) throw new Error(`${file} is there already. Choose another name, or remove it first.`)
  const folder = mkdtempSync(join(dirname(file), `.${basename(file)}-`))
  try {
    const made = join(folder, 'crema.db')
    const config = readConfig(process.env)
    await (config.databaseUrl ? archivePostgres(config.databaseUrl, folder) : archiveSqlite(config, made))
    const archive = new DatabaseSync(made)
    const files = packFiles(archive, config.dataDir)
    storeChecksums(archive)
    archive.exec('PRAGMA journal_mode=DELETE')
    archive.close()
    sealBackup(made)
    chmodSync(made, 0o600)
    renameSync(made, file)
    return `The shop is in ${file}: its books and ${files} files.`
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

/**
 * Copies the SQLite database to the path `made`. `VACUUM INTO` is one statement, so it copies a consistent snapshot
 * even if the shop writes during the copy.
 */
function archiveSqlite({ dataDir }: Config, made: string): void {
  const source = join(dataDir, 'crema.db')
  if (!existsSync(source)) throw new Error(`There is no shop in ${dataDir}.`)
  const database = new DatabaseSync(source, { readOnly: true, timeout: 10_000 })
  database.prepare('VACUUM INTO ?').run(made)
  database.close()
}

async function archivePostgres(databaseUrl: string, folder: string): Promise<void> {
  const empty = openSqlite(folder)
  await migrate(empty, migrationsFolder)
  await empty.close()
  const archive = new DatabaseSync(join(folder, 'crema.db'))
  archive.exec('PRAGMA foreign_keys=OFF')
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await refuseOtherVersion(client, archive)
    await copyFromPostgres(client, archive)
  } finally {
    await client.end()
    archive.close()
  }
}

/** Throws if the newest migration of the PostgreSQL database is not the newest one of this version of the shop. */
async function refuseOtherVersion(client: pg.Client, archive: DatabaseSync): Promise<void> {
  const { rows } = await client.query<{ number: string }>(NEWEST)
  if (rows[0]?.number === archive.prepare(NEWEST).get()?.['number']) return
  throw new Error(
    'The tables on the database server are those of another version of the shop. Make the backup with that version, or start this version once.',
  )
}
