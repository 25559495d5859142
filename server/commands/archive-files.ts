import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'

/** The file with the secrets and the folder with the pictures, both in the data folder. A backup contains them. */
const SECRETS = 'secrets.json'
const IMAGES = 'images'

/**
 * Stores the shop's secrets and pictures in a backup, which is an SQLite database. Each file becomes one row. Returns
 * the number of files.
 */
export function packFiles(archive: DatabaseSync, dataDir: string): number {
  archive.exec('CREATE TABLE archived_files (name TEXT PRIMARY KEY, bytes BLOB NOT NULL)')
  const insert = archive.prepare('INSERT INTO archived_files VALUES (?, ?)')
  const names = filesOf(dataDir)
  archive.exec('BEGIN')
  for (const name of names) insert.run(name, readFileSync(join(dataDir, name)))
  archive.exec('COMMIT')
  return names.length
}

function filesOf(dataDir: string): string[] {
  const images = join(dataDir, IMAGES)
  const pictures = existsSync(images) ? readdirSync(images).filter((name) => !name.endsWith('.new')) : []
  const secrets = existsSync(join(dataDir, SECRETS)) ? [SECRETS] : []
  return [...secrets, ...pictures.map((name) => join(IMAGES, name))]
}

/** Writes the files that a backup contains into an empty folder. Returns the number of files. */
export function unpackFiles(archive: DatabaseSync, dataDir: string): number {
  let files = 0
  for (const { name, bytes } of archive.prepare('SELECT name, bytes FROM archived_files').iterate()) {
    if (typeof name !== 'string' || !(bytes instanceof Uint8Array)) throw new Error('The backup is damaged.')
    if (normalize(name) !== name || name.startsWith('..') || name.startsWith('/'))
      throw new Error(`The backup names a file outside of its folder: ${name}`)
    mkdirSync(dirname(join(dataDir, name)), { recursive: true, mode: 0o700 })
    writeFileSync(join(dataDir, name), bytes, { mode: name === SECRETS ? 0o600 : 0o644, flush: true })
    files += 1
  }
  return files
}
