import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { inRoot } from '../../scripts/setup/place.mjs'
import type { Finding } from './rounds.ts'

type Package = { dev?: boolean }

/** What `npm ci` brings: all of it, and the part that the running shop needs. */
export function measureInstall(): Finding[] {
  const lock: { packages: Record<string, Package> } = JSON.parse(readFileSync(inRoot('node_modules', '.package-lock.json'), 'utf8'))
  const all = Object.entries(lock.packages)
  const shipped = all.filter(([, { dev }]) => !dev)
  const megabytes = (packages: typeof all) => packages.reduce((sum, [path]) => sum + sizeOf(inRoot(path)), 0) / 1e6
  return [
    { title: 'Installed packages', unit: 'count', rounds: [{ 'all': all.length, 'without those for working on it': shipped.length }] },
    { title: 'Installed packages', unit: 'MB', rounds: [{ 'all': megabytes(all), 'without those for working on it': megabytes(shipped), 'of them the pinned Node': nodeSize(all) }] },
  ]
}

function nodeSize(packages: [string, Package][]): number {
  const node = packages.filter(([path]) => /^node_modules\/node(-bin-[\w-]+|-[a-z0-9]+-[a-z0-9]+)?$/.test(path))
  return node.reduce((sum, [path]) => sum + sizeOf(inRoot(path)), 0) / 1e6
}

/** Bytes in a package's folder, without packages that lie within it: they are counted themselves. */
function sizeOf(folder: string): number {
  return readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => {
    if (entry.name === 'node_modules' || entry.isSymbolicLink()) return sum
    const path = join(folder, entry.name)
    return sum + (entry.isDirectory() ? sizeOf(path) : statSync(path).size)
  }, 0)
}
