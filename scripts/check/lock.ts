export type LockEntry = {
  version: string
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
