import { chmodSync, copyFileSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { readConfig } from '#server/config.ts'
import { openDatabase } from '#server/platform/database/open-database.ts'
import { migrate } from '#server/platform/database/migrations.ts'
import { unpackFiles } from './archive-files.ts'
import { copyToPostgres } from './copy-rows.ts'
import { migrationsFolder, runCommand } from './open-books.ts'

/** `npm run restore -- file`: opens a backup in an empty data folder and, with `DATABASE_URL`, an empty database. */
await runCommand(async ([source]) => {
  if (!source) throw new Error('Say what: npm run restore -- crema-backup.db')
  const file = resolve(source)
  const { dataDir, databaseUrl } = readConfig(process.env)
  if (existsSync(dataDir) && readdirSync(dataDir).length > 0)
    throw new Error(`${dataDir} is not empty. Restore into an empty folder, set by DATA_DIR.`)
  const archive = openArchive(file)
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  try {
    const files = unpackFiles(archive, dataDir)
    if (databaseUrl) await restorePostgres(archive, { dataDir, databaseUrl })
    else restoreSqlite(file, dataDir)
    return `The shop of ${file} is in ${dataDir}, with ${files} files.`
  } catch (error) {
    // Half a shop is worse than none: what was written is removed, so that the next try finds an empty folder.
    for (const name of readdirSync(dataDir)) rmSync(join(dataDir, name), { recursive: true, force: true })
    throw error
  } finally {
    archive.close()
  }
})

function openArchive(file: string): DatabaseSync {
  if (!existsSync(file)) throw new Error(`There is no ${file}.`)
  const archive = new DatabaseSync(file, { readOnly: true })
  try {
    const check = archive.prepare('PRAGMA integrity_check').get()
    archive.prepare('SELECT count(*) FROM archived_files').get()
    if (check?.['integrity_check'] === 'ok') return archive
  } catch {
    // Told below, in the same words as a failed check.
  }
  archive.close()
  throw new Error(`${file} is no backup of a shop, or it is damaged.`)
}

function restoreSqlite(file: string, dataDir: string): void {
  const books = join(dataDir, 'crema.db')
  copyFileSync(file, `${books}.new`)
  chmodSync(`${books}.new`, 0o600)
  const copy = new DatabaseSync(`${books}.new`)
  copy.exec('DROP TABLE archived_files; VACUUM')
  copy.close()
  renameSync(`${books}.new`, books)
}

async function restorePostgres(
  archive: DatabaseSync,
  place: { dataDir: string; databaseUrl: string },
): Promise<void> {
  const database = await openDatabase(place)
  await migrate(database, migrationsFolder)
  await database.close()
  const client = new pg.Client({ connectionString: place.databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ used: boolean }>(
      'SELECT EXISTS (SELECT 1 FROM users) OR EXISTS (SELECT 1 FROM brands) AS used',
    )
    if (rows[0]?.used)
      throw new Error('The database of DATABASE_URL is not empty. Restore into an empty one.')
    await client.query('BEGIN')
    await copyToPostgres(archive, client)
    await client.query('COMMIT')
  } finally {
    await client.end()
  }
}
