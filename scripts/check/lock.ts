export type LockEntry = {
  version: string
  /** The hash of the package's archive. npm compares it with the hash of the downloaded archive. */
  integrity?: string
  license?: string
  dev?: boolean
  optional?: boolean
  cpu?: string[]
  os?: string[]
  libc?: string[]
  optionalDependencies?: Record<string, string>
}

export type Lock = { packages: Record<string, LockEntry> }

export function readLock(text: string): Lock {
  return JSON.parse(text)
}

export type MissingPackage = { name: string; version: string; dev: boolean }

/**
 * Finds optional packages that a package in package-lock.json depends on, but that package-lock.json does not
 * contain.
 */
export function findMissingOptionals(lock: Lock): MissingPackage[] {
  const missing = Object.entries(lock.packages).flatMap(([path, entry]) =>
    Object.entries(entry.optionalDependencies ?? {})
      .filter(([name]) => !isLocked(lock, path, name))
      .map(([name, version]) => ({ name, version, dev: entry.dev ?? false })),
  )
  return missing.filter(({ name }, at) => missing.findIndex((other) => other.name === name) === at)
}

function isLocked(lock: Lock, from: string, name: string): boolean {
  const folders = from.split('/node_modules/')
  const places = folders.map((_, depth) => folders.slice(0, depth + 1).join('/node_modules/'))
  return [...places, ''].some((place) => `${place}${place && '/'}node_modules/${name}` in lock.packages)
}

/** A package in package-lock.json: its path in that file, and its name and version in the npm registry. */
export type LockedPackage = { path: string; name: string; version: string }

/**
 * Finds packages in package-lock.json that have no hash. npm would install them without verifying their content. It
 * writes none for packages in the archive of another one (`inBundle`), but anyone can write that word into the file.
 */
export function findWithoutIntegrity(lock: Lock): LockedPackage[] {
  return Object.entries(lock.packages)
    .filter(([path, { integrity }]) => path && !integrity)
    .map(([path, { version }]) => ({ path, name: path.split('node_modules/').at(-1) ?? path, version }))
}

/** Returns the licences in package-lock.json that have conditions for those who pass a package on. */
export function findCopyleft(lock: Lock): string[] {
  const all = Object.values(lock.packages).flatMap(({ license = '' }) => license.split(/[() ]+/))
  return [...new Set(all)].filter((license) => /GPL|MPL|EPL|CDDL/.test(license))
}
