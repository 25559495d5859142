import { accessSync, constants, mkdtempSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * A file system in memory, which Linux provides. The tests flush files often, and here a flush does not wait for a
 * disk.
 */
const IN_MEMORY = '/dev/shm'
/**
 * The number of bytes that must be free in memory. With less, temporary data is kept on disk. A whole test run needs
 * less than half of this, but containers often provide only 64 MB.
 */
const ENOUGH_BYTES = 2 * 1024 ** 3

/**
 * Creates an empty folder for temporary data and returns its path. The folder is in memory if there is enough space.
 */
export function temporaryFolder(prefix: string): string {
  return mkdtempSync(join(hasRoomInMemory() ? IN_MEMORY : tmpdir(), prefix))
}

function hasRoomInMemory(): boolean {
  try {
    accessSync(IN_MEMORY, constants.W_OK | constants.X_OK)
    const { bavail, bsize } = statfsSync(IN_MEMORY)
    return bavail * bsize > ENOUGH_BYTES
  } catch {
    return false
  }
}
