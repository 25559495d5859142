import type { DatabasePlace } from '../database/database.ts'
import { lockFolder } from '../folder-lock.ts'
import { makePrivate } from './make-private.ts'
import { refuseLostDatabase } from './refuse-lost-database.ts'

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
