import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { DatabasePlace } from '../database/database.ts'
import { makePrivate, makeFolder, createPrivately } from './make-private.ts'
import { fileProblem } from './file-problem.ts'
import { codeOf, SQLITE } from '../database/database-errors.ts'

/**
 * Prepares the data folder for this process, and removes the access rights of other users. On SQLite, locks the folder
 * until `release` is called. On PostgreSQL, several processes may share it. Throws an error with a one-sentence message
 * if another process holds the lock, if the folder cannot be used, or if it has files of a shop with SQLite but no
 * database. `warning` is a text for the owner of the shop, or null.
 */
export function takeFolder({ dataDir, databaseUrl }: DatabasePlace): {
  release: () => void
  warning: string | null
} {
  const lock = databaseUrl === null ? lockFolder(dataDir) : null
  const warning = makePrivate(dataDir)
  if (databaseUrl === null) refuseLostDatabase(dataDir)
  return { release: () => lock?.release(), warning }
}

/**
 * Files and folders that only a shop with a database leaves in its data folder. The folder `images` counts only if it
 * is not empty.
 */
const TRACES = ['secrets.json', 'last-commit', 'images']

/**
 * Throws an error with a one-sentence message if the data folder has other files of a shop, but no database. Without
 * this check, an empty database would be created, and the owner of the shop would only see that all orders are gone.
 */
export function refuseLostDatabase(dataDir: string): void {
  const file = join(dataDir, 'crema.db')
  // An empty file counts as missing: a failed copy leaves one. A database that was opened once has at least one page.
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > 0) return
  const traces = TRACES.filter((name) => isThere(join(dataDir, name)))
  if (traces.length === 0) return
  throw new Error(
    `${file} is missing or empty, but ${traces.join(', ')} of a shop ${traces.length > 1 ? 'are' : 'is'} there. Put it back, or restore a backup into an empty folder (npm run restore), or set DATABASE_URL if the books are on PostgreSQL. To begin with an empty shop, remove ${traces.join(', ')}.`,
  )
}

function isThere(path: string): boolean {
  const stat = statSync(path, { throwIfNoEntry: false })
  return stat?.isDirectory() ? readdirSync(path).length > 0 : stat !== undefined
}

/**
 * Locks the data folder for this process. Throws an error with a one-sentence message if another process holds the
 * lock, or if the folder or its lock file cannot be used. The lock is a file lock of the operating system, so it ends
 * with the process, even if the process is killed.
 */
export function lockFolder(dataDir: string): { release: () => void } {
  makeFolder(dataDir)
  const file = join(dataDir, 'lock')
  let lock: DatabaseSync | null = null
  try {
    createPrivately(file)
    lock = new DatabaseSync(file, { timeout: 0 })
    lock.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    lock?.close()
    if (codeOf(error) === SQLITE.BUSY) {
      throw new Error(
        `Another process already runs a shop in ${dataDir}. Stop it, or choose another DATA_DIR.`,
        { cause: error },
      )
    }
    throw fileProblem(error, {
      file,
      ifDamaged: 'delete it while no shop runs in this folder; it is made again',
    })
  }
  const held = lock
  return { release: () => held.close() }
}
