import { accessSync, constants, mkdtempSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A file system in memory on Linux. Nothing there waits for a disk, and the tests flush to disk often. */
const IN_MEMORY = '/dev/shm'
/** All temporary data of a whole test run takes less than half of this. Containers often allow only 64 MB there. */
const ENOUGH_BYTES = 2 * 1024 ** 3

/** Creates an empty folder for temporary data, in memory if there is room, and returns its path. */
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
