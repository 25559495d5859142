import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { now } from '../clock.ts'
import type { Database } from './database.ts'

type Migration = { name: string; text: string; checksum: string }
type Named = { name: string }
/** A migration that was applied to a database. */
export type Done = { name: string; checksum: string }

/** A part of the names of migrations after which older versions of the shop cannot use the database. */
const CONTRACT = '.contract.'

/**
 * Applies the numbered SQL files of the folder that were not applied yet, each in its own transaction. On PostgreSQL, a
 * lock ensures that no other process does so at the same time. `0002_name.sqlite.sql` is applied to SQLite only, and
 * `0002_name.postgres.sql` to PostgreSQL only. Throws if a file was edited after it was applied, or if the database has
 * a migration that the folder does not contain.
 *
 * With `allowsNewer`, throws for an unknown migration only if its name contains `.contract.`. All others only expand: they
 * add tables, columns and indexes, so that the program of the version before can still be used. Commands that copy the
 * whole database must not allow it, because they do not know the new tables.
 */
export async function migrate<Tables>(
  database: Database<Tables>,
  folder: string,
  { allowsNewer = false } = {},
): Promise<void> {
  const files = readMigrations(folder, database.dialect)
  await database.exclusively(async () => {
    const done = await listDone(database)
    refuseEdited(files, done)
    refuseNewer(files, allowsNewer ? done.filter(isContract) : done)
    for (const file of without(files, done)) await database.script(withRecord(file))
  })
}

/**
 * Returns the names of the migrations in the folder that are still to be applied. Changes nothing. Throws as `migrate`
 * with `allowsNewer` does.
 */
export function findPending(
  done: Done[],
  { folder, dialect }: { folder: string; dialect: 'sqlite' | 'postgres' },
): string[] {
  const files = readMigrations(folder, dialect)
  refuseEdited(files, done)
  refuseNewer(files, done.filter(isContract))
  return without(files, done).map(({ name }) => name)
}

function isContract({ name }: Named): boolean {
  return name.includes(CONTRACT)
}

async function listDone<Tables>(database: Database<Tables>): Promise<Done[]> {
  await database.script(
    'CREATE TABLE IF NOT EXISTS migrations (name TEXT PRIMARY KEY, checksum TEXT NOT NULL, applied_at BIGINT NOT NULL)',
  )
  return (await sql<Done>`SELECT name, checksum FROM migrations ORDER BY name`.execute(database.read)).rows
}

/** Returns those of `some` whose names are not among `others`. */
function without<T extends Named>(some: T[], others: Named[]): T[] {
  const names = new Set(others.map(({ name }) => name))
  return some.filter(({ name }) => !names.has(name))
}

function readMigrations(folder: string, dialect: 'sqlite' | 'postgres'): Migration[] {
  const other = dialect === 'sqlite' ? '.postgres.sql' : '.sqlite.sql'
  const names = readdirSync(folder).filter((name) => name.endsWith('.sql') && !name.endsWith(other))
  return names.toSorted().map((name) => {
    const text = readFileSync(join(folder, name), 'utf8')
    return { name, text, checksum: createHash('sha256').update(text).digest('hex').slice(0, 32) }
  })
}

function refuseEdited(files: Migration[], done: Done[]): void {
  const byName = new Map(files.map((file) => [file.name, file]))
  for (const row of done) {
    const file = byName.get(row.name)
    if (file && file.checksum !== row.checksum)
      throw new Error(`${row.name} was edited after it was applied. Add a new migration instead.`)
  }
}

function refuseNewer(files: Migration[], done: Done[]): void {
  const [newer] = without(done, files)
  if (newer) throw new Error(`The database is newer than this shop: it has ${newer.name}, which is not here.`)
}

/**
 * Returns the script of a migration with an insert that records the migration as applied. Name and checksum contain
 * no quotes, so they need no escaping.
 */
function withRecord(file: Migration): string {
  return `${file.text}\n;INSERT INTO migrations VALUES ('${file.name}', '${file.checksum}', ${now()})`
}
