import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Done } from '#server/platform/database/migrations.ts'
import { fail, ok, warn } from './check.ts'
import type { Finding } from './check.ts'
import { findMigrations } from './migration-findings.ts'

const ADVICE = 'stop the shop, keep the file, and restore a backup into an empty folder'

/** Checks the SQLite database. Opens it only for reading and takes no lock of the folder, so the shop may be running. */
export async function checkSqlite(dataDir: string): Promise<Finding[]> {
  const file = join(dataDir, 'crema.db')
  if (!existsSync(file)) return [warn(`${file} is not there yet. The first start of the shop creates it.`)]
  let database: DatabaseSync | null = null
  try {
    database = new DatabaseSync(file, { readOnly: true, timeout: 5000 })
    const done = database.prepare('SELECT name, checksum FROM migrations').all()
    // cast: these are the two columns of the query, and both are texts.
    return [findDamage(database, file), findMigrations(done as Done[], 'sqlite')]
  } catch (error) {
    return [fail(`${file} cannot be read (${error instanceof Error ? error.message : error}): ${ADVICE}.`)]
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
