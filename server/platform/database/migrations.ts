import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { now } from '../clock.ts'
import type { Database } from './database.ts'

type Migration = { name: string; text: string; checksum: string }
/** A migration that was applied to a database. */
export type Done = { name: string; checksum: string }

/**
 * Applies the numbered SQL files of the folder that were not applied yet, each in its own transaction. On PostgreSQL, a
 * lock ensures that no other process does so at the same time. `0002_name.sqlite.sql` is applied to SQLite only, and
 * `0002_name.postgres.sql` to PostgreSQL only. Throws if a file was edited after it was applied, or if the database has
 * a migration that the folder does not contain.
 */
export async function migrate<Tables>(database: Database<Tables>, folder: string): Promise<void> {
  const files = readMigrations(folder, database.dialect)
  await database.exclusively(async () => {
    const done = await listDone(database)
    refuseEdited(files, done)
    for (const file of pendingOf(files, done)) await database.script(withRecord(file))
  })
}

/** Returns whether all migrations in the folder have been applied. */
export async function isUpToDate<Tables>(database: Database<Tables>, folder: string): Promise<boolean> {
  const done = await database.exclusively(() => listDone(database))
  return pendingOf(readMigrations(folder, database.dialect), done).length === 0
}

/**
 * Compares the migrations that were applied to a database with the files in the folder, without changing anything.
 * Returns the names of those that are still to be applied, those that the folder does not contain, and those that were
 * edited after they were applied.
 */
export function compareMigrations(
  done: Done[],
  { folder, dialect }: { folder: string; dialect: 'sqlite' | 'postgres' },
): { pending: string[]; unknown: string[]; edited: string[] } {
  const files = readMigrations(folder, dialect)
  const byName = new Map(files.map((file) => [file.name, file]))
  const isEdited = ({ name, checksum }: Done) => (byName.get(name)?.checksum ?? checksum) !== checksum
  return {
    pending: pendingOf(files, done).map(({ name }) => name),
    unknown: done.filter(({ name }) => !byName.has(name)).map(({ name }) => name),
    edited: done.filter(isEdited).map(({ name }) => name),
  }
}

async function listDone<Tables>(database: Database<Tables>): Promise<Done[]> {
  await database.script(
    'CREATE TABLE IF NOT EXISTS migrations (name TEXT PRIMARY KEY, checksum TEXT NOT NULL, applied_at BIGINT NOT NULL)',
  )
  return (await sql<Done>`SELECT name, checksum FROM migrations ORDER BY name`.execute(database.read)).rows
}

function pendingOf(files: Migration[], done: Done[]): Migration[] {
  const applied = new Set(done.map(({ name }) => name))
  return files.filter(({ name }) => !applied.has(name))
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
    if (!file) throw new Error(`The database is newer than this shop: it has ${row.name}, which is not here.`)
    if (file.checksum !== row.checksum)
      throw new Error(`${row.name} was edited after it was applied. Add a new migration instead.`)
  }
}

/**
 * Returns the script of a migration with an insert that records the migration as applied. Name and checksum contain
 * no quotes, so they need no escaping.
 */
function withRecord(file: Migration): string {
  return `${file.text}\n;INSERT INTO migrations VALUES ('${file.name}', '${file.checksum}', ${now()})`
}
