import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Files and folders that only a shop with a database leaves in its data folder. The folder `images` counts only if it
 * is not empty.
 */
const TRACES = ['secrets.json', 'last-commit', 'images']

/**
 * Throws an error with a one-sentence message if the data folder has other files of a shop, but no database. Without
 * this check, an empty database would be created, and the owner of the shop would only see that all orders are gone.
 */
export function refuseLostDatabase(dataDir: string): void {
  const file = join(dataDir, 'crema.db')
  // An empty file counts as missing: a failed copy leaves one. A database that was opened once has at least one page.
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > 0) return
  const traces = TRACES.filter((name) => isThere(join(dataDir, name)))
  if (traces.length === 0) return
  throw new Error(
    `${file} is missing or empty, but ${traces.join(', ')} of a shop ${traces.length > 1 ? 'are' : 'is'} there. Put it back, or restore a backup into an empty folder (npm run restore), or set DATABASE_URL if the books are on PostgreSQL. To begin with an empty shop, remove ${traces.join(', ')}.`,
  )
}

function isThere(path: string): boolean {
  const stat = statSync(path, { throwIfNoEntry: false })
  return stat?.isDirectory() ? readdirSync(path).length > 0 : stat !== undefined
}
