export type LockEntry = {
  version: string
  /** The hash that npm compares with the downloaded archive. */
  integrity?: string
  /** True for a package that arrives inside another package's archive and is covered by its integrity. */
  inBundle?: boolean
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

/** Finds optional packages that a locked package requires and that are not in the lock. */
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

/** A locked package: its path in the lock, and its name and version in the registry. */
export type LockedPackage = { path: string; name: string; version: string }

/** Finds locked packages that npm would install without verifying their content. */
export function findWithoutIntegrity(lock: Lock): LockedPackage[] {
  return Object.entries(lock.packages)
    .filter(([path, { integrity, inBundle }]) => path && !integrity && !inBundle)
    .map(([path, { version }]) => ({ path, name: path.split('node_modules/').at(-1) ?? path, version }))
}
