import { dirname } from 'node:path'
import { findCopyleft, findMissingOptionals, findWithoutIntegrity, readLock } from '../lock.ts'
import type { Rule, Source } from '../sources.ts'

/**
 * Misspelled words in texts that the specification prescribes. They must not be corrected, and must not be used
 * elsewhere.
 */
const ODD_SPELLINGS = /Succwssfully|Successsfully|Successfull\b|\bcaracter\b|Sorryyy+/
const HOME_OF_ODD_SPELLINGS =
  /^contract\/|\/texts\.ts$|\.(test|spec)\.tsx?$|^(docs|e2e|scripts\/check|test)\/|\.md$/

const LONGEST: Record<string, number> = { 'README.md': 80, 'CONTRIBUTING.md': 120 }

export const oddSpellingsElsewhere: Rule = (sources) =>
  sources
    .filter(({ path }) => !HOME_OF_ODD_SPELLINGS.test(path))
    .flatMap((source) =>
      linesWith(source, ODD_SPELLINGS).map((line) => `${line}: belongs in texts.ts or the contract`),
    )

/** Common folders. If the working copy is directly in one of them, source files may contain the path of that folder. */
const EVERYWHERE = new Set([
  '/',
  '/app',
  '/build',
  '/data',
  '/etc',
  '/home',
  '/mnt',
  '/opt',
  '/root',
  '/srv',
  '/tmp',
  '/usr',
  '/var',
  '/var/tmp',
])

/**
 * Returns a rule that finds text that depends on this machine: the path of the folder that contains the working copy
 * `root`, paths of home folders, and the hosts of package registries.
 */
export function placesOfThisMachine(root: string): Rule {
  const parent = dirname(root)
  const place = EVERYWHERE.has(parent) ? null : new RegExp(`${RegExp.escape(parent)}/`)
  const registry = /\bregistry\.\w[\w-]*\.\w+|"resolved": "https?:|\/(home|Users)\/\w+\//
  return (sources) =>
    sources.flatMap((source) => {
      const found = [...linesWith(source, registry), ...(place ? linesWith(source, place) : [])]
      return found.map((line) => `${line}: names a folder of this machine or a package registry`)
    })
}

export const documentsTooLong: Rule = (sources) =>
  sources.flatMap(({ path, text }) => {
    const most = LONGEST[path]
    const lines = text.trimEnd().split('\n').length
    return most && lines > most ? [`${path}: ${lines} lines, at most ${most}`] : []
  })

/**
 * Finds packages that are missing from package-lock.json or have no hash there. `npm ci` refuses a lock file without
 * the native binaries for other systems, and does not verify a package without a hash.
 * `node scripts/complete-lock.ts` adds both.
 */
export const lockWithHoles: Rule = (sources) => {
  const file = sources.find(({ path }) => path === 'package-lock.json')
  if (!file) return []
  const lock = readLock(file.text)
  const holes = [
    ...findMissingOptionals(lock).map(({ name }) => `lacks ${name}`),
    ...findWithoutIntegrity(lock).map(({ name, version }) => `has no integrity for ${name} ${version}`),
  ]
  return holes.map((hole) => `package-lock.json: ${hole} (run node scripts/complete-lock.ts)`)
}

/** Finds licences with conditions for those who pass a package on, and which `docs/third-party.md` does not name. */
export const licencesWithoutName: Rule = (sources) => {
  const textOf = (wanted: string) => sources.find(({ path }) => path === wanted)?.text
  const lock = textOf('package-lock.json')
  const missing = lock ? findCopyleft(readLock(lock)) : []
  return missing
    .filter((licence) => !textOf('docs/third-party.md')?.includes(licence))
    .map((licence) => `docs/third-party.md: does not name the packages with the licence ${licence}`)
}

function linesWith({ path, text }: Source, pattern: RegExp): string[] {
  return text.split('\n').flatMap((line, at) => (pattern.test(line) ? [`${path}:${at + 1}`] : []))
}
