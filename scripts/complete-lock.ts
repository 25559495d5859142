// Adds to package-lock.json what npm has left out. If the registry does not return the native binaries for other
// systems, npm writes the file without them, and `npm ci` then refuses it everywhere. This program adds those
// binaries as the packages that use them require, and asks the registry for the hash of every package without one.
import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { findMissingOptionals, findWithoutIntegrity, readLock } from './check/lock.ts'
import type { LockEntry } from './check/lock.ts'

const file = new URL('../package-lock.json', import.meta.url)
const lock = readLock(readFileSync(file, 'utf8'))
const missing = findMissingOptionals(lock)
for (const { name, version, dev } of missing) {
  lock.packages[`node_modules/${name}`] = {
    version,
    ...platformOf(name),
    ...(dev ? { dev } : {}),
    optional: true,
  }
}
for (const { path, name, version } of findWithoutIntegrity(lock)) {
  const { version: same, ...rest } = lock.packages[path] ?? { version }
  lock.packages[path] = { version: same, ...(await integrityOf(name, version)), ...rest }
}
lock.packages = Object.fromEntries(
  Object.entries(lock.packages).toSorted(([a], [b]) => a.localeCompare(b, 'en')),
)
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
console.log(
  missing.length === 0 ? 'nothing was missing' : `added ${missing.map(({ name }) => name).join(', ')}`,
)
for (const { name, version } of findWithoutIntegrity(lock)) {
  console.log(
    `the registry has no ${name} ${version}: choose a version of its dependant that is complete there`,
  )
  process.exitCode = 1
}

/** Reads the processor and the operating system from the name of a native package, such as `…-linux-arm64-musl`. */
function platformOf(name: string): Pick<LockEntry, 'cpu' | 'libc' | 'os'> {
  const parts = name.split(/[-/]/)
  const cpu = ['arm', 'arm64', 'ia32', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64'].filter((part) =>
    parts.includes(part),
  )
  const os = ['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32'].filter((part) =>
    parts.includes(part),
  )
  const libc = parts.some((part) => part.startsWith('musl')) ? ['musl'] : ['glibc']
  return {
    ...(cpu.length > 0 ? { cpu } : {}),
    ...(os.length > 0 ? { os } : {}),
    ...(os.includes('linux') ? { libc } : {}),
  }
}

/**
 * Asks the registry for the hash of a package, through npm and with npm's settings. Returns an empty object if the
 * registry does not have the package.
 */
async function integrityOf(name: string, version: string): Promise<Pick<LockEntry, 'integrity'>> {
  try {
    const { stdout } = await promisify(execFile)('npm', ['view', `${name}@${version}`, 'dist.integrity'])
    const integrity = stdout.trim()
    return integrity ? { integrity } : {}
  } catch {
    return {}
  }
}
