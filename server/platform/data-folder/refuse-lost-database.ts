import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** What only a shop that had a database leaves in its folder. `images` counts if there is a picture in it. */
const TRACES = ['secrets.json', 'last-commit', 'images']

/**
 * Throws one sentence when the folder holds a shop without its database. An empty one would be opened otherwise, and
 * the owner would only see that all orders are gone.
 */
export function refuseLostDatabase(dataDir: string): void {
  const file = join(dataDir, 'crema.db')
  // A file of no bytes is what a failed copy leaves. A database that was ever opened has a first page.
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
