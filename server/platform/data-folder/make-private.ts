import { accessSync, chmodSync, closeSync, constants, mkdirSync, openSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileProblem } from './file-problem.ts'

/**
 * The files of the shop and of SQLite in the folder. Backups are not among them, because the owner chooses their place.
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
 * Makes the data folder, its pictures' folder and its files readable by their owner only. Throws one sentence if other
 * users can read a file because it belongs to another user. Returns a warning if other users can read it because the
 * file system has no access rights, or null.
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
  // Other users cannot reach files in a private folder. A mounted folder often belongs to root and stays readable. That
  // is accepted if all files in it are private.
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

/** Creates the folder, readable by its owner only, if it is missing. Throws one sentence if that is not possible. */
export function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
  } catch (error) {
    throw fileProblem(error, { file: folder, ifDamaged: '' })
  }
}

/**
 * Creates the file, readable by its owner only, if it is missing. Throws the system's error if that is not possible. An
 * existing file is not opened: closing it would release the locks that SQLite holds on it in this process.
 */
export function createPrivately(file: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600))
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    if (statSync(file).isDirectory())
      throw Object.assign(new Error(`${file} is a folder.`, { cause: error }), { code: 'EISDIR' })
    // SQLite would open a file without write permission as read-only, and then share the lock with other processes.
    accessSync(file, constants.W_OK)
  }
}

/**
 * Removes the access rights of other users. Returns whether they have none now, this user may not change them, or the
 * change had no effect.
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
