import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { inRoot } from '../../scripts/setup/place.mjs'

/** Megabytes of what `npm ci` installs, and of those packages that the running shop needs; both without the pinned Node. */
export function installedMegabytes(): { all: number; shipped: number } {
  const lock: { packages: Record<string, { dev?: boolean }> } = JSON.parse(
    readFileSync(inRoot('node_modules', '.package-lock.json'), 'utf8'),
  )
  const packages = Object.entries(lock.packages).filter(
    ([path]) => !/^node_modules\/node(-bin-[\w-]+|-[a-z0-9]+-[a-z0-9]+)?$/.test(path),
  )
  const megabytes = (some: typeof packages) =>
    some.reduce((sum, [path]) => sum + sizeOf(inRoot(path)), 0) / 1e6
  return { all: megabytes(packages), shipped: megabytes(packages.filter(([, { dev }]) => !dev)) }
}

/** Bytes in a package's folder, without nested packages, which are counted separately. */
function sizeOf(folder: string): number {
  return readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => {
    if (entry.name === 'node_modules' || entry.isSymbolicLink()) return sum
    const path = join(folder, entry.name)
    return sum + (entry.isDirectory() ? sizeOf(path) : statSync(path).size)
  }, 0)
}
