import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Files that only a shop with a database leaves in its folder. `images` counts if it contains a picture. */
const TRACES = ['secrets.json', 'last-commit', 'images']

/**
 * Throws one sentence if the folder has the files of a shop, but no database. Otherwise an empty database would be
 * opened, and the owner would only see that all orders are gone.
 */
export function refuseLostDatabase(dataDir: string): void {
  const file = join(dataDir, 'crema.db')
  // A failed copy leaves an empty file. A database that was opened once has at least one page.
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
