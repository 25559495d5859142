import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'

/** The number of versions whose files are kept, together with the current one. */
const KEPT_VERSIONS = 3

/**
 * Keeps the built files of this version in `folder`, and returns the paths of the files of earlier versions that are
 * there, by name. Pages that browsers loaded before an upgrade need them. The files of the versions that were started
 * last are kept, and older ones deleted. Several processes can share the folder. If it cannot be written to, returns
 * what is there.
 */
export function keepAssets(assets: string, folder: string): Map<string, string> {
  const names = readdirSync(assets).toSorted()
  const current = createHash('sha256').update(names.join()).digest('hex').slice(0, 16)
  try {
    copyOnce(assets, join(folder, current))
    for (const version of versionsIn(folder).slice(KEPT_VERSIONS))
      rmSync(join(folder, version), { recursive: true, force: true })
  } catch {
    // The shop works without old files. A full or read-only disk is reported when something must be stored there.
  }
  const others = versionsIn(folder).filter((version) => version !== current)
  return new Map(
    others.flatMap((version) =>
      filesIn(join(folder, version)).map((name) => [name, join(folder, version, name)] as const),
    ),
  )
}

/** Returns the names of the files in a folder, or none if another process has deleted the folder. */
function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** Copies the files if they are not there yet. Sets the time of the copy to now. */
function copyOnce(assets: string, copy: string): void {
  if (!existsSync(copy)) {
    // Another process never sees an incomplete copy, and one that has copied the same files at the same time wins.
    const unfinished = `${copy}.${process.pid}`
    mkdirSync(join(copy, '..'), { recursive: true })
    try {
      cpSync(assets, unfinished, { recursive: true })
      renameSync(unfinished, copy)
    } catch (error) {
      rmSync(unfinished, { recursive: true, force: true })
      if (!existsSync(copy)) throw error
    }
  }
  const now = new Date()
  utimesSync(copy, now, now)
}

/** Returns the names of the complete copies, the one that was started last first. */
function versionsIn(folder: string): string[] {
  // Another process may delete a copy at any time. It then counts as the oldest one.
  const startedAt = (version: string) =>
    statSync(join(folder, version), { throwIfNoEntry: false })?.mtimeMs ?? 0
  return filesIn(folder)
    .filter((name) => /^[0-9a-f]{16}$/.test(name))
    .toSorted((one, other) => startedAt(other) - startedAt(one))
}
