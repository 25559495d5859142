import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { findMove, MOVED, movedSentence } from '#server/platform/moved/moved.ts'
import { newId, now } from '#server/platform/clock.ts'
import { tableNames } from '../copy-rows.ts'

/** How long in milliseconds the command waits for a write of the running shop to end. */
const LOCK_MS = 10_000

/** Opens the SQLite database of the shop in the data folder. The shop may be running. */
export function openSource(dataDir: string): DatabaseSync {
  const file = join(dataDir, 'crema.db')
  if (!existsSync(file)) throw new Error(`There is no shop in ${dataDir}.`)
  return new DatabaseSync(file, { timeout: LOCK_MS })
}

/**
 * Returns the id of this shop's move, which stays the same when an interrupted move is tried again. Throws if the move
 * is already complete.
 */
export function beginMove(source: DatabaseSync, target: string): string {
  const known = findMove(source)
  if (known?.moved_at) throw new Error(movedSentence(known.moved_at, known.target))
  const id = known?.id ?? newId()
  source.exec('BEGIN IMMEDIATE')
  source.exec(
    'CREATE TABLE IF NOT EXISTS moves (id TEXT PRIMARY KEY, moved_at BIGINT, target TEXT NOT NULL); DELETE FROM moves',
  )
  source.prepare('INSERT INTO moves VALUES (?, NULL, ?)').run(id, target)
  source.exec('COMMIT')
  return id
}

/**
 * Throws if a text contains the character NUL, which PostgreSQL cannot store. Run before the write lock is taken, so
 * that the shop is not stopped in vain.
 */
export function refuseNul(source: DatabaseSync): void {
  for (const table of tableNames) {
    const columns = source
      .prepare('SELECT name FROM pragma_table_info(?)')
      .all(table)
      .map(({ name }) => String(name))
    const hasNul = columns.map((name) => `instr(${name}, char(0)) > 0`).join(' OR ')
    const row = source.prepare(`SELECT rowid AS place FROM ${table} WHERE ${hasNul} LIMIT 1`).get()
    if (row)
      throw new Error(
        `A text in row ${String(row['place'])} of the table ${table} contains the character NUL, which PostgreSQL cannot store. Remove it first.`,
      )
  }
}

/** Makes the database refuse all writes from the end of the open transaction on, by triggers on every table. */
export function refuseWrites(source: DatabaseSync): void {
  for (const table of tablesOf(source))
    for (const change of ['INSERT', 'UPDATE', 'DELETE'])
      source.exec(
        `CREATE TRIGGER moved_${change}_${table} BEFORE ${change} ON ${table} BEGIN SELECT RAISE(ABORT, '${MOVED}'); END`,
      )
  source.prepare('UPDATE moves SET moved_at = ?').run(now())
}

/** Lets the database accept writes again, in the open transaction. */
export function acceptWrites(source: DatabaseSync): void {
  for (const table of tablesOf(source))
    for (const change of ['INSERT', 'UPDATE', 'DELETE'])
      source.exec(`DROP TRIGGER IF EXISTS moved_${change}_${table}`)
  source.exec('UPDATE moves SET moved_at = NULL')
}

function tablesOf(source: DatabaseSync): string[] {
  return source
    .prepare(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name <> 'moves'",
    )
    .all()
    .map(({ name }) => String(name))
}
