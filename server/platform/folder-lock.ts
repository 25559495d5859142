import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileProblem } from './data-folder/file-problem.ts'
import { makeFolder, createPrivately } from './data-folder/make-private.ts'
import { codeOf, SQLITE } from './database/database-errors.ts'

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
