export type LockEntry = {
  version: string
  /** The hash that npm compares with what it downloads. */
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

/** Optional packages that a locked package asks for and that the lock does not hold. */
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

/** A locked package by its path in the lock, with what the registry knows it by. */
export type LockedPackage = { path: string; name: string; version: string }

/** Locked packages that npm would install without comparing their bytes with anything. */
export function findWithoutIntegrity(lock: Lock): LockedPackage[] {
  return Object.entries(lock.packages)
    .filter(([path, { integrity, inBundle }]) => path && !integrity && !inBundle)
    .map(([path, { version }]) => ({ path, name: path.split('node_modules/').at(-1) ?? path, version }))
}
