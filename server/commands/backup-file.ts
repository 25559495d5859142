import { createHash } from 'node:crypto'
import {
  appendFileSync,
  closeSync,
  existsSync,
  fstatSync,
  openSync,
  readSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/*
 * A backup is an SQLite database with two more tables. `archived_files` contains the pictures and secrets, and
 * `archived_checksums` the SHA-256 of each of these files and of each table of the shop. At the end of the file, where
 * SQLite does not read, stands the SHA-256 of the whole database. SQLite stores no checksums itself, so its integrity
 * check does not notice a changed bit in a text or in a picture.
 */

/** Two lines at the end of a backup: this text, and the checksum of all bytes before it in hexadecimal digits. */
const SEAL = '\ncrema backup, SHA-256 of the bytes above:\n'
const SEAL_BYTES = SEAL.length + 64
const CHUNK_BYTES = 1024 * 1024

/** Stores the checksum of each part in a backup. All parts must be there. */
export function storeChecksums(archive: DatabaseSync): void {
  const parts = partsOf(archive)
  archive.exec('CREATE TABLE archived_checksums (part TEXT PRIMARY KEY, sha256 TEXT NOT NULL); BEGIN')
  const insert = archive.prepare('INSERT INTO archived_checksums VALUES (?, ?)')
  for (const { part, query } of parts) insert.run(part, checksumOfRows(archive, query))
  archive.exec('COMMIT')
}

/** Appends the checksum of the whole file to a backup, whose database must be closed. */
export function sealBackup(file: string): void {
  appendFileSync(file, `${SEAL}${readSeal(file).actual}`, { flush: true })
}

/**
 * Opens a backup for reading, after checking it. Throws an error that names the damaged parts if a bit is not as it was
 * written. A backup that was made before backups had checksums has no seal: then only its structure is checked.
 */
export function openBackup(file: string): DatabaseSync {
  if (!existsSync(file)) throw new Error(`There is no ${file}.`)
  const { sealed, actual } = readSeal(file)
  const archive = new DatabaseSync(file, { readOnly: true })
  const problem = sealed === actual && isBackup(archive) ? null : findDamage(archive)
  if (problem === null) return archive
  archive.close()
  throw new Error(`${file} ${problem}`)
}

function isBackup(archive: DatabaseSync): boolean {
  return tablesOf(archive).includes('archived_files')
}

/** Returns what is wrong with a file without a valid seal, or null if it is a backup that never had one. */
function findDamage(archive: DatabaseSync): string | null {
  try {
    if (tablesOf(archive).includes('archived_checksums')) {
      const damaged = findDamagedParts(archive)
      const where = damaged.length > 0 ? ` Damaged: ${damaged.join(', ')}.` : ''
      return `is not as it was written: its checksum is wrong.${where}`
    }
    const check = archive.prepare('PRAGMA integrity_check').get()
    if (check?.['integrity_check'] === 'ok' && isBackup(archive)) return null
  } catch {
    // The file is not a database, or it is damaged so that not even its tables can be listed.
  }
  return 'is no backup of a shop, or it is damaged.'
}

function findDamagedParts(archive: DatabaseSync): string[] {
  const read = archive.prepare('SELECT sha256 FROM archived_checksums WHERE part = ?')
  const isDamaged = ({ part, query }: Part): boolean => {
    try {
      return read.get(part)?.['sha256'] !== checksumOfRows(archive, query)
    } catch {
      return true
    }
  }
  return partsOf(archive)
    .filter(isDamaged)
    .map(({ part }) => part)
}

/** A file or a table in a backup, by a name for the owner, and the query that reads its rows. */
type Part = { part: string; query: string }

function partsOf(archive: DatabaseSync): Part[] {
  const files = archive.prepare('SELECT name, rowid FROM archived_files ORDER BY name').all()
  const tables = tablesOf(archive).filter((name) => !name.startsWith('archived_'))
  return [
    ...tables.map((name) => ({ part: `the table ${name}`, query: `SELECT * FROM "${name}"` })),
    ...files.map(({ name, rowid }) => ({
      part: String(name),
      query: `SELECT hex(bytes) FROM archived_files WHERE rowid = ${rowid}`,
    })),
  ]
}

function tablesOf(archive: DatabaseSync): string[] {
  const rows = archive.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").all()
  return rows.map(({ name }) => String(name)).filter((name) => !name.startsWith('sqlite_'))
}

function checksumOfRows(archive: DatabaseSync, query: string): string {
  const hash = createHash('sha256')
  const rows = archive.prepare(query)
  // SQLite's tables for the full-text search have larger integers than JavaScript has numbers.
  rows.setReadBigInts(true)
  for (const row of rows.iterate()) hash.update(JSON.stringify(Object.values(row), smallAsNumber))
  return hash.digest('hex')
}

/** Writes an integer as the checksums of all backups have it, and a large one as text. */
function smallAsNumber(_key: string, value: unknown): unknown {
  if (typeof value !== 'bigint') return value
  return Number.isSafeInteger(Number(value)) ? Number(value) : String(value)
}

/** Returns the checksum at the end of a file, or null if there is none, and the checksum of the bytes before it. */
function readSeal(file: string): { sealed: string | null; actual: string } {
  const descriptor = openSync(file, 'r')
  try {
    const { size } = fstatSync(descriptor)
    const end = Buffer.alloc(Math.min(SEAL_BYTES, size))
    readSync(descriptor, end, 0, end.length, size - end.length)
    const isSealed = end.toString('latin1').startsWith(SEAL)
    return {
      sealed: isSealed ? end.toString('latin1').slice(SEAL.length) : null,
      actual: checksumOfBytes(descriptor, isSealed ? size - SEAL_BYTES : size),
    }
  } finally {
    closeSync(descriptor)
  }
}

/** Returns the SHA-256 of the first `length` bytes of an open file. */
function checksumOfBytes(descriptor: number, length: number): string {
  const hash = createHash('sha256')
  const chunk = Buffer.alloc(CHUNK_BYTES)
  for (let at = 0; at < length;) {
    const read = readSync(descriptor, chunk, 0, Math.min(CHUNK_BYTES, length - at), at)
    if (read === 0) break
    hash.update(chunk.subarray(0, read))
    at += read
  }
  return hash.digest('hex')
}

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
