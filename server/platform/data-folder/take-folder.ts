import type { DatabasePlace } from '../database/database.ts'
import { lockFolder } from '../folder-lock.ts'
import { makePrivate } from './make-private.ts'
import { refuseLostDatabase } from './refuse-lost-database.ts'

/**
 * Locks the data folder for this process and makes it private. Throws one sentence if another process has the lock, if
 * the folder cannot be used, or if the database of a shop in it is missing. `warning` is for the owner, or null.
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
