import type { DatabasePlace } from '../database/database.ts'
import { lockFolder } from '../folder-lock.ts'
import { makePrivate } from './make-private.ts'
import { refuseLostDatabase } from './refuse-lost-database.ts'

/**
 * Locks the data folder for this process, and removes the access rights of other users. Throws an error with a
 * one-sentence message if another process holds the lock, if the folder cannot be used, or if it has files of a shop
 * with SQLite but no database. `release` unlocks the folder. `warning` is a text for the owner of the shop, or null.
 */
export function takeFolder({ dataDir, databaseUrl }: DatabasePlace): {
  release: () => void
  warning: string | null
} {
  const lock = lockFolder(dataDir)
  const warning = makePrivate(dataDir)
  if (databaseUrl === null) refuseLostDatabase(dataDir)
  return { release: lock.release, warning }
}
