import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/**
 * Takes the data folder for this process. Throws one clear sentence when another has it. The lock is the
 * operating system's on a file, so it ends with the process, however that ends.
 */
export function lockFolder(dataDir: string): { release: () => void } {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const lock = new DatabaseSync(join(dataDir, 'lock'), { timeout: 0 })
  try {
    lock.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    throw new Error(`Another process already runs a shop in ${dataDir}. Stop it, or choose another DATA_DIR.`, { cause: error })
  }
  return { release: () => lock.close() }
}
