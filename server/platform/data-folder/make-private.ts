import { chmodSync, closeSync, mkdirSync, openSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileProblem } from './file-problem.ts'

/** What the shop and SQLite keep in the folder. Backups lie where the owner put them. */
const FILES = ['secrets.json', 'last-commit', 'lock', 'lock-journal', 'crema.db', 'crema.db-wal', 'crema.db-shm']
const FOR_OTHERS = 0o077

/**
 * Makes the data folder, its pictures' folder and its files readable by their owner only, also when they were there
 * before. Throws one sentence when a file stays readable by others because it belongs to another user.
 */
export function makePrivate(dataDir: string): void {
  const images = join(dataDir, 'images')
  makeFolder(images)
  // A mounted folder often belongs to root. That is enough, as everything in it is private.
  narrow(dataDir, 0o700)
  narrow(images, 0o700)
  const open = FILES.map((name) => join(dataDir, name)).filter((file) => !narrow(file, 0o600))
  if (open.length === 0) return
  throw new Error(`${open.join(', ')} can be read by other users of this machine, and this user may not change that. Give the folder to the user that runs the shop: chown -R <user> ${dataDir}`)
}

/** Makes the folder if it is missing, readable by its owner only. Throws one sentence when that cannot be. */
export function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
  } catch (error) {
    throw fileProblem(error, { file: folder, ifDamaged: '' })
  }
}

/** Makes the file if it is missing, readable by its owner only, and opens it for writing: fails as the system does. */
export function openPrivately(file: string): void {
  closeSync(openSync(file, 'a', 0o600))
}

/** Takes other users' rights away. Returns false if they still have some. */
function narrow(path: string, mode: number): boolean {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (!stat || process.platform === 'win32' || (stat.mode & FOR_OTHERS) === 0) return true
  try {
    chmodSync(path, mode)
  } catch {
    // Another user's. What that leaves open is read below.
  }
  return (statSync(path).mode & FOR_OTHERS) === 0
}
