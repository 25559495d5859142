import { accessSync, chmodSync, closeSync, constants, mkdirSync, openSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileProblem } from './file-problem.ts'

/** What the shop and SQLite keep in the folder. Backups lie where the owner put them. */
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
 * Makes the data folder, its pictures' folder and its files readable by their owner only, also when they were there
 * before. Throws one sentence when other users can read a file because it belongs to another user. Returns a warning
 * when they can because the file system has no such rights, else null.
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
  // Other users cannot reach what is in a private folder. A mounted folder often belongs to root and stays readable:
  // that is enough if everything in it is private.
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

/** Makes the folder if it is missing, readable by its owner only. Throws one sentence when that cannot be. */
export function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
  } catch (error) {
    throw fileProblem(error, { file: folder, ifDamaged: '' })
  }
}

/**
 * Makes the file if it is missing, readable by its owner only. Fails as the system does. A file that is there is not
 * opened: closing it again would drop the locks that SQLite holds on it in this process.
 */
export function createPrivately(file: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600))
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    if (statSync(file).isDirectory())
      throw Object.assign(new Error(`${file} is a folder.`, { cause: error }), { code: 'EISDIR' })
    // SQLite would open a file that it may not write as read-only, and share its lock with other processes.
    accessSync(file, constants.W_OK)
  }
}

/** Takes other users' rights away. Returns what came of it: they have none, this user may not, or it has no effect. */
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
