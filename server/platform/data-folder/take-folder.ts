import type { DatabasePlace } from '../database/database.ts'
import { lockFolder } from '../folder-lock.ts'
import { makePrivate } from './make-private.ts'
import { refuseLostDatabase } from './refuse-lost-database.ts'

/**
 * Takes the data folder for this process and makes it private. Throws one sentence when another process has it, when it
 * cannot be used, or when the database of a shop in it is missing.
 */
export function takeFolder({ dataDir, databaseUrl }: DatabasePlace): { release: () => void } {
  const lock = lockFolder(dataDir)
  makePrivate(dataDir)
  if (databaseUrl === null) refuseLostDatabase(dataDir)
  return lock
}
