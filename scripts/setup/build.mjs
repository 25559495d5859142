import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inRoot, root } from './place.mjs'
import { runQuietly } from './run-command.mjs'
import { sayWhile } from './say.mjs'

const SOURCES = [
  'client',
  'contract',
  'server',
  'vite.config.ts',
  'package.json',
  'package-lock.json',
  'tsconfig.client.json',
]
const stamp = inRoot('dist', '.built-from')

/**
 * Returns whether the folder dist was built from the current sources. Compares the names, sizes and modification
 * times of the source files, not their contents.
 */
export function isBuilt() {
  try {
    return readFileSync(stamp, 'utf8') === fingerprint()
  } catch {
    return false
  }
}

/**
 * Builds the client and the server. The existing files of the server are deleted only when the new files are
 * complete, because a shop may be running on them.
 *
 * @param {string} node path of the Node binary that runs the build
 */
export async function build(node) {
  const sources = fingerprint()
  rmSync(stamp, { force: true })
  const before = listParts()
  await sayWhile('building the shop', () => Promise.all([viteBuild(node, []), viteBuild(node, ['--ssr'])]))
  const after = listParts()
  for (const [part, writtenAt] of before) if (after.get(part) === writtenAt) rmSync(part)
  mkdirSync(inRoot('dist'), { recursive: true })
  writeFileSync(stamp, sources)
}

/**
 * Returns the chunks of the built server, with their modification times. Their names contain a hash, so a new build
 * does not always overwrite the old chunks.
 */
function listParts() {
  const folder = inRoot('dist', 'server')
  const names = existsSync(folder) ? readdirSync(folder) : []
  return new Map(names.map((name) => join(folder, name)).map((part) => [part, statSync(part).mtimeMs]))
}

/**
 * Runs `vite build` with the given Node binary.
 * @param {string} node path of the binary
 * @param {string[]} args further arguments of Vite
 */
async function viteBuild(node, args) {
  const vite = inRoot('node_modules', 'vite', 'bin', 'vite.js')
  await runQuietly([node, vite, 'build', ...args], {
    name: `vite build ${args.slice(0, 2).join(' ')}`.trimEnd(),
  })
}

function fingerprint() {
  const files = SOURCES.flatMap(listFiles).toSorted()
  return createHash('sha256').update(files.join('\n')).digest('hex')
}

/**
 * Returns the path, size and modification time of a file, or of every file in a folder. Tests are left out.
 * @param {string} path relative to the repository's root
 * @returns {string[]}
 */
function listFiles(path) {
  const found = statSync(`${root}/${path}`, { throwIfNoEntry: false })
  if (!found) return []
  if (found.isDirectory())
    return readdirSync(`${root}/${path}`)
      .filter((name) => !/\.test\.tsx?$/.test(name))
      .flatMap((name) => listFiles(`${path}/${name}`))
  return [`${path}\0${found.size}\0${found.mtimeMs}`]
}
