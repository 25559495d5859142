import { accessSync, chmodSync, closeSync, constants, mkdirSync, openSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileProblem } from './file-problem.ts'

/**
 * The files that the shop and SQLite keep in the data folder. Backups are not listed, because the owner of the shop
 * chooses where to store them.
 */
const FILES = [
  'secrets.json',
  'last-commit',
  'lock',
  'lock-journal',
  'crema.db',
  'crema.db-wal',
  'crema.db-shm',
]
const FOR_OTHERS = 0o077

/**
 * Makes the data folder, its folder of pictures and its files accessible only to the user who owns them. Throws an
 * error with a one-sentence message if other users can read a file whose access rights this user may not change.
 * Returns a warning if other users can read the files because the file system has no access rights. Otherwise returns
 * null.
 */
export function makePrivate(dataDir: string): string | null {
  const images = join(dataDir, 'images')
  makeFolder(images)
  const folder = narrow(dataDir, 0o700)
  narrow(images, 0o700)
  const outcomes = FILES.map((name) => join(dataDir, name)).map((file) => ({
    file,
    outcome: narrow(file, 0o600),
  }))
  // In a private folder, no other user can reach the files. A mounted folder often belongs to root and stays readable
  // for all users. This is accepted if every file in it is private.
  if (folder === 'private') return null
  const denied = outcomes.filter(({ outcome }) => outcome === 'denied').map(({ file }) => file)
  if (denied.length > 0) {
    throw new Error(
      `${denied.join(', ')} can be read by other users of this machine, and this user may not change that. Give the folder to the user that runs the shop: chown -R <user> ${dataDir}`,
    )
  }
  if (outcomes.every(({ outcome }) => outcome === 'private')) return null
  return `Other users of this machine may be able to read ${dataDir}: its file system has no rights for single users. Keep them out by how it is mounted, or choose another DATA_DIR.`
}

/**
 * Creates the folder if it is missing, accessible only to the user who runs the shop. Throws an error with a
 * one-sentence message if the folder cannot be created.
 */
export function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
  } catch (error) {
    throw fileProblem(error, { file: folder, ifDamaged: '' })
  }
}

/**
 * Creates the file if it is missing, readable only by the user who runs the shop. Throws the system's error if the
 * file cannot be created or is not writable. An existing file is not opened, because closing it would release the
 * locks that SQLite holds on it in this process.
 */
export function createPrivately(file: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600))
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    if (statSync(file).isDirectory())
      throw Object.assign(new Error(`${file} is a folder.`, { cause: error }), { code: 'EISDIR' })
    // Throws if the file is not writable. SQLite would open such a file as read-only, and its lock would then not
    // exclude other processes.
    accessSync(file, constants.W_OK)
  }
}

/**
 * Removes the access rights of other users to a file or folder. Returns `private` if they have none now, `denied` if
 * this user may not change the rights, and `without effect` if the file system has ignored the change.
 */
function narrow(path: string, mode: number): 'private' | 'denied' | 'without effect' {
  if (!isOpenToOthers(path)) return 'private'
  try {
    chmodSync(path, mode)
  } catch {
    return 'denied'
  }
  return isOpenToOthers(path) ? 'without effect' : 'private'
}

function isOpenToOthers(path: string): boolean {
  const stat = statSync(path, { throwIfNoEntry: false })
  return stat !== undefined && process.platform !== 'win32' && (stat.mode & FOR_OTHERS) !== 0
}
